import type { Phrase } from '../subtitles/phrase.ts';
import type { Correction } from './batch.ts';
import { contextJson, fixRequest, instructions } from './messages.ts';
import { phrasesAsJson } from './phrases-as-json.ts';

/** What a request is about. */
export interface RequestFacts {
  /** The person's words, sent unchanged. */
  readonly prompt: string;
  /** The phrases before those to be translated, sent along and not to be translated; may be empty. */
  readonly context: readonly Phrase[];
  readonly phrases: readonly Phrase[];
  /** Present in the corrective pass only. */
  readonly correction?: Correction;
}

/** All texts of one request. An adapter only encodes them: it adds no words of its own but its provider's way to ask for JSON. */
export interface ComposedRequest {
  /** The person's prompt and the form of the reply. */
  readonly system: string;
  /** In turns, the model's answers among them; the last one is the user's. */
  readonly messages: readonly RequestMessage[];
  readonly replyForm: 'json-object';
  /** The keys of the reply's object, for who can be told them by a schema. */
  readonly replyKeys: readonly string[];
}

export interface RequestMessage {
  readonly role: 'user' | 'model';
  /** Each a text that stands for itself: a message of its own, or parted by an empty line. */
  readonly parts: readonly string[];
}

/** Context and phrases, then the corrective pass (specification, sections 4 and 7). */
export function composeRequest({ prompt, context, phrases, correction }: RequestFacts): ComposedRequest {
  const messages: RequestMessage[] = [
    { role: 'user', parts: [...(context.length > 0 ? [contextJson(context)] : []), phrasesAsJson(phrases)] },
  ];
  if (correction) {
    messages.push({ role: 'model', parts: [correction.answer] });
    messages.push({ role: 'user', parts: [fixRequest(correction.errors)] });
  }
  return {
    system: instructions(prompt),
    messages,
    replyForm: 'json-object',
    replyKeys: phrases.map(({ number }) => String(number)),
  };
}

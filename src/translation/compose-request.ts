import type { Phrase } from '../subtitles/phrase.ts';
import type { Correction } from './batch.ts';
import { contextJson, fixRequest, instructions, phrasesAsJson } from './messages.ts';
import { instructionsWithQuotes, suggestionParts } from './suggest/suggestion-parts.ts';
import type { SuggestionFacts } from './suggest/wish.ts';

/** The facts of which a request is made. */
export interface RequestFacts {
  /** The person's prompt, sent unchanged. */
  readonly prompt: string;
  /** The phrases before those to be translated, sent along and not to be translated; may be empty. */
  readonly context: readonly Phrase[];
  readonly phrases: readonly Phrase[];
  /** Present in the corrective pass only. */
  readonly correction?: Correction;
  /** Present where other translations are asked for, to be chosen from. */
  readonly suggestion?: SuggestionFacts;
}

/** All texts of one request, whose reply is to be a JSON object. An adapter only encodes them, and adds nothing but its provider's way to ask for JSON. */
export interface ComposedRequest {
  /** The person's prompt and the program's words on the reply's form. */
  readonly system: string;
  /** User's and model's messages in turns; the last one is the user's. */
  readonly messages: readonly RequestMessage[];
  /** The keys of the reply's object, each with a text, for who can be told them by a schema; empty: its values are no texts. */
  readonly replyKeys: readonly string[];
}

export interface RequestMessage {
  readonly role: 'user' | 'model';
  /** Texts that stand for themselves: adapters send separate messages, or separate the texts by an empty line. */
  readonly parts: readonly string[];
}

/** Context and phrases, then the corrective pass (specification, sections 4 and 7). */
export function composeRequest({ prompt, context, phrases, correction, suggestion }: RequestFacts): ComposedRequest {
  const before = [
    ...(context.length > 0 ? [contextJson(context)] : []),
    ...(suggestion ? suggestionParts(suggestion, phrases) : []),
  ];
  const messages: RequestMessage[] = [{ role: 'user', parts: [...before, phrasesAsJson(phrases)] }];
  if (correction) {
    messages.push({ role: 'model', parts: [correction.answer] });
    messages.push({ role: 'user', parts: [fixRequest(correction.errors)] });
  }
  return {
    system: suggestion?.quotes ? instructionsWithQuotes(prompt) : instructions(prompt),
    messages,
    replyKeys: suggestion?.quotes ? [] : phrases.map(({ number }) => String(number)),
  };
}

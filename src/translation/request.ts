import { READING_SCHEMA, type ReadingRequest } from '../notes/reading.ts';
import type { Phrase } from '../subtitles/document.ts';
import type { Correction } from './batch.ts';
import { instructionsWithQuotes, promptWithNotes, type SuggestionFacts, suggestionParts } from './suggestions.ts';

/** The facts of which a request is made. */
export interface RequestFacts {
  /** The person's prompt, sent unchanged. */
  readonly prompt: string;
  /** What a person has stated about the film (notes/notes-text.ts); missing or empty: nothing. */
  readonly notes?: string;
  /** The phrases before those to be translated, sent along and not to be translated; may be empty. */
  readonly context: readonly Phrase[];
  readonly phrases: readonly Phrase[];
  /** Present in the corrective pass only. */
  readonly correction?: Correction;
  /** Present where the film is read for a proposal of notes: nothing else of a request is in it then, the prompt included. */
  readonly reading?: ReadingRequest;
  /** The reply is held to a strict schema, where the provider takes one (translation/relative-keys.ts); missing: as specified. */
  readonly replyFormat?: 'schema' | undefined;
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
  /** The strict JSON schema of the reply, for who takes one; missing: one of `replyKeys`, where a schema is asked for at all. */
  readonly replySchema?: object;
}

interface RequestMessage {
  readonly role: 'user' | 'model';
  /** Texts that stand for themselves: adapters send separate messages, or separate the texts by an empty line. */
  readonly parts: readonly string[];
}

/** Context and phrases, then the corrective pass (specification, sections 4 and 7). */
export function composeRequest({
  prompt,
  notes = '',
  context,
  phrases,
  correction,
  suggestion,
  reading,
  replyFormat,
}: RequestFacts): ComposedRequest {
  if (reading) {
    const messages: RequestMessage[] = [{ role: 'user', parts: [reading.user] }];
    return { system: reading.system, messages, replyKeys: [], replySchema: READING_SCHEMA };
  }
  const before = [
    ...(context.length > 0 ? [contextJson(context)] : []),
    ...(suggestion ? suggestionParts(suggestion, phrases) : []),
  ];
  const messages: RequestMessage[] = [{ role: 'user', parts: [...before, phrasesAsJson(phrases)] }];
  if (correction) {
    messages.push(
      { role: 'model', parts: [correction.answer] },
      { role: 'user', parts: [fixRequest(correction.errors)] },
    );
  }
  const replyKeys = suggestion?.quotes ? [] : phrases.map(({ number }) => String(number));
  return {
    system: suggestion?.quotes ? instructionsWithQuotes(prompt, notes) : instructions(prompt, notes),
    messages,
    replyKeys,
    ...(replyFormat === 'schema' && { replySchema: batchSchema(replyKeys) }),
  };
}

/** A schema for exactly these keys, each with a text. It uses only words of JSON Schema that all servers understand. */
export const batchSchema = (keys: readonly string[]): object => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
  required: keys,
  additionalProperties: false,
});

// All words of the program's own that a batch's request can have stand in this file. They are paid for with every batch,
// and together they stay within 400 characters.

// No example with digits: models copy an example's keys. OpenAI's JSON mode demands the word "JSON".
const CONTRACT =
  'Reply with one JSON object and nothing else. It has exactly the same keys as the phrases to translate; each value is the translated text as a string.';

const CONTEXT_LABEL = 'context, not to be translated';

/** The end of Anthropic's system text (specification, section 7): Anthropic has no JSON mode. */
export const RESPOND_WITH_JSON_ONLY = 'Respond with valid JSON only.';

/** The person's prompt unchanged, the film notes, then the program's contract, so that neither can break the reply's form. */
export const instructions = (prompt: string, notes = ''): string => `${promptWithNotes(prompt, notes)}\n\n${CONTRACT}`;

/** A JSON object whose only key says that its phrases are not to be translated. */
export const contextJson = (context: readonly Phrase[]): string => `{"${CONTEXT_LABEL}":${phrasesAsJson(context)}}`;

/** The corrective pass's user message: all differences in order, one a line. */
export const fixRequest = (errors: readonly string[]): string =>
  ['Fix these errors and send the whole JSON object again:', ...errors].join('\n');

/** Phrases as they are sent: compact JSON, {"1":"text","2":"text"}, in their order. */
export const phrasesAsJson = (phrases: readonly Phrase[]): string =>
  // Written by hand: an object would reorder its keys (numbers from 4294967295 on come last).
  `{${phrases.map(({ number, text }) => `"${number}":${JSON.stringify(text)}`).join(',')}}`;

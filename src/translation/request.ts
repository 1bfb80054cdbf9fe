import { languageOfPrompt } from '../languages/prompt-language.ts';
import { READING_SCHEMA, type ReadingRequest } from '../notes/film-reading.ts';
import type { Phrase } from '../subtitles/document.ts';
import { sentText } from '../subtitles/lines.ts';
import type { Correction } from './batch.ts';
import { validateBatch } from './check-reply.ts';
import { plainReply } from './plain-reply.ts';
import { instructionsWithQuotes, promptWithNotes, type SuggestionFacts, suggestionParts } from './suggestions.ts';

export interface RequestFacts {
  /** The person's prompt, unchanged. */
  readonly prompt: string;
  /** Film notes (notes/notes-text.ts). Missing or empty: none. */
  readonly notes?: string;
  /** Phrases before the requested ones, sent as context. May be empty. */
  readonly context: readonly Phrase[];
  readonly phrases: readonly Phrase[];
  /** Only in the corrective pass. */
  readonly correction?: Correction;
  /** Only for reading the film. Such a request contains nothing else, not even the prompt. */
  readonly reading?: ReadingRequest;
  /** `schema`: a strict schema if the provider supports one (withRelativeKeys). `plain`: no JSON mode. Missing: as specified. */
  readonly replyFormat?: 'schema' | 'plain' | undefined;
  /** Only for suggestions. */
  readonly suggestion?: SuggestionFacts;
}

/** All texts of a request for a JSON object. Adapters only encode them, and add only their provider's JSON mode. */
export interface ComposedRequest {
  /** The person's prompt, and the contract about the reply. */
  readonly system: string;
  /** Alternating messages of user and model. The last one is the user's. */
  readonly messages: readonly RequestMessage[];
  /** Keys of the reply for a schema whose values are texts. Empty: the values are not texts. */
  readonly replyKeys: readonly string[];
  /** A strict JSON schema for providers that accept one. undefined: derived from `replyKeys`, if the request wants a schema. */
  readonly replySchema: object | undefined;
  /** The schema of a reply whose values are not texts, for providers that always need a schema. */
  readonly ownSchema: object | undefined;
  /** True: the request has no JSON mode. */
  readonly isPlain: boolean;
}

interface RequestMessage {
  readonly role: 'user' | 'model';
  /** Independent texts. Adapters send them as separate messages, or with an empty line between them. */
  readonly parts: readonly string[];
}

/** Composes context and phrases, then the corrective pass (specification, sections 4 and 7). */
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
    return {
      system: reading.system,
      messages,
      replyKeys: [],
      replySchema: READING_SCHEMA,
      ownSchema: undefined,
      isPlain: false,
    };
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
    replySchema: replyFormat === 'schema' ? batchSchema(replyKeys) : undefined,
    ownSchema: suggestion?.quotes ? quotesSchema(phrases) : undefined,
    isPlain: replyFormat === 'plain',
  };
}

/** A schema that requires exactly these keys, with texts. It uses only features of JSON Schema that all servers understand. */
export const batchSchema = (keys: readonly string[]): object => schemaOf(keys, TEXT);

/**
 * A schema whose values are objects with quotes of the originals as keys. The object is defined once, because its repetition would cost as much as the texts.
 */
const quotesSchema = (phrases: readonly Phrase[]): object => ({
  ...schemaOf(
    phrases.map(({ number }) => String(number)),
    { $ref: '#/$defs/quoted' },
  ),
  $defs: { quoted: { type: 'object', additionalProperties: TEXT } },
});

const TEXT = { type: 'string' };
const schemaOf = (keys: readonly string[], value: object): object => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, value])),
  required: keys,
  additionalProperties: false,
});

// The contract: all fixed words of a batch's request. Every batch pays for them, so they stay within 400 characters. No example with digits: models copy an
// example's keys. OpenAI's JSON mode requires the word "JSON".
const CONTRACT =
  'Reply with one JSON object and nothing else. It has exactly the same keys as the phrases to translate; each value is the translated text as a string.';

const CONTEXT_LABEL = 'context, not to be translated';

/** The end of Anthropic's system text (specification, section 7), because Anthropic has no JSON mode. */
export const RESPOND_WITH_JSON_ONLY = 'Respond with valid JSON only.';

/** The unchanged prompt, then the film notes. The contract comes last, so that neither can change the form of the reply. */
export const instructions = (prompt: string, notes = ''): string => `${promptWithNotes(prompt, notes)}\n\n${CONTRACT}`;

/** A JSON object with one key, which says that its phrases are not to be translated. */
export const contextJson = (context: readonly Phrase[]): string => `{"${CONTEXT_LABEL}":${phrasesAsJson(context)}}`;

/** The user message of the corrective pass, with one difference per line. */
export const fixRequest = (errors: readonly string[]): string =>
  ['Fix these errors and send the whole JSON object again:', ...errors].join('\n');

/** The phrases as compact JSON, as they are sent: {"1":"text","2":"text"}, in order, without direction marks. */
export const phrasesAsJson = (phrases: readonly Phrase[]): string =>
  // Built as text: an object would change the order of its keys (numbers from 4294967295 on come last).
  `{${phrases.map(({ number, text }) => `"${number}":${JSON.stringify(sentText(text))}`).join(',')}}`;

/**
 * Numbers a call's phrases from 1, so that batches of equal length share a schema, and restores the reply. Only requests and replies have these numbers.
 * Everything that is stored, shown and checked has the film's numbers.
 */
export function withRelativeKeys(call: RequestFacts): {
  readonly call: RequestFacts;
  /** The reply with the film's numbers as keys. */
  readonly restore: (reply: string) => string;
} {
  const numbers = call.phrases.map(({ number }) => number);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const places = new Map(numbers.map((number, place) => [number, place + 1]));
  const phrases = call.phrases.map((phrase, place) => ({ ...phrase, number: place + 1 }));
  // Context before the phrases counts down from 0. Context after them continues their numbers.
  const before = call.context.findIndex(({ number }) => number > most);
  const first = before < 0 ? call.context.length : before;
  const context = call.context.map(
    (phrase, place): Phrase => ({
      ...phrase,
      number: place < first ? place - first + 1 : numbers.length + place - first + 1,
    }),
  );
  /** A key that was not requested becomes a number that was not requested. */
  const toFilm = (key: number): number => {
    if (key < 1) return least - 1 + key;
    return numbers[key - 1] ?? most + key - numbers.length;
  };
  const fromFilm = (number: number): number => {
    if (number < least) return number - least + 1;
    return places.get(number) ?? numbers.length + Math.max(1, number - (number > most ? most : least));
  };
  const notes = call.notes?.replace(SPEAKERS, (line) =>
    line.replace(SPEAKER, (_, number: string, name: string) => `${fromFilm(Number(number))} ${name}`),
  );
  const answer = call.correction && withKeys(call.correction.answer, fromFilm);
  return {
    call: {
      ...call,
      phrases,
      context,
      ...(notes !== undefined && { notes }),
      ...(answer !== undefined && { correction: { answer, errors: validateBatch(phrases, answer) } }),
    },
    restore: (reply) =>
      withKeys(
        plainReply(phrases, reply, () => languageOfPrompt(call.prompt)),
        toFilm,
      ),
  };
}

/** Matches the last line of the notes if it names speakers (notes/notes-text.ts). Cells with a colon are quoted, so no other line begins like this. */
const SPEAKERS = /(?<=^|\n)Speakers: .*$/;
const SPEAKER = /(\d+) ("(?:[^"\\]|\\.)*"|[^,"]*)(?=, |$)/g;

/** A whole number as a key of an object. Valid JSON has nothing else of this form, and damaged replies rarely do. */
const KEY = /"(-?(?:\d|\\u003\d)+)"(?=\s*:)/g;

/** Replaces numeric keys. Keys that are not plain whole numbers ("01") belong to no phrase and stay. */
const withKeys = (reply: string, change: (key: number) => number): string =>
  reply.replace(KEY, (whole, written: string) => {
    const key = written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
    const number = Number(key);
    return Number.isSafeInteger(number) && String(number) === key ? `"${change(number)}"` : whole;
  });

export const PHRASES_BEFORE = 10;
export const PHRASES_AFTER = 5;

/** The context for `context: 'window'`: the phrases before the first and after the last requested one. */
export function windowAround(film: readonly Phrase[], asked: readonly Phrase[]): readonly Phrase[] {
  const [first, last] = [film.findIndex(hasNumberOf(asked[0])), film.findLastIndex(hasNumberOf(asked.at(-1)))];
  if (first < 0 || last < 0) return [];
  return [...film.slice(Math.max(0, first - PHRASES_BEFORE), first), ...film.slice(last + 1, last + 1 + PHRASES_AFTER)];
}

const hasNumberOf =
  (asked: Phrase | undefined) =>
  ({ number }: Phrase) =>
    number === asked?.number;

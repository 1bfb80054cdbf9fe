import { languageOfPrompt } from '../languages/prompt-language.ts';
import { READING_SCHEMA, type ReadingRequest } from '../notes/film-reading.ts';
import { sentText } from '../subtitles/direction-marks.ts';
import type { Phrase } from '../subtitles/document.ts';
import type { Correction } from './batch.ts';
import { validateBatch } from './check-reply.ts';
import { plainReply } from './plain-reply.ts';
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
  /** The reply is held to a strict schema, where the provider takes one (withRelativeKeys), or asked for in words alone; missing: as specified. */
  readonly replyFormat?: 'schema' | 'plain' | undefined;
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
  /** The schema of a reply whose values are no texts, for who takes a schema unasked; missing: there is none. */
  readonly ownSchema?: object;
  /** The reply's form is asked for in words alone. */
  readonly isPlain?: true;
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
    ...(suggestion?.quotes && { ownSchema: quotesSchema(phrases) }),
    ...(replyFormat === 'plain' && { isPlain: true }),
  };
}

/** A schema for exactly these keys, each with a text. It uses only words of JSON Schema that all servers understand. */
export const batchSchema = (keys: readonly string[]): object => schemaOf(keys, TEXT);

/** The same with objects as values, whose keys are quotes of the originals: said once, since each phrase's would cost as much as its text. */
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

/** Phrases as they are sent: compact JSON, {"1":"text","2":"text"}, in their order, without marks of direction. */
export const phrasesAsJson = (phrases: readonly Phrase[]): string =>
  // Written by hand: an object would reorder its keys (numbers from 4294967295 on come last).
  `{${phrases.map(({ number, text }) => `"${number}":${JSON.stringify(sentText(text))}`).join(',')}}`;

/**
 * A call whose phrases count from 1, so that all its batches of one length share one schema, and the way back. The one place where numbers on
 * the wire are others than the film's: all that is stored, shown and checked has the film's.
 */
export function withRelativeKeys(call: RequestFacts): {
  readonly call: RequestFacts;
  /** The reply's text with the film's numbers as its keys. */
  readonly restore: (reply: string) => string;
} {
  const numbers = call.phrases.map(({ number }) => number);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const places = new Map(numbers.map((number, place) => [number, place + 1]));
  const phrases = call.phrases.map((phrase, place) => ({ ...phrase, number: place + 1 }));
  // What stands before the phrases counts down from 0, and what stands after them goes on counting.
  const before = call.context.findIndex(({ number }) => number > most);
  const first = before < 0 ? call.context.length : before;
  const context = call.context.map(
    (phrase, place): Phrase => ({
      ...phrase,
      number: place < first ? place - first + 1 : numbers.length + place - first + 1,
    }),
  );
  /** A key that was not asked for gets a number that was not asked for either. */
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

/** The last line of the notes, where it says who speaks (notes/notes-text.ts), and one of those in it. A cell with a colon is quoted: no other line begins so. */
const SPEAKERS = /(?<=^|\n)Speakers: .*$/;
const SPEAKER = /(\d+) ("(?:[^"\\]|\\.)*"|[^,"]*)(?=, |$)/g;

/** A whole number as the key of an object. In valid JSON nothing else looks so, and in a reply that is cut off or broken it is most likely one. */
const KEY = /"(-?(?:\d|\\u003\d)+)"(?=\s*:)/g;

/** A reply with other numbers as its keys; the rest of it stays as it is. What is no plain whole number ("01") is no phrase's key, and stays. */
const withKeys = (reply: string, change: (key: number) => number): string =>
  reply.replace(KEY, (whole, written: string) => {
    const key = written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
    const number = Number(key);
    return Number.isSafeInteger(number) && String(number) === key ? `"${change(number)}"` : whole;
  });

export const PHRASES_BEFORE = 10;
export const PHRASES_AFTER = 5;

/** The context of a request for these phrases of a film by `context: 'window'`: the phrases before the first and after the last of them. */
export function windowAround(film: readonly Phrase[], asked: readonly Phrase[]): readonly Phrase[] {
  const [first, last] = [film.findIndex(hasNumberOf(asked[0])), film.findLastIndex(hasNumberOf(asked.at(-1)))];
  if (first < 0 || last < 0) return [];
  return [...film.slice(Math.max(0, first - PHRASES_BEFORE), first), ...film.slice(last + 1, last + 1 + PHRASES_AFTER)];
}

const hasNumberOf =
  (asked: Phrase | undefined) =>
  ({ number }: Phrase) =>
    number === asked?.number;

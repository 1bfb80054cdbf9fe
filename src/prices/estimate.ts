import { byLanguage } from '../languages/language-names.ts';
import { languageOfPrompt } from '../languages/prompt-language.ts';
import type { Phrase } from '../subtitles/document.ts';
import { sentText } from '../subtitles/lines.ts';
import { batchAt, countBatches, type FilmOptions } from '../translation/batch.ts';
import {
  contextJson,
  fixRequest,
  instructions,
  PHRASES_AFTER,
  PHRASES_BEFORE,
  type RequestFacts,
} from '../translation/request.ts';
import { instructionsWithQuotes, suggestionParts } from '../translation/suggestions.ts';
import { addTokens, NO_TOKENS, type PricedModel, type Tokens } from './price.ts';
import {
  COUNTED,
  type Counted,
  countOf,
  countsOf,
  countText,
  noCounts,
  scaleOf,
  type TextCounts,
  type TokenScale,
  tokenizerOf,
} from './text-counts.ts';

/** The texts of a run's requests, besides the phrases. */
export interface Asked {
  readonly prompt: string;
  readonly model: PricedModel;
  /** The film notes of a request. */
  readonly notes?: string | undefined;
  /** Missing: as specified. */
  readonly options?: Pick<FilmOptions, 'context' | 'replyFormat'> | undefined;
}

export interface CountedPhrases {
  readonly phrases: number;
  readonly text: TextCounts;
}

/** Tokens that the provider adds around the messages. */
const REQUEST_FRAME = 10;
/** The words around the context (translation/request.ts). */
const CONTEXT_LABEL = countsOf(contextJson([]));

interface Measures {
  readonly scale: TokenScale;
  readonly instructions: number;
  /** Tokens of a translation with the content of the sample. */
  readonly sample: number;
}

function measuresOf({ prompt, model, notes = '' }: Asked): Measures {
  const scale = scaleOf(tokenizerOf(model));
  return {
    scale,
    instructions: scale.weigh(countsOf(instructions(prompt, notes))),
    sample: sampleTokens(languageOfPrompt(prompt), scale),
  };
}

/** A batch's first call, without a schema. */
function estimateBatch(batch: CountedPhrases, context: CountedPhrases, measures: Measures): Tokens {
  const { scale, instructions: ownWords, sample } = measures;
  const contextTokens = context.phrases === 0 ? 0 : jsonTokens(context, scale) + scale.weigh(CONTEXT_LABEL);
  return {
    input: REQUEST_FRAME + ownWords + contextTokens + jsonTokens(batch, scale),
    output: replyTokens(batch, sample, scale),
  };
}

/** Endpoints whose requests always contain a schema, and the one whose requests never do (providers/compatible-endpoints.ts). */
const SENT_UNASKED: ReadonlySet<string> = new Set('openrouter mistral xai ollama lmstudio llamacpp local'.split(' '));
const NEVER_SENT = 'deepseek';

type OfSchema = Pick<RequestFacts, 'suggestion' | 'reading' | 'replyFormat'> & { readonly phrases: { length: number } };

/** Tokens of the schema in a call to a model that accepts schemas. 0: the call has no schema. */
export function schemaTokens({ phrases, suggestion, reading, replyFormat }: OfSchema, endpoint: string): number {
  if (endpoint === NEVER_SENT) return 0;
  if (reading) return 200;
  const isSent = replyFormat === 'schema' || (replyFormat !== 'plain' && SENT_UNASKED.has(endpoint));
  if (suggestion?.quotes) return isSent && SENT_UNASKED.has(endpoint) ? 32 + phrases.length * 13 : 0;
  return isSent ? 15 + phrases.length * 9 : 0;
}

const jsonTokens = ({ phrases, text }: CountedPhrases, { weigh, perPhrase }: TokenScale): number =>
  weigh(text) + phrases * perPhrase;

export function countPhrases(phrases: readonly Phrase[]): CountedPhrases {
  const text = noCounts();
  for (const phrase of phrases) countText(sentText(phrase.text), text);
  return { phrases: phrases.length, text };
}

export function countFilm(phrases: readonly Phrase[]): readonly CountedPhrases[] {
  return Array.from({ length: countBatches(phrases) }, (_, index) => countPhrases(batchAt(phrases, index).phrases));
}

const NO_PHRASES: CountedPhrases = { phrases: 0, text: noCounts() };

/** Tokens of each batch's first call. */
export function estimateBatches(batches: readonly CountedPhrases[], asked: Asked): readonly Tokens[] {
  const measures = measuresOf(asked);
  return batches.map((batch, index) => {
    const [before, after] = [batches[index - 1] ?? NO_PHRASES, batches[index + 1] ?? NO_PHRASES];
    const isWindow = asked.options?.context === 'window';
    const context = isWindow ? both(some(before, PHRASES_BEFORE), some(after, PHRASES_AFTER)) : before;
    const { input, output } = estimateBatch(batch, context, measures);
    const schema = { phrases: { length: batch.phrases }, replyFormat: asked.options?.replyFormat };
    return { input: input + schemaTokens(schema, asked.model.endpoint), output, requests: 1 };
  });
}

/** `count` phrases with the average length of the batch. None for an empty batch. */
function some({ phrases, text }: CountedPhrases, count: number): CountedPhrases {
  if (phrases === 0) return NO_PHRASES;
  return { phrases: count, text: text.map((each) => (each * count) / phrases) };
}

const both = (one: CountedPhrases, other: CountedPhrases): CountedPhrases => ({
  phrases: one.phrases + other.phrases,
  text: one.text.map((each, place) => each + (other.text[place] ?? 0)),
});

/** The phrases of several batches. */
export const countedTogether = (all: readonly CountedPhrases[]): CountedPhrases => all.reduce(both, NO_PHRASES);

/** Films of which only the sums are known. */
export interface CountedFilms extends CountedPhrases {
  readonly films: number;
  readonly batches: number;
}

/** Tokens of the first calls of all batches of these films, as if all batches were alike. */
export function estimateFilms({ films, batches, ...whole }: CountedFilms, asked: Asked): Tokens {
  if (batches === 0) return NO_TOKENS;
  const each = some(whole, whole.phrases / batches);
  // A film's first batch has no context before it.
  const [first = NO_TOKENS, next = NO_TOKENS] = estimateBatches([each, each, each], asked);
  const of = (kind: 'input' | 'output') => first[kind] * films + next[kind] * (batches - films);
  return { input: of('input'), output: of('output'), requests: batches };
}

export const sumOfTokens = (all: readonly Tokens[]): Tokens => all.reduce(addTokens, NO_TOKENS);

/** Returns the tokens of the first calls of all batches with a model. Counted once for models that count alike: hundreds of models share few tokenizers. */
export function tokensByModel(
  batches: readonly CountedPhrases[],
  asked: Omit<Asked, 'model'>,
): (model: PricedModel) => Tokens {
  const known = new Map<string, Tokens>();
  return (model) => {
    const kind = `${tokenizerOf(model)} ${model.endpoint}`;
    const tokens = known.get(kind) ?? sumOfTokens(estimateBatches(batches, { ...asked, model }));
    known.set(kind, tokens);
    return tokens;
  };
}

/** Tokens of one call (translation/request.ts), without reasoning. */
export function estimateCall({ prompt, notes, ...call }: RequestFacts, model: PricedModel): Tokens {
  const { context, phrases, correction, suggestion, reading } = call;
  const schema = schemaTokens(call, model.endpoint);
  const { weigh, perPhrase } = scaleOf(tokenizerOf(model));
  const weighText = (text: string) => weigh(countsOf(text));
  if (reading)
    return {
      input: REQUEST_FRAME + weighText(reading.system + reading.user) + schema,
      // Enough for about thirty people and pairs, and forty terms.
      output: 2_000,
      requests: 1,
    };
  const measures = measuresOf({ prompt, model, notes });
  let { input, output } = estimateBatch(countPhrases(phrases), countPhrases(context), measures);
  input += schema;
  if (correction) input += weighText(correction.answer + fixRequest(correction.errors));
  if (suggestion) input += weighText(suggestionParts(suggestion, phrases).join('\n'));
  if (suggestion?.quotes) {
    input += weighText(instructionsWithQuotes(prompt, notes)) - weighText(instructions(prompt, notes));
    output += weighText(phrases.map(quoteOf).join('\n')) + phrases.length * perPhrase;
  }
  return { input, output, requests: 1 };
}

/** The words of a phrase that a reply quotes. */
const quoteOf = ({ text }: Phrase): string => text.split(/\s+/, 3).join(' ');

/**
 * Counts of the same twenty phrases in seventeen languages (bench/token-samples). Two languages together give the length of a translation. A test compares
 * these counts with the samples.
 */
export const SAMPLES: Readonly<Record<string, Partial<Readonly<Record<Counted, number>>>>> = {
  en: { latinWord: 172, latin: 639, mark: 44 },
  ar: { arabic: 495, mark: 21 },
  de: { latinWord: 167, latin: 727, latinMarked: 8, mark: 38 },
  es: { latinWord: 145, latin: 571, latinMarked: 24, mark: 36 },
  fr: { latinWord: 189, latin: 677, latinMarked: 18, mark: 49 },
  he: { hebrew: 461, mark: 33 },
  hi: { devanagari: 628, mark: 12 },
  ja: { kana: 239, han: 85, mark: 36 },
  ko: { hangul: 269, mark: 31 },
  pl: { latinWord: 132, latin: 564, latinMarked: 46, mark: 37 },
  pt: { latinWord: 165, latin: 627, latinMarked: 24, mark: 33 },
  ru: { cyrillicWord: 138, cyrillic: 614, mark: 40 },
  th: { thai: 640 },
  tr: { latinWord: 103, latin: 529, latinMarked: 59, mark: 30 },
  uk: { cyrillicWord: 138, cyrillic: 553, cyrillicOther: 44, mark: 39 },
  vi: { latinWord: 193, latin: 421, latinMarked: 180, mark: 33 },
  zh: { han: 230, mark: 36 },
};

/** Languages without a sample, under the language whose texts cost about the same. */
const LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['de', 'nl af sv da no nb nn is'],
    ['es', 'it ca gl ro id ms fil sw'],
    ['pl', 'cs sk hr sl bs hu fi et lt lv sq az'],
    ['uk', 'be sr mk bg kk ky mn'],
    ['ar', 'fa ur'],
    ['hi', 'mr ne bn gu pa ta te kn ml si'],
    ['th', 'lo km my'],
    ['zh', 'yue'],
  ].flatMap(([like = '', languages = '']) => languages.split(' ').map((language) => [language, like])),
);

const SAMPLE_COUNTS: Readonly<Record<string, TextCounts>> = Object.fromEntries(
  Object.entries(SAMPLES).map(([language, sample]) => [language, COUNTED.map((name) => sample[name] ?? 0)]),
);

/** For each script: the number of letters that say as much as the sample. The mean if several samples have this script. */
const LETTERS: Partial<Readonly<Record<Counted, number>>> = {
  latin: 640,
  latinMarked: 640,
  cyrillic: 606,
  cyrillicOther: 606,
  greek: 640,
  arabic: 495,
  hebrew: 461,
  devanagari: 628,
  thai: 640,
  han: 230,
  hangul: 269,
  other: 500,
  // Japanese text has Han letters, too.
  kana: 379,
};

/** `sample`: tokens of a reply as long as the sample. */
function replyTokens({ text, phrases }: CountedPhrases, sample: number, { perPhrase }: TokenScale): number {
  // Some models write objects on one line, others on many, which costs 2.8 tokens more per phrase. 1.4 is the middle.
  return shareOfSample(text) * sample + phrases * (perPhrase + 1.4);
}

/** How much the text says, compared with the sample (1). */
function shareOfSample(text: TextCounts): number {
  let share = 0;
  for (const name of COUNTED) share += countOf(text, name) / (LETTERS[name] ?? Number.POSITIVE_INFINITY);
  return share;
}

/** `target`: BCP 47. Unknown languages get the average. */
function sampleTokens(target: string | undefined, { weigh }: TokenScale): number {
  const counts = byLanguage(SAMPLE_COUNTS, target) ?? byLanguage(SAMPLE_COUNTS, byLanguage(LIKE, target));
  if (counts) return weigh(counts);
  const all = Object.values(SAMPLE_COUNTS).map(weigh);
  return all.reduce((sum, tokens) => sum + tokens, 0) / all.length;
}

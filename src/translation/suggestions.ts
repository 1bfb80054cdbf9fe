import { assertNever } from '../lib/result.ts';
import type { Phrase } from '../subtitles/document.ts';
import { withoutDirectionMarks } from '../subtitles/lines.ts';
import { translationsOf, validateBatch } from './check-reply.ts';
import { findJson, isObject, readReply } from './read-reply.ts';
import { hasEveryKey } from './usable-reply.ts';

/** The kinds of other translation that a person may want for single lines. */
export type Wish =
  | { readonly kind: 'again' | 'more-formal' | 'more-casual' | 'more-literal' }
  /** `most`: the most characters, by line number. */
  | { readonly kind: 'shorter'; readonly most: Readonly<Record<number, number>> }
  /** `problems`: in words, by line number. */
  | { readonly kind: 'fix'; readonly problems: Readonly<Record<number, readonly string[]>> }
  /** In the person's own words. */
  | { readonly kind: 'told'; readonly words: string };

export type WishKind = Wish['kind'];

/** A line beside the requested ones, sent as context. */
export interface Neighbour {
  readonly number: number;
  readonly original: string;
  /** undefined: the line is not translated yet. */
  readonly translation: string | undefined;
}

export interface SuggestionFacts {
  readonly wish: Wish;
  readonly neighbours: readonly Neighbour[];
  /** By line number: the present translation and earlier suggestions. Missing if they would mislead the model. */
  readonly present: Readonly<Record<number, readonly string[]>>;
  /** True: each answer must quote the beginning of its original, so that the page detects swapped answers. */
  readonly quotes: boolean;
}

// The fixed words of a request for suggestions, in addition to those of a batch (request.ts).

const NEIGHBOURS_LABEL = 'context, not to be translated: [original, present translation]';

const CONTRACT_WITH_QUOTES =
  'Reply with one JSON object and nothing else. It has exactly the same keys as the phrases to translate; each value is an object with one key, the first words of the original line (at most three), and the translated text of the whole line as its value.';

/** The unchanged prompt and the film notes. */
export const promptWithNotes = (prompt: string, notes: string): string =>
  notes === '' ? prompt : `${prompt}\n\n${notes}`;

/** The instructions end with the form of a reply that quotes the originals. */
export const instructionsWithQuotes = (prompt: string, notes = ''): string =>
  `${promptWithNotes(prompt, notes)}\n\n${CONTRACT_WITH_QUOTES}`;

/** The texts before the phrases: neighbours, the wish, and present translations. */
export function suggestionParts(facts: SuggestionFacts, phrases: readonly Phrase[]): readonly string[] {
  const { neighbours, present, wish } = facts;
  const texts = phrases.flatMap(({ number }) => (present[number] ? [[number, present[number]] as const] : []));
  return [
    ...(neighbours.length > 0 ? [neighboursJson(neighbours)] : []),
    [wishSentence(wish, phrases), ...(texts.length > 0 ? [presentWords(texts)] : [])].join('\n'),
  ];
}

// Built as text: an object would change the order of its keys.
const neighboursJson = (neighbours: readonly Neighbour[]): string =>
  `{${JSON.stringify(NEIGHBOURS_LABEL)}:{${neighbours
    .map(
      ({ number, original, translation }) =>
        `"${number}":${JSON.stringify([original, translation ?? ''].map(withoutDirectionMarks))}`,
    )
    .join(',')}}}`;

const presentWords = (texts: readonly (readonly [number: number, texts: readonly string[]])[]): string =>
  `How they are translated now: {${texts
    .map(([number, present]) => [number, present.map(withoutDirectionMarks)] as const)
    .map(([number, now]) => `"${number}":${JSON.stringify(now.length === 1 ? now[0] : now)}`)
    .join(',')}}`;

function wishSentence(wish: Wish, phrases: readonly Phrase[]): string {
  switch (wish.kind) {
    case 'again':
      return 'Translate these lines once more, in other words than now.';
    case 'more-formal':
      return 'Translate these lines more formally than now.';
    case 'more-casual':
      return 'Translate these lines more casually than now.';
    case 'more-literal':
      return 'Translate these lines more literally than now.';
    case 'shorter':
      return `Translate these lines shorter than now, with so many characters at most, spaces counted: ${byNumber(phrases, ({ number }) => wish.most[number]?.toString())}.`;
    case 'fix':
      return `Translate these lines anew, without what is wrong with them now: ${byNumber(phrases, ({ number }) => wish.problems[number]?.join(' '))}`;
    case 'told':
      return wish.words;
    default:
      return assertNever(wish);
  }
}

const byNumber = (phrases: readonly Phrase[], wordsOf: (phrase: Phrase) => string | undefined): string =>
  phrases
    .flatMap((phrase) => {
      const words = wordsOf(phrase);
      return words === undefined || words === '' ? [] : [`${phrase.number}: ${words}`];
    })
    .join('; ');

interface ReadSuggestions {
  /** Usable suggestions by line number. If keys are missing, two lines may be merged, so only texts that quote their original count. */
  readonly texts: ReadonlyMap<number, string>;
  /** Differences for the corrective pass, in order. A text that is too long is listed here and is still in `texts`. */
  readonly errors: readonly string[];
}

/** `charactersOf`: counts visible characters. */
export function readSuggestions(
  phrases: readonly Phrase[],
  { wish, quotes, neighbours }: SuggestionFacts,
  replyText: string,
  charactersOf: (text: string) => number,
): ReadSuggestions {
  const misquoted = quotes ? misquotedIn(phrases, replyText) : [];
  const left = phrases.filter(({ number }) => !misquoted.includes(number));
  // Without a JSON object, nothing distinguishes a quote from a text.
  const beside = neighbours.map(({ number }) => number);
  const isEachKnown = quotes ? readReply(replyText).keys !== undefined : hasEveryKey(phrases, replyText, beside);
  const texts = isEachKnown ? translationsOf(left, replyText) : new Map<number, string>();
  const most = wish.kind === 'shorter' ? wish.most : {};
  const tooLong = [...texts].flatMap(([number, text]) => {
    const [count, limit] = [charactersOf(text), most[number] ?? Number.POSITIVE_INFINITY];
    return count > limit ? [`Line ${number} has ${count} characters, at most ${limit} are allowed.`] : [];
  });
  const misquotes = misquoted.map((number) => `Key ${number} does not quote the beginning of its own original line.`);
  return { texts, errors: [...validateBatch(phrases, replyText), ...misquotes, ...tooLong] };
}

/** Lines whose answer does not quote their original. */
function misquotedIn(phrases: readonly Phrase[], replyText: string): readonly number[] {
  const { parsed } = findJson(replyText);
  const values = new Map<string, unknown>(parsed.ok && isObject(parsed.value) ? Object.entries(parsed.value) : []);
  const misquoted = phrases.filter(({ number, text }) => {
    const value = values.get(String(number));
    const [quote] = isObject(value) ? Object.keys(value) : [];
    return value !== undefined && !(quote !== undefined && isQuoteOf(quote, text));
  });
  return misquoted.map(({ number }) => number);
}

/** Compares only letters and digits, because models change tags, dashes and capitals. */
function isQuoteOf(quote: string, original: string): boolean {
  const [said, meant] = [bare(quote), bare(original)];
  return meant === '' || (said !== '' && meant.startsWith(said));
}

const bare = (text: string): string =>
  withoutDirectionMarks(text)
    .normalize('NFKC')
    .replaceAll(/<[^>]*>|\{[^}]*\}|⟦[^⟧]*⟧/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '')
    .toLowerCase();

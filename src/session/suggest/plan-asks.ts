import { stampOf } from '../../lib/stamp.ts';
import type { Phrase } from '../../subtitles/document.ts';
import { PHRASES_PER_BATCH } from '../../translation/batch.ts';
import type { Neighbour, SuggestionFacts, Wish } from '../../translation/suggestions.ts';
import { batchOfLine, isReadable, lineOf, placeOf } from '../lines/lines.ts';
import type { NewAsk } from '../session.ts';
import type { SessionState } from '../session-state.ts';

type Film = Pick<SessionState, 'phrases' | 'results' | 'suggestions'>;

/** Default number of neighbours on each side of a line that is asked for. */
const NEIGHBOURS = 3;

export interface AskOptions {
  /** Neighbours on each side of a line; missing: 3. */
  readonly neighbours?: number;
  /** Each answer has to quote the first words of its original. */
  readonly quotes?: boolean;
  /** Numbers of the lines whose present text is not sent, since it would mislead the model. */
  readonly withoutPresent?: ReadonlySet<number>;
}

/** Whether a line can be asked for: its batch has a readable output, so that a suggestion can be used. */
export const canAskFor = ({ phrases, results }: Film, number: number): boolean =>
  isReadable(results[batchOfLine(phrases, number) ?? -1]);

/** The asks for these lines, at most 20 lines in one, in the order of the film; lines that cannot be asked for are left out. */
export function planAsks(
  film: Film,
  numbers: readonly number[],
  wish: Wish,
  options: AskOptions = {},
): readonly NewAsk[] {
  const places = [...new Set(numbers)]
    .filter((number) => canAskFor(film, number))
    .flatMap((number) => placeOf(film.phrases, number) ?? [])
    .sort((one, other) => one - other);
  const asks: NewAsk[] = [];
  for (let from = 0; from < places.length; from += PHRASES_PER_BATCH) {
    asks.push(askFor(film, places.slice(from, from + PHRASES_PER_BATCH), wish, options));
  }
  return asks;
}

function askFor(film: Film, places: readonly number[], wish: Wish, options: AskOptions): NewAsk {
  const phrases = places.flatMap((place) => film.phrases[place] ?? []);
  const suggestion: SuggestionFacts = {
    wish: wishFor(wish, phrases),
    neighbours: neighboursOf(film, places, options.neighbours ?? NEIGHBOURS),
    present: Object.fromEntries(
      phrases.flatMap(({ number }) => {
        const texts = options.withoutPresent?.has(number) ? [] : presentTexts(film, number);
        return texts.length === 0 ? [] : [[number, texts]];
      }),
    ),
    quotes: options.quotes ?? false,
  };
  return {
    phrases,
    suggestion,
    of: Object.fromEntries(phrases.map(({ number }) => [number, stampOfLine(film, number)])),
  };
}

/** Stamp of a line's present translation. A suggestion with another stamp was made for an earlier text. */
export const stampOfLine = (film: Pick<Film, 'phrases' | 'results'>, number: number): string =>
  stampOf(lineOf(film, number)?.translation ?? '');

/** The wish without what it says of lines that are not in this ask. */
function wishFor(wish: Wish, phrases: readonly Phrase[]): Wish {
  const pick = <T>(all: Readonly<Record<number, T>>): Readonly<Record<number, T>> =>
    Object.fromEntries(phrases.flatMap(({ number }) => (all[number] === undefined ? [] : [[number, all[number]]])));
  if (wish.kind === 'shorter') return { ...wish, most: pick(wish.most) };
  return wish.kind === 'fix' ? { ...wish, problems: pick(wish.problems) } : wish;
}

function presentTexts(film: Film, number: number): readonly string[] {
  const { translation = '' } = lineOf(film, number) ?? {};
  const of = stampOf(translation);
  const before = (film.suggestions[number] ?? []).flatMap((one) => (one.of === of ? (one.text ?? []) : []));
  return [...new Set([translation, ...before])].filter((text) => text.trim() !== '');
}

function neighboursOf(film: Film, places: readonly number[], count: number): readonly Neighbour[] {
  const wanted = new Set(places);
  const beside = new Set<number>();
  for (const place of places) {
    for (let by = -count; by <= count; by++) if (!wanted.has(place + by)) beside.add(place + by);
  }
  return [...beside]
    .sort((one, other) => one - other)
    .flatMap((place) => {
      const phrase = film.phrases[place];
      if (!phrase) return [];
      return { number: phrase.number, original: phrase.text, translation: lineOf(film, phrase.number)?.translation };
    });
}

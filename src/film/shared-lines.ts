import { SPACELESS } from '../languages/scripts.ts';
import { wordsOf } from '../review/text/words.ts';
import type { Phrase } from '../subtitles/document.ts';
import { withoutTags } from '../subtitles/tags.ts';
import { hasText, isConfirmed, lineOf, type Marked, marksOf } from './lines.ts';

/** Finds lines with the same words in several films of a series, so that they can share a translation. */

/** A translation that a person has confirmed. */
interface ConfirmedLine {
  readonly number: number;
  /** The original without tags and line breaks. */
  readonly said: string;
  readonly text: string;
}

/** A confirmed translation from another film, for a line with the same original. */
export interface Offer {
  readonly text: string;
  /** "E01, line 12". */
  readonly from: string;
}

export type SameLines = ReadonlyMap<number, readonly Offer[]>;

/** Shorter lines occur everywhere and mean something else each time. */
const LEAST_WORDS = 3;
const LEAST_LETTERS = 8;
/** The page shows three; one more is stored, because one may be the line's own text. */
export const MOST_OFFERS = 3;

/** The original in the form in which lines are compared; undefined: it is too short. */
function saidIn(original: string): string | undefined {
  const plain = withoutTags(original.replace(/<br\b[^<>]*>/gi, '\n'));
  if (SPACELESS.test(plain)) {
    const said = plain.replace(/\s+/g, '');
    return (said.match(/\p{L}/gu)?.length ?? 0) >= LEAST_LETTERS ? said : undefined;
  }
  return wordsOf(plain).length >= LEAST_WORDS ? plain.replace(/\s+/g, ' ').trim() : undefined;
}

/** The confirmed lines of a film that other films may share, as one text, which passes to the worker faster than many objects; '': none. */
export function confirmedLines(film: Marked): string {
  const numbers = Object.keys(film.marks).map(Number);
  const lines = numbers.flatMap((number): readonly ConfirmedLine[] => {
    const line = film.marks[number]?.confirmed ? lineOf(film, number) : undefined;
    if (!line || !hasText(line) || !isConfirmed(marksOf(film, line))) return [];
    const said = saidIn(line.original);
    return said === undefined ? [] : [{ number, said, text: line.translation ?? '' }];
  });
  return lines.length === 0 ? '' : JSON.stringify(lines);
}

/** The offers for the lines of a film. `films`: the other films with their confirmed lines. Offers of earlier ones come first. */
export function offersFor(
  phrases: readonly Phrase[],
  films: readonly { readonly name: string; readonly confirmed: string }[],
): SameLines {
  const bySaid = new Map<string, Offer[]>();
  for (const { name, confirmed } of films)
    for (const { said, text, number } of JSON.parse(confirmed || '[]') as readonly ConfirmedLine[]) {
      const known = bySaid.get(said) ?? [];
      if (known.length > MOST_OFFERS || known.some((offer) => offer.text === text)) continue;
      bySaid.set(said, [...known, { text, from: `${name}, line ${number}` }]);
    }
  const offers = new Map<number, readonly Offer[]>();
  for (const { number, text } of phrases) {
    const found = bySaid.get(saidIn(text) ?? '');
    if (found) offers.set(number, found);
  }
  return offers;
}

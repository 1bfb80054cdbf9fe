import { SPACELESS } from '../languages/scripts.ts';
import { wordsOf } from '../review/text/words.ts';
import type { Phrase } from '../subtitles/document.ts';
import { withoutTags } from '../subtitles/tags.ts';
import { hasText, isConfirmed, lineOf, type Marked, marksOf } from './lines.ts';

/** What films of a series say in the very same words, so that one translation can be used for all of it. */

/** A translation that a person has confirmed. */
interface ConfirmedLine {
  readonly number: number;
  /** The original without tags and line breaks. */
  readonly said: string;
  readonly text: string;
}

/** A confirmed translation of another film, for a line that says the same. */
export interface Offer {
  readonly text: string;
  /** "E01, line 12". */
  readonly from: string;
}

export type SameLines = ReadonlyMap<number, readonly Offer[]>;

/** Shorter lines are said everywhere, and mean something else in each place. */
const LEAST_WORDS = 3;
const LEAST_LETTERS = 8;
/** Three are shown; one of those that are kept may be the line's own text. */
export const MOST_OFFERS = 3;

/** The original as it is compared; undefined: it is too short. */
function saidIn(original: string): string | undefined {
  const plain = withoutTags(original.replace(/<br\b[^<>]*>/gi, '\n'));
  if (SPACELESS.test(plain)) {
    const said = plain.replace(/\s+/g, '');
    return (said.match(/\p{L}/gu)?.length ?? 0) >= LEAST_LETTERS ? said : undefined;
  }
  return wordsOf(plain).length >= LEAST_WORDS ? plain.replace(/\s+/g, ' ').trim() : undefined;
}

/** The confirmed lines of a film that other films may say, too, as a text, which is passed on faster than many objects; empty: there are none. */
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

/** The offers for the lines of a film. `films`: the others with their confirmed lines, those first whose offers come first. */
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

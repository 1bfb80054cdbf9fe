import { decodeAs, type EncodingName } from './encodings.ts';

/** The most common encoding first; a rarer one wins only when its score is better by more than its handicap. */
const CANDIDATES = [
  { encoding: 'windows-1251', handicap: 0 },
  { encoding: 'KOI8-R', handicap: 0.05 },
  { encoding: 'KOI8-U', handicap: 0.06 },
  { encoding: 'IBM866', handicap: 0.1 },
  { encoding: 'MacCyrillic', handicap: 0.1 },
  { encoding: 'ISO-8859-5', handicap: 0.15 },
] as const;

/** Occurrences in 10,000 letters of Russian text. The neighbours' letters are set low where wrong encodings often produce them. */
const FREQUENCIES: Readonly<Record<string, number>> = {
  ...{ о: 1097, е: 845, а: 801, и: 735, н: 670, т: 626, с: 547, р: 473, в: 454, л: 440, к: 349, м: 321, д: 298 },
  ...{ п: 281, у: 262, я: 201, ы: 190, ь: 174, г: 170, з: 165, б: 159, ч: 144, й: 121, х: 97, ж: 94, ш: 73, ю: 64 },
  ...{ ц: 48, щ: 36, э: 32, ф: 26, ъ: 15, ё: 20, і: 550, ї: 60, є: 60, ґ: 2, ў: 100, ј: 400, љ: 5, њ: 10, ђ: 2 },
  ...{ ћ: 10, џ: 1, ѓ: 1, ќ: 1, ѕ: 1 },
};
const LIKELIHOOD = new Map(Object.entries(FREQUENCIES).map(([letter, count]) => [letter, Math.log(count / 10_000)]));

const CAPITAL = -0.4;
const CAPITAL_AFTER_SMALL = -8;
const LATIN_NEIGHBOUR = -4;
const PUNCTUATION = -5;
const NO_TEXT = -9;
const USUAL_PUNCTUATION = new Set('«»–—…“”„’‘№\u00a0');

export interface CyrillicGuess {
  readonly encoding: EncodingName;
  /** Mean log-likelihood of the characters above ASCII: about -3 for running text, below -4 for text that is not Cyrillic. */
  readonly score: number;
}

/**
 * The Cyrillic encoding in which the bytes read most like words: common letters often, capitals only where words
 * begin, few symbols. Detectors by letter triples often take KOI8, Mac and DOS texts for one another.
 */
export function guessCyrillic(bytes: Uint8Array): CyrillicGuess {
  const guesses = CANDIDATES.map(({ encoding, handicap }) => ({
    encoding,
    score: cyrillicScore(decodeAs(bytes, encoding)) - handicap,
  }));
  return guesses.reduce((best, guess) => (guess.score > best.score ? guess : best));
}

function cyrillicScore(text: string): number {
  let sum = 0;
  let count = 0;
  let previous = '';
  for (const character of text) {
    if (character > '\u007f') {
      sum += likelihood(character, previous);
      count++;
    }
    previous = character;
  }
  return count === 0 ? Number.NEGATIVE_INFINITY : sum / count;
}

function likelihood(character: string, previous: string): number {
  const small = character.toLowerCase();
  const known = LIKELIHOOD.get(small);
  if (known === undefined) return USUAL_PUNCTUATION.has(character) ? PUNCTUATION : NO_TEXT;
  const beside = /[a-z]/i.test(previous) ? LATIN_NEIGHBOUR : 0;
  if (character === small) return known + beside;
  return known + beside + (LIKELIHOOD.has(previous) ? CAPITAL_AFTER_SMALL : CAPITAL);
}

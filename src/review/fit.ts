import { see } from './seen-line.ts';

/** How much there is to read, and how fast. */
export interface Fit {
  /** Visible characters: tags and line breaks left out, spaces counted. */
  readonly characters: number;
  /** Visible characters of the longest line. */
  readonly longestLine: number;
  readonly lines: number;
  /** Visible characters a second, to one decimal; undefined: the timing cannot be read or is of no length. */
  readonly charactersPerSecond: number | undefined;
}

/** How a text fits the seconds (SourceFacts.seconds) for which it is shown. */
export function fitOf(text: string, seconds: number | undefined): Fit {
  const { characters, longestLine, lines } = see(text);
  return { characters, longestLine, lines: lines.length, charactersPerSecond: speedOf(characters, seconds) };
}

/** Characters a second, rounded as shown: what is said to have 17 characters a second is not faster than 17. */
export const speedOf = (characters: number, seconds: number | undefined): number | undefined =>
  seconds === undefined || seconds <= 0 ? undefined : Math.round((characters / seconds) * 10) / 10;

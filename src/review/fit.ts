import { measure } from './measured-line.ts';
import type { Limits } from './rules.ts';

/** How much a viewer has to read, and how fast. */
export interface Fit {
  /** Visible characters: tags and line breaks left out, spaces counted. */
  readonly characters: number;
  /** Visible characters of the longest line. */
  readonly longestLine: number;
  readonly lines: number;
  /** Visible characters a second, to one decimal; undefined: the timing cannot be read or is of no length. */
  readonly charactersPerSecond: number | undefined;
}

/** How a text fits its time on the screen, in seconds (secondsOf); undefined: the timing cannot be read. */
export function fitOf(text: string, seconds: number | undefined): Fit {
  const { characters, longestLine, lines } = measure(text);
  return { characters, longestLine, lines: lines.length, charactersPerSecond: speedOf(characters, seconds) };
}

/** Characters a second, rounded to the decimal that the page shows, so that a text shown with 17 is not judged faster than 17. */
export const speedOf = (characters: number, seconds: number | undefined): number | undefined =>
  seconds === undefined || seconds <= 0 ? undefined : Math.round((characters / seconds) * 10) / 10;

/**
 * To how many visible characters a text is to be shortened: as many as can be read in its `seconds` on the screen and as fit into its
 * lines, but fewer than the text has now. At least 1.
 */
export function roomFor(text: string, seconds: number | undefined, limits: Limits): number {
  const inLines = limits.charactersPerLine * limits.lines;
  const inTime = seconds === undefined || seconds <= 0 ? inLines : Math.floor(limits.charactersPerSecond * seconds);
  const { characters } = measure(text);
  return Math.max(1, Math.min(inLines, inTime, characters > 0 ? characters - 1 : inLines));
}

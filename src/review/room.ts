import type { Limits } from './limits.ts';
import { see } from './seen-line.ts';

/**
 * To how many visible characters a text is to be shortened: as many as can be read in its `seconds` on the screen and as fit into its
 * lines, but fewer than the text has now. At least 1.
 */
export function roomFor(text: string, seconds: number | undefined, limits: Limits): number {
  const inLines = limits.charactersPerLine * limits.lines;
  const inTime = seconds === undefined || seconds <= 0 ? inLines : Math.floor(limits.charactersPerSecond * seconds);
  const { characters } = see(text);
  return Math.max(1, Math.min(inLines, inTime, characters > 0 ? characters - 1 : inLines));
}

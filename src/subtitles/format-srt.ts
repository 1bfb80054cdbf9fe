import { isBlank, linesOf } from './lines.ts';
import type { Phrase } from './phrase.ts';

/**
 * The text of an .srt file: number, time and text, a blank line between phrases, one "\n" at the end; empty for no phrases.
 * Blank lines inside a text are dropped, since a reader would take them for the end of the phrase.
 */
export function formatSrt(phrases: readonly Phrase[]): string {
  const blocks = phrases.map(({ number, time, text }) =>
    [number, time, ...linesOf(text).filter((line) => !isBlank(line))].join('\n'),
  );
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

import type { Steps } from '../../subtitles/document.ts';
import { linesOf } from '../../subtitles/lines.ts';
import type { Line } from '../line.ts';
import { type FinishedTextOptions, finishedText } from './finished-text.ts';

/** Players have room for two. */
const MOST_LINES = 2;

/** How many phrases have more lines than players have room for, since they stand there in both languages. */
export function* countTall(lines: readonly Line[], options: FinishedTextOptions): Steps<number> {
  let count = 0;
  for (const { original, translation } of lines) {
    yield;
    const parts = translation === undefined ? '' : finishedText(translation, original, options);
    if (typeof parts === 'string') continue;
    if (parts.reduce((sum, { text }) => sum + linesOf(text).length, 0) > MOST_LINES) count += 1;
  }
  return count;
}

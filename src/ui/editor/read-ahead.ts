import { Text } from '@codemirror/state';
import { nextTask } from '../../clock/next-task.ts';

/** Work in one go before the page gets its turn. */
const SLICE_MS = 4;
const SLICE_CHARACTERS = 32_000;

let last: { readonly text: string; readonly lines: Text } | undefined;

/** Splits a long text into the editor's lines, in slices with the page's own work between them. */
export async function readAhead(text: string): Promise<void> {
  if (last?.text === text) return;
  let lines = Text.empty;
  let sliceEnd = performance.now() + SLICE_MS;
  for (let start = 0; start < text.length; ) {
    if (performance.now() > sliceEnd) {
      await nextTask();
      sliceEnd = performance.now() + SLICE_MS;
    }
    const end = text.indexOf('\n', start + SLICE_CHARACTERS) + 1 || text.length;
    lines = lines.append(Text.of(text.slice(start, end).split(LINE_END)));
    start = end;
  }
  last = { text, lines };
}

/** The lines of a text that was read ahead, given once; otherwise the text, which the editor splits by itself. */
export function takeLines(text: string): Text | string {
  if (last?.text !== text) return text;
  const { lines } = last;
  last = undefined;
  return lines;
}

const LINE_END = /\r\n?|\n/;

import { Text } from '@codemirror/state';
import { nextTask } from '../../clock/next-task.ts';

/** Longest work in one task, so that the page stays responsive. */
const SLICE_MS = 4;
const SLICE_CHARACTERS = 32_000;

let latest: { readonly text: string; readonly lines: Text } | undefined;

/** Splits a long text into the editor's lines, in slices between which the page does its own work. */
export async function readAhead(text: string): Promise<void> {
  if (latest?.text === text) return;
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
  latest = { text, lines };
}

/** The lines of the text that was read ahead, once; for any other text the text itself, which the editor splits. */
export function takeLines(text: string): Text | string {
  if (latest?.text !== text) return text;
  const { lines } = latest;
  latest = undefined;
  return lines;
}

const LINE_END = /\r\n?|\n/;

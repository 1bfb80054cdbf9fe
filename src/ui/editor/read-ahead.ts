import { Text } from '@codemirror/state';
import { runInSlices } from '../../clock/run-in-slices.ts';

/** Read at once. */
const STEP_CHARACTERS = 32_000;

let latest: { readonly text: string; readonly lines: Text } | undefined;

/** Splits a long text into the editor's lines, in slices between which the page does its own work. */
export async function readAhead(text: string): Promise<void> {
  if (latest?.text === text) return;
  const lines = await runInSlices(splitInSteps(text), new AbortController().signal);
  if (lines) latest = { text, lines };
}

function* splitInSteps(text: string): Generator<undefined, Text> {
  let lines = Text.empty;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start + STEP_CHARACTERS) + 1 || text.length;
    lines = lines.append(Text.of(text.slice(start, end).split(LINE_END)));
    start = end;
    yield;
  }
  return lines;
}

/** The lines of the text that was read ahead, once; for any other text the text itself, which the editor splits. */
export function takeLines(text: string): Text | string {
  if (latest?.text !== text) return text;
  const { lines } = latest;
  latest = undefined;
  return lines;
}

const LINE_END = /\r\n?|\n/;

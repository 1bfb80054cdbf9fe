import type { Text } from '@codemirror/state';
import { once } from '../../lib/once.ts';

/** Where the phrases of a subtitle text stand, in their order. */
export interface Timings {
  /** Of each phrase's timing line: its number, counted from 1. */
  readonly lines: readonly number[];
  readonly texts: readonly string[];
  /** Of a timing line's text: the first phrase that has it. */
  readonly placeOf: ReadonlyMap<string, number>;
}

export const timingsOf = once((doc: Text): Timings => {
  const lines: number[] = [];
  const texts: string[] = [];
  const placeOf = new Map<string, number>();
  let number = 0;
  for (const line of doc.iterLines()) {
    number++;
    if (!line.includes('-->')) continue;
    const text = line.trim();
    if (!placeOf.has(text)) placeOf.set(text, lines.length);
    lines.push(number);
    texts.push(text);
  }
  return { lines, texts, placeOf };
});

/** The place of the phrase that the line belongs to; its number stands before the timing line. -1: before the first one. */
export function phraseAtLine({ lines }: Timings, line: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) - 1 <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The place of the same phrase in another text; undefined: it has none of this time. */
export function samePhrase(from: Timings, place: number, to: Timings): number | undefined {
  const text = from.texts[place];
  if (text === undefined) return undefined;
  return to.texts[place] === text ? place : to.placeOf.get(text);
}

import { expect, test } from 'vitest';
import type { Line } from '../../../../review/line.ts';
import { createSearch } from './find-engine.ts';

const EXPRESSION = { matchCase: false, wholeWord: false, regularExpression: true };

const lines = (count: number, text: string): readonly Line[] =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, time: '', original: text, translation: text }));

function search(query: string) {
  const made = createSearch(query, EXPRESSION);
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

test('[D14.30] a slow expression over 10,000 lines ends after half a second, and says how many lines it has left out', () => {
  const film = lines(10_000, 'Never mind what he said to you about the house by the sea and the boat');
  const slow = search('[^,]{1,60},');
  const start = performance.now();
  for (const line of film) slow.hitsOf(line);
  // Each line is asked for again as it is drawn and replaced.
  for (const line of film) slow.replaceIn(line, '');
  expect(performance.now() - start).toBeLessThan(1_500);
  expect(slow.missed(film).unsearched).toBeGreaterThan(0);

  const few = film.slice(0, 100);
  const fast = search('sea');
  expect(few.every((line) => fast.hitsOf(line))).toBe(true);
  expect(fast.missed(few)).toEqual({ unsearched: 0, cutShort: 0 });
});

test('[D14.30] a line that was not searched to its end is told of, and one that was is not', () => {
  const [long, short] = [...lines(1, 'a'.repeat(5_000)), ...lines(1, 'aa b')] as [Line, Line];
  const slow = search('[^,]{1,90},');
  expect(slow.hitsOf(long)).toBeUndefined();
  expect(slow.hitsOf(short)).toBeUndefined();
  expect(slow.missed([long, short])).toEqual({ unsearched: 0, cutShort: 1 });
});

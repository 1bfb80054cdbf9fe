import { expect, test } from 'vitest';
import type { Line } from './line.ts';
import { repeatsOf } from './repeats.ts';

const line = (number: number, original: string, translation: string | undefined): Line => ({
  number,
  time: '00:00:01,000 --> 00:00:02,000',
  original,
  translation,
});

test('the same original with the same old translation, whatever its tags, case and spaces', () => {
  const lines = [
    line(1, 'Yes, sir.', 'Sim.'),
    line(7, '<i>YES,\nsir.</i> ', 'Sim.'),
    line(9, 'Yes, sir.', 'Pois não.'),
    line(12, 'Yes.', 'Sim.'),
    line(20, 'yes, sir.', undefined),
    line(45, 'Yes, sir.', 'Sim, senhor.'),
    line(60, 'Yes, sir.', 'Sim.'),
  ];
  expect(repeatsOf(lines, 45, 'Sim.')).toEqual([1, 7, 60]);
  expect(repeatsOf(lines, 45, 'Claro.')).toEqual([]);
});

test('an original without words has no repeats, nor has a line that is not there', () => {
  const lines = [line(1, '<i></i>', 'x'), line(2, '{\\an8}', 'x')];
  expect(repeatsOf(lines, 1, 'x')).toEqual([]);
  expect(repeatsOf(lines, 3, 'x')).toEqual([]);
});

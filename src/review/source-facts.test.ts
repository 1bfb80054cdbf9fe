import { expect, test } from 'vitest';
import { lineOf } from '../../test/review-film.ts';
import { limitsOfFilm } from './film-facts.ts';
import { limitsFor } from './rules.ts';
import { sourceFacts, timingProblems } from './source-facts.ts';

const timed = (...spans: [startMs: number, endMs: number][]) =>
  spans.map(([startMs, endMs], index) => ({ number: index + 1, timing: { startMs, endMs } }));

test.each([
  ['a usual length and gap', timed([0, 2_000], [2_100, 4_000]), undefined],
  ['less than five sixths of a second', timed([0, 500]), 'Shown for 0.5 s, 0.83 s at least.'],
  ['more than 7 seconds', timed([0, 7_250]), 'Shown for 7.25 s, 7 s at most.'],
  ['no duration', timed([1_000, 1_000]), 'It ends when it begins.'],
  ['an end before its beginning', timed([2_000, 1_000]), 'It ends before it begins.'],
  ['an overlap', timed([0, 2_000], [1_500, 4_000]), 'It overlaps line 2 by 0.5 s.'],
  ['a gap below two frames', [...timed([0, 2_000], [2_040, 4_000]), ...apart()], '0.04 s to line 2, 0.08 s at least.'],
  ['small gaps throughout the film', timed([0, 2_000], [2_000, 4_000], [4_000, 6_000]), undefined],
  ['an unreadable line', [{ number: 1, timing: undefined }, ...apart()], undefined],
])('judges a timing with %s', (_, lines, words) => {
  expect(timingProblems(lines).get(1)).toBe(words);
});

function apart() {
  return Array.from({ length: 10 }, (_, index) => ({
    number: 10 + index,
    timing: { startMs: 10_000 + index * 5_000, endMs: 12_000 + index * 5_000 },
  }));
}

test.each([
  ['of usual speed', 28, 'ja', 7],
  ['of usual speed', 28, 'zh', 9],
  ['of usual speed', 28, 'pt', 17],
  ['faster than any limit', 54, 'pt', 27],
])('[D14.46] sets the speed limit of a film %s (%d characters in 2 seconds) into %s', (_, characters, into, limit) => {
  const lines = Array.from({ length: 20 }, (_, index) => ({
    ...lineOf('And so it is in this film of ours, as you see, and as you hear it.'.slice(0, characters), '', index),
    time: '00:00:01,000 --> 00:00:03,000',
  }));
  expect(limitsOfFilm(sourceFacts(lines), into).charactersPerSecond).toBe(limit);
  expect(limitsOfFilm(sourceFacts(lines.slice(1)), into).charactersPerSecond).toBe(limitsFor(into).charactersPerSecond);
});

test.each([
  ['keeps the limit in most lines', 15, 'uk', 42],
  ['is not broken into lines', 30, 'uk', 100],
  ['is not broken into lines, into Chinese', 30, 'zh', 32],
  ['is not broken into lines, into an unknown language', 30, undefined, 100],
])('[D14.46] sets the line limit of a film that %s', (_, long, into, limit) => {
  const lines = Array.from({ length: 100 }, (_, index) =>
    lineOf(
      (index < long ? 'and that is what the film is '.repeat(4) : 'This is it, and you know.').slice(0, 80),
      '',
      index,
    ),
  );
  expect(limitsOfFilm(sourceFacts(lines), into)).toMatchObject({ charactersPerLine: limit, lines: 2 });
});

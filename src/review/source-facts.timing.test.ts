import { expect, test } from 'vitest';
import { lineOf } from '../../test/review-film.ts';
import { limitsOfFilm } from './film-facts.ts';
import { limitsFor } from './rules.ts';
import { sourceFacts, timingProblems } from './source-facts.ts';

const timed = (...spans: [startMs: number, endMs: number][]) =>
  spans.map(([startMs, endMs], index) => ({ number: index + 1, timing: { startMs, endMs } }));

test.each([
  ['long enough, far enough apart', timed([0, 2_000], [2_100, 4_000]), undefined],
  ['shorter than five sixths of a second', timed([0, 500]), 'Shown for 0.5 s, 0.83 s at least.'],
  ['longer than 7 seconds', timed([0, 7_250]), 'Shown for 7.25 s, 7 s at most.'],
  ['no time', timed([1_000, 1_000]), 'It ends when it begins.'],
  ['less than no time', timed([2_000, 1_000]), 'It ends before it begins.'],
  ['an overlap', timed([0, 2_000], [1_500, 4_000]), 'It overlaps line 2 by 0.5 s.'],
  ['a gap below two frames', [...timed([0, 2_000], [2_040, 4_000]), ...apart()], '0.04 s to line 2, 0.08 s at least.'],
  ['such gaps everywhere', timed([0, 2_000], [2_000, 4_000], [4_000, 6_000]), undefined],
  ['a timing that cannot be read', [{ number: 1, timing: undefined }, ...apart()], undefined],
])('%s', (_, lines, words) => {
  expect(timingProblems(lines).get(1)).toBe(words);
});

/** Ten phrases with seconds between them. */
function apart() {
  return Array.from({ length: 10 }, (_, index) => ({
    number: 10 + index,
    timing: { startMs: 10_000 + index * 5_000, endMs: 12_000 + index * 5_000 },
  }));
}

test.each([
  ['as films are spoken', 28, 'ja', 7],
  ['as films are spoken', 28, 'zh', 9],
  ['as films are spoken', 28, 'pt', 17],
  ['faster than any limit', 54, 'pt', 27],
])(
  '[D14.46] of a film %s, %d characters in 2 seconds, into %s: the limit of the speed',
  (_, characters, into, limit) => {
    const lines = Array.from({ length: 20 }, (_, index) => ({
      ...lineOf('And so it is in this film of ours, as you see, and as you hear it.'.slice(0, characters), '', index),
      time: '00:00:01,000 --> 00:00:03,000',
    }));
    expect(limitsOfFilm(sourceFacts(lines), into).charactersPerSecond).toBe(limit);
    expect(limitsOfFilm(sourceFacts(lines.slice(1)), into).charactersPerSecond).toBe(
      limitsFor(into).charactersPerSecond,
    );
  },
);

test.each([
  ['keeps the limit but for a few', 15, 'uk', 42],
  ['is not broken into lines', 30, 'uk', 100],
  ['the same into Chinese', 30, 'zh', 32],
  ['the same into a language that nobody knows', 30, undefined, 100],
])('[D14.46] of a film that %s: the limit of a line', (_, long, into, limit) => {
  const lines = Array.from({ length: 100 }, (_, index) =>
    lineOf(
      (index < long ? 'and that is what the film is '.repeat(4) : 'This is it, and you know.').slice(0, 80),
      '',
      index,
    ),
  );
  expect(limitsOfFilm(sourceFacts(lines), into)).toMatchObject({ charactersPerLine: limit, lines: 2 });
});

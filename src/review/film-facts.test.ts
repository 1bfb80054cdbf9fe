import { expect, test } from 'vitest';
import { lineOf, NOTHING_KNOWN } from '../../test/review-film.ts';
import { type FilmChoices, filmFacts, judgedAlike, limitsOfFilm, sourceFacts, timingProblems } from './film-facts.ts';
import type { Line } from './line.ts';
import { limitsFor } from './measured-line.ts';
import { inconsistentLines, repeatsOf, saidTwice } from './repeated-lines.ts';

const choices: FilmChoices = { ...NOTHING_KNOWN, language: 'uk', limits: limitsFor('uk') };
const original = 'What are you doing in there?';
const film = (translations: (string | undefined)[]): Line[] =>
  translations.map((translation, index) => lineOf(original, translation, index + 1));

test('judges again only the lines about which a fact changed', () => {
  const before = film(Array.from({ length: 40 }, () => 'Що ти там робиш зараз?'));
  const after = before.with(3, lineOf(original, 'Що ти там робиш, Іване?', 4));
  const source = sourceFacts(before);
  const one = filmFacts(before, source, choices);
  const other = filmFacts(after, source, choices, one);
  expect(other.rules).toBe(one.rules);
  expect(judgedAlike(before.slice(20), one, other)).toBe(true);
  expect(judgedAlike(before.slice(0, 20), one, other)).toBe(false);
});

test('judges lines again when the limits, the language or the misalignments change', () => {
  const lines = film(['Що ти там робиш?']);
  const source = sourceFacts(lines);
  const one = filmFacts(lines, source, choices);
  const alike = (change: Partial<FilmChoices>) =>
    judgedAlike(lines, one, filmFacts(lines, source, { ...choices, ...change }, one));
  expect(alike({})).toBe(true);
  expect(alike({ limits: { ...choices.limits, lines: 3 } })).toBe(false);
  expect(alike({ language: 'de' })).toBe(false);
  expect(alike({ misaligned: new Map([[1, 'Stands one line too early.']]) })).toBe(false);
  expect(alike({ misaligned: new Map([[2, 'Stands one line too early.']]) })).toBe(true);
});

test('uses the usual length ratio of the scripts until enough lines are translated', () => {
  const ratio = (count: number) => {
    const lines = film(Array.from({ length: 40 }, (_, index) => (index < count ? 'x'.repeat(56) : undefined)));
    return filmFacts(lines, { ...sourceFacts(lines), script: 'Latn' }, { ...choices, language: 'zh' }).rules.ratio;
  };
  expect(ratio(5)).toBeLessThan(0.5);
  // In steps of a tenth.
  expect(ratio(40)).toBeCloseTo(1.1 ** 7);
});

const line = (number: number, original: string, translation: string | undefined): Line => ({
  number,
  time: '00:00:01,000 --> 00:00:02,000',
  original,
  translation,
});

test('offers an edit to the other lines with the same original and translation, ignoring tags, case and spaces', () => {
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

test('offers no other lines for an edit if the original has no words or the edited line is missing', () => {
  const lines = [line(1, '<i></i>', 'x'), line(2, '{\\an8}', 'x')];
  expect(repeatsOf(lines, 1, 'x')).toEqual([]);
  expect(repeatsOf(lines, 3, 'x')).toEqual([]);
});

/** The numbers of the lines that are reported as inconsistent, given several translations of one original. */
function reported(original: string, ...translations: (string | undefined)[]): number[] {
  const lines = translations.map((translation, index) => lineOf(original, translation, index + 1));
  return [...inconsistentLines(lines, sourceFacts(lines)).keys()];
}

test.each([
  ['both lines, if there are two', reported('What are you doing?', 'Що ти робиш?', 'Що ви робите?'), [1, 2]],
  [
    'the one line that differs from most others',
    reported('What are you doing?', 'Що ти робиш?', 'Що ви робите?', 'Що ти робиш?'),
    [2],
  ],
  [
    'no line, if only case and signs differ',
    reported('What are you doing?', 'Що ти робиш?', 'що ти <i>робиш</i>!'),
    [],
  ],
  ['no line, if one is not translated yet', reported('What are you doing?', 'Що ти робиш?', undefined, ''), []],
  ['no line, if a short original has two translations', reported('Yes.', 'Так.', 'Ага.'), []],
  [
    'the one line that differs, if a short original is mostly translated in one way',
    reported('Captain.', 'Капітане.', 'Капітане.', 'Капітане.', 'Шкіпере.'),
    [4],
  ],
  ['lines with Chinese originals', reported('你们在这里做什么？', 'What are you doing?', 'What is this?'), [1, 2]],
  ['lines with Thai originals', reported('คุณกำลังทำอะไรอยู่', 'What are you doing?', 'What is this?'), [1, 2]],
])('reports inconsistent translations: %s', (_, numbers, expected) => {
  expect(numbers).toEqual(expected);
});

test('names the other translation and its line in the problem of an inconsistent translation', () => {
  const lines = [lineOf('What are you doing?', 'Що ти\nробиш?', 1), lineOf('What are you doing?!', 'Що ви робите?', 7)];
  expect(inconsistentLines(lines, sourceFacts(lines)).get(7)).toBe('Translated differently: “Що ти робиш?” in line 1.');
});

const COMES = ['He comes back tomorrow.', 'Він повернеться завтра ввечері додому.'] as const;
test.each([
  [
    'the line has its neighbour’s translation before its own',
    [COMES, ['Bring the money.', `${COMES[1]} Принеси гроші.`]],
    [2],
  ],
  [
    'the line has its neighbour’s translation behind its own',
    [['Bring the money.', `Принеси гроші.\n<i>${COMES[1]}</i>`], COMES],
    [1],
  ],
  ['two lines have the same translation', [COMES, ['Bring the money.', COMES[1]]], [1, 2]],
  [
    'Japanese',
    [
      ['He comes back tomorrow.', '彼は明日の夜に帰ってくる'],
      ['Bring it.', '彼は明日の夜に帰ってくる それを頼む'],
    ],
    [2],
  ],
  ['no line, if the original also repeats its neighbour', [COMES, [`${COMES[0]} Yes.`, `${COMES[1]} Так.`]], []],
  [
    'no line, if the repeated text is short',
    [
      ['I do not know.', 'No lo sé.'],
      ['I really do not know.', 'De verdad no lo sé.'],
    ],
    [],
  ],
  ['no line, if the lines are not neighbours', [COMES, ['Yes.', 'Так.'], ['Bring the money.', COMES[1]]], []],
  ['no line, if a neighbour has no translation', [COMES, ['Bring the money.', undefined], ['Yes.', '']], []],
] as const)('[D14.47] reports a line that repeats the translation of its neighbour: %s', (_, texts, expected) => {
  const lines = texts.map(([original, translation], index) => lineOf(original, translation, index + 1));
  expect([...saidTwice(lines).keys()]).toEqual(expected);
});

test.each([
  ['pt-BR de ru uk x constructor', 17, 42],
  ['en en-GB ar', 20, 42],
  ['hi', 22, 42],
  ['th', 17, 35],
  ['ko', 12, 16],
  ['zh-Hant', 9, 16],
  ['ja', 4, 23],
])(
  'limits translations into %s to %d characters a second, %d characters a line and 2 lines',
  (languages, charactersPerSecond, charactersPerLine) => {
    for (const language of languages.split(' '))
      expect(limitsFor(language), language).toEqual({ charactersPerSecond, charactersPerLine, lines: 2 });
  },
);

test('uses the usual limits for a language without limits of its own', () =>
  expect(limitsFor(undefined)).toEqual(limitsFor('pt')));

const timed = (...spans: [startMs: number, endMs: number][]) =>
  spans.map(([startMs, endMs], index) => ({ number: index + 1, timing: { startMs, endMs } }));

test.each([
  ['a usual length and gap', timed([0, 2_000], [2_100, 4_000]), undefined],
  ['less than five sixths of a second', timed([0, 500]), 'Shown for 0.5 s; the minimum is 0.83 s.'],
  ['more than 7 seconds', timed([0, 7_250]), 'Shown for 7.25 s; the maximum is 7 s.'],
  ['no duration', timed([1_000, 1_000]), 'Ends when it begins.'],
  ['an end before its beginning', timed([2_000, 1_000]), 'Ends before it begins.'],
  ['an overlap', timed([0, 2_000], [1_500, 4_000]), 'Overlaps line 2 by 0.5 s.'],
  [
    'a gap below two frames',
    [...timed([0, 2_000], [2_040, 4_000]), ...apart()],
    'Gap of 0.04 s to line 2; the minimum is 0.08 s.',
  ],
  ['small gaps in most of the film', timed([0, 2_000], [2_000, 4_000], [4_000, 6_000]), undefined],
  ['an unreadable line', [{ number: 1, timing: undefined }, ...apart()], undefined],
])('judges the timing of a line with %s', (_, lines, words) => {
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
])('[D14.46] sets the limit of a line’s length for a film that %s', (_, long, into, limit) => {
  const lines = Array.from({ length: 100 }, (_, index) =>
    lineOf(
      (index < long ? 'and that is what the film is '.repeat(4) : 'This is it, and you know.').slice(0, 80),
      '',
      index,
    ),
  );
  expect(limitsOfFilm(sourceFacts(lines), into)).toMatchObject({ charactersPerLine: limit, lines: 2 });
});

test.each([
  ['a third of the lines has 46 characters, and one has 120', [...Array(30).fill(46), 120], 100, 58],
  [
    'a third of the lines has 55 characters, and one in ten has 120',
    [...Array(25).fill(55), ...Array(10).fill(120)],
    100,
    60,
  ],
  ['its only line has 120 characters', [120], 1, 42],
  ['one of its four lines has 120 characters', [120], 4, 42],
])('[D14.46] a few long lines set no limit: %s', (_, lengths, count, limit) => {
  const lines = Array.from({ length: count }, (_, index) =>
    lineOf('and that is what the film is '.repeat(5).slice(0, lengths[index] ?? 25), '', index),
  );
  expect(limitsOfFilm(sourceFacts(lines), 'uk').charactersPerLine).toBe(limit);
});

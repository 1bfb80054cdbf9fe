import { expect, test } from 'vitest';
import { lineOf } from '../../test/review-film.ts';
import { type FilmChoices, filmFacts, inconsistentLines, judgedAlike, repeatsOf, saidTwice } from './film-facts.ts';
import type { Line } from './line.ts';
import { limitsFor } from './rules.ts';
import { sourceFacts } from './source-facts.ts';

const choices: FilmChoices = { language: 'uk', limits: limitsFor('uk'), misaligned: new Map() };
const original = 'What are you doing in there?';
const film = (translations: (string | undefined)[]): Line[] =>
  translations.map((translation, index) => lineOf(original, translation, index + 1));

test('keeps the same rules while nothing changes, and rejudges only lines with another fact', () => {
  const before = film(Array.from({ length: 40 }, () => 'Що ти там робиш зараз?'));
  const after = before.with(3, lineOf(original, 'Що ти там робиш, Іване?', 4));
  const source = sourceFacts(before);
  const one = filmFacts(before, source, choices);
  const other = filmFacts(after, source, choices, one);
  expect(other.rules).toBe(one.rules);
  expect(judgedAlike(before.slice(20), one, other)).toBe(true);
  expect(judgedAlike(before.slice(0, 20), one, other)).toBe(false);
});

test('judges again after other limits, another language or another misalignment', () => {
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
  expect(ratio(40)).toBe(2);
});

const line = (number: number, original: string, translation: string | undefined): Line => ({
  number,
  time: '00:00:01,000 --> 00:00:02,000',
  original,
  translation,
});

test('offers an edit to lines with the same original and translation, whatever their tags, case and spaces', () => {
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

test('offers no repeats for an original without words or for a missing line', () => {
  const lines = [line(1, '<i></i>', 'x'), line(2, '{\\an8}', 'x')];
  expect(repeatsOf(lines, 1, 'x')).toEqual([]);
  expect(repeatsOf(lines, 3, 'x')).toEqual([]);
});

/** The numbers of the reported lines among translations of one original. */
function reported(original: string, ...translations: (string | undefined)[]): number[] {
  const lines = translations.map((translation, index) => lineOf(original, translation, index + 1));
  return [...inconsistentLines(lines, sourceFacts(lines)).keys()];
}

test.each([
  ['both, if there are two', reported('What are you doing?', 'Що ти робиш?', 'Що ви робите?'), [1, 2]],
  [
    'the one that differs from most',
    reported('What are you doing?', 'Що ти робиш?', 'Що ви робите?', 'Що ти робиш?'),
    [2],
  ],
  ['none, if only case and signs differ', reported('What are you doing?', 'Що ти робиш?', 'що ти <i>робиш</i>!'), []],
  ['none, if one is not translated yet', reported('What are you doing?', 'Що ти робиш?', undefined, ''), []],
  ['none of a short original', reported('Yes.', 'Так.', 'Ага.'), []],
  ['the odd one of a short original', reported('Captain.', 'Капітане.', 'Капітане.', 'Капітане.', 'Шкіпере.'), [4]],
  ['Chinese originals', reported('你们在这里做什么？', 'What are you doing?', 'What is this?'), [1, 2]],
  ['Thai originals', reported('คุณกำลังทำอะไรอยู่', 'What are you doing?', 'What is this?'), [1, 2]],
])('reports inconsistent translations: %s', (_, numbers, expected) => {
  expect(numbers).toEqual(expected);
});

test('names the other translation', () => {
  const lines = [lineOf('What are you doing?', 'Що ти\nробиш?', 1), lineOf('What are you doing?!', 'Що ви робите?', 7)];
  expect(inconsistentLines(lines, sourceFacts(lines)).get(7)).toBe('The same original is “Що ти робиш?” in line 1.');
});

const COMES = ['He comes back tomorrow.', 'Він повернеться завтра ввечері додому.'] as const;
test.each([
  ['two lines in one', [COMES, ['Bring the money.', `${COMES[1]} Принеси гроші.`]], [2]],
  ['the next line included', [['Bring the money.', `Принеси гроші.\n<i>${COMES[1]}</i>`], COMES], [1]],
  ['one text in two lines', [COMES, ['Bring the money.', COMES[1]]], [1, 2]],
  [
    'Japanese',
    [
      ['He comes back tomorrow.', '彼は明日の夜に帰ってくる'],
      ['Bring it.', '彼は明日の夜に帰ってくる それを頼む'],
    ],
    [2],
  ],
  ['none, if the original repeats it', [COMES, [`${COMES[0]} Yes.`, `${COMES[1]} Так.`]], []],
  [
    'none, if the text is short',
    [
      ['I do not know.', 'No lo sé.'],
      ['I really do not know.', 'De verdad no lo sé.'],
    ],
    [],
  ],
  ['none, further away', [COMES, ['Yes.', 'Так.'], ['Bring the money.', COMES[1]]], []],
  ['none, if there is no translation', [COMES, ['Bring the money.', undefined], ['Yes.', '']], []],
] as const)('[D14.47] reports a translation in a neighbouring line: %s', (_, texts, expected) => {
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
])('limits of %s: %d characters a second, %d a line, 2 lines', (languages, charactersPerSecond, charactersPerLine) => {
  for (const language of languages.split(' '))
    expect(limitsFor(language), language).toEqual({ charactersPerSecond, charactersPerLine, lines: 2 });
});

test('uses the usual limits for an unknown language', () => expect(limitsFor(undefined)).toEqual(limitsFor('pt')));

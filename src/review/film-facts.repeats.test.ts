import { expect, test } from 'vitest';
import { lineOf } from '../../test/review-film.ts';
import { inconsistentLines, repeatsOf, saidTwice } from './film-facts.ts';
import type { Line } from './line.ts';
import { sourceFacts } from './source-facts.ts';

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

/** Lines with one original, numbered from 1; their numbers that are told. */
function told(original: string, ...translations: (string | undefined)[]): number[] {
  const lines = translations.map((translation, index) => lineOf(original, translation, index + 1));
  return [...inconsistentLines(lines, sourceFacts(lines)).keys()];
}

test.each([
  ['both, where there are two', told('What are you doing?', 'Що ти робиш?', 'Що ви робите?'), [1, 2]],
  ['the one that differs from most', told('What are you doing?', 'Що ти робиш?', 'Що ви робите?', 'Що ти робиш?'), [2]],
  ['none, where case and signs differ', told('What are you doing?', 'Що ти робиш?', 'що ти <i>робиш</i>!'), []],
  ['none, where one is not there yet', told('What are you doing?', 'Що ти робиш?', undefined, ''), []],
  ['none of a short original', told('Yes.', 'Так.', 'Ага.'), []],
  ['the odd one of a short original', told('Captain.', 'Капітане.', 'Капітане.', 'Капітане.', 'Шкіпере.'), [4]],
  ['Chinese originals', told('你们在这里做什么？', 'What are you doing?', 'What is this?'), [1, 2]],
  ['Thai originals', told('คุณกำลังทำอะไรอยู่', 'What are you doing?', 'What is this?'), [1, 2]],
])('told: %s', (_, numbers, expected) => {
  expect(numbers).toEqual(expected);
});

test('the other translation is named', () => {
  const lines = [lineOf('What are you doing?', 'Що ти\nробиш?', 1), lineOf('What are you doing?!', 'Що ви робите?', 7)];
  expect(inconsistentLines(lines, sourceFacts(lines)).get(7)).toBe('The same original is “Що ти робиш?” in line 1.');
});

const COMES = ['He comes back tomorrow.', 'Він повернеться завтра ввечері додому.'] as const;
test.each([
  ['two lines in one', [COMES, ['Bring the money.', `${COMES[1]} Принеси гроші.`]], [2]],
  ['the next line, too', [['Bring the money.', `Принеси гроші.\n<i>${COMES[1]}</i>`], COMES], [1]],
  ['one text in two lines', [COMES, ['Bring the money.', COMES[1]]], [1, 2]],
  [
    'Japanese',
    [
      ['He comes back tomorrow.', '彼は明日の夜に帰ってくる'],
      ['Bring it.', '彼は明日の夜に帰ってくる それを頼む'],
    ],
    [2],
  ],
  ['none, where the original says it twice, too', [COMES, [`${COMES[0]} Yes.`, `${COMES[1]} Так.`]], []],
  [
    'none, where little is said',
    [
      ['I do not know.', 'No lo sé.'],
      ['I really do not know.', 'De verdad no lo sé.'],
    ],
    [],
  ],
  ['none, further away', [COMES, ['Yes.', 'Так.'], ['Bring the money.', COMES[1]]], []],
  ['none of what is not there', [COMES, ['Bring the money.', undefined], ['Yes.', '']], []],
] as const)('[D14.47] told of a translation beside another original: %s', (_, texts, expected) => {
  const lines = texts.map(([original, translation], index) => lineOf(original, translation, index + 1));
  expect([...saidTwice(lines).keys()]).toEqual(expected);
});

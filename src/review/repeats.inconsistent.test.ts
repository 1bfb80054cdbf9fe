import { expect, test } from 'vitest';
import { lineOf } from '../../test/review-film.ts';
import { inconsistentLines } from './repeats.ts';
import { sourceFacts } from './source-facts.ts';

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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutTags } from '../subtitles/tags.ts';
import { visibleText } from './measured-line.ts';

test.each([
  ['<i>Where?</i>', 'Where?'],
  ['{\\an8}Up <font color="red">here</font>', 'Up here'],
  ['<I>a</I>\n<b>b', 'a\nb'],
  ['1 < 2 > 1, {door}, <3, < i >', '1 < 2 > 1, {door}, <3, < i >'],
])('of %j people see %j', (whole, seen) => {
  expect(withoutTags(whole)).toBe(seen);
  expect(visibleText(whole).text).toBe(seen);
});

test('each visible character stands in the whole text where it is said to stand', () => {
  const pieces = fc.array(fc.constantFrom('a', 'b ', '\n', '<i>', '</i>', '{\\an8}', '<', '{', '🎬'));
  fc.assert(
    fc.property(pieces, (written) => {
      const whole = written.join('');
      const { text, offsetOf } = visibleText(whole);
      for (let at = 0; at < text.length; at++) expect(whole[offsetOf(at)]).toBe(text[at]);
      expect(text).toBe(withoutTags(whole));
    }),
  );
});

import { expect, test } from 'vitest';
import { withoutBlankLines } from './lines.ts';

test.each([
  ['one\n\ntwo', 'one\ntwo'],
  ['\n \none\r\n\u00a0\r\ntwo\n', 'one\ntwo'],
  ['one\rtwo', 'one\ntwo'],
  [' one ', ' one '],
  ['\n\n', ''],
  ['', ''],
])('%j is committed as %j', (typed, committed) => {
  expect(withoutBlankLines(typed)).toBe(committed);
});

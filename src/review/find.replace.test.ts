import fc from 'fast-check';
import { expect, test } from 'vitest';
import { okValue } from '../../test/ok-value.ts';
import { createFinder, type FindOptions, replaceInLine } from './find.ts';

const PLAIN: FindOptions = { matchCase: false, wholeWord: false, regularExpression: false };

function replaced(translation: string | undefined, query: string, by: string, options: Partial<FindOptions> = {}) {
  const finder = okValue(createFinder(query, { ...PLAIN, ...options }));
  return replaceInLine(finder, { number: 21, time: '', original: query, translation }, by);
}

const EXPRESSION = { regularExpression: true };

test.each<[string, string, string, Partial<FindOptions>, string]>([
  ['Rita, rita!', 'Rita', 'Rite', { matchCase: true }, 'Rite, rita!'],
  ['Hello, HELLO, hello', 'hello', 'bye', {}, 'Bye, BYE, bye'],
  ['Hello', 'hello', 'McBye', {}, 'McBye'],
  ['I see. i', 'i', 'we', { wholeWord: true }, 'We see. we'],
  ['<i>Old man</i>', 'i', 'x', {}, '<i>Old man</i>'],
  ['<i>Old</i> man', 'old man', 'boy', { matchCase: false }, '<i>Boy</i>'],
  ['{\\an8}Old', 'old', '', {}, '{\\an8}'],
  ['one\ntwo', 'one', '', {}, 'two'],
  ['10:45', '(\\d+):(\\d+)', '$2h$1 $$ $& $3', EXPRESSION, '45h10 $ 10:45 $3'],
  ['a5', '(\\d)', '$10', EXPRESSION, 'a50'],
  ['a5', '(\\d)', '$01$20$00$0', EXPRESSION, 'a5$20$00$0'],
  ['abcdefghij', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)', '$10$1', EXPRESSION, 'ja'],
  ['ab', '(a)|(b)', '[$1$2]', EXPRESSION, '[a][b]'],
  ['- a - b', ' - ', '\\n- ', EXPRESSION, '- a\n- b'],
  ['$1', '$1', '$&', {}, '$&'],
  ['Hi ⟦1⟧you⟦2⟧, 1', '1', 'um', {}, 'Hi ⟦1⟧you⟦2⟧, um'],
  ['Hi ⟦1⟧you', 'hi you', 'bye', {}, 'Bye⟦1⟧'],
  ['a ⟦1⟧12⟦2⟧', '\\d+|⟦', 'x', EXPRESSION, 'a ⟦1⟧x⟦2⟧'],
  ['Cafe\u0301 <i>de\u0301</i>ja\u0300', 'déjà', 'now', {}, 'Cafe\u0301 <i>now</i>'],
  ['5 \u212b, 5', '5', '6', {}, '6 \u212b, 6'],
  ['Cafe\u0301 e', 'e', 'a', {}, 'Cafe\u0301 a'],
  ['Cafe\u0301', 'caf(é)', 'th$1', EXPRESSION, 'thé'],
  ['SHOP\n\nOPEN', 'open', 'closed', {}, 'SHOP\n\nCLOSED'],
])('[D13.7] %j, "%s" by "%s" with %j, becomes %j', (before, query, by, options, after) => {
  expect(replaced(before, query, by, options)?.after ?? before).toBe(after);
});

test('a preview says what stood there, what would stand there, and where', () => {
  expect(replaced('<b>No</b>, no', 'no', 'yes')).toEqual({
    number: 21,
    before: '<b>No</b>, no',
    after: '<b>Yes</b>, yes',
    ranges: [
      { from: 3, to: 5 },
      { from: 11, to: 13 },
    ],
  });
});

test('a line without a translation, without hits, or without a change has no preview', () => {
  expect(replaced(undefined, 'a', 'b')).toBeUndefined();
  expect(replaced('c', 'a', 'b')).toBeUndefined();
  expect(replaced('a', 'a', 'a')).toBeUndefined();
});

test('blank lines that a replacement makes are taken out', () => {
  expect(replaced('a b c', ' ', '\n\n')?.after).toBe('a\nb\nc');
});

test('every tag stays, in its order, whatever is replaced by what', () => {
  const pieces = fc.constantFrom('a', 'b', ' ', '\n', '<i>', '</i>', '{\\an8}');
  const tagsOf = (text: string) => text.match(/<\/?i>|\{\\an8\}/gu) ?? [];
  fc.assert(
    fc.property(
      fc.array(pieces),
      fc.constantFrom('a', 'ab', 'b a', '[ab]+', '.'),
      fc.constantFrom('', 'x', '$&$&'),
      (written, query, by) => {
        const before = written.join('');
        const after = replaced(before, query, by, EXPRESSION)?.after ?? before;
        expect(tagsOf(after)).toEqual(tagsOf(before));
      },
    ),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutTags } from '../../subtitles/tags.ts';
import { moveFirstWordsUp, moveLastWordsDown } from './move-words.ts';

test('joins letters of two UTF-16 units without a space in scripts without spaces', () => {
  expect(moveFirstWordsUp(['他去了𠮷', '野家。然后走了'])).toEqual(['他去了𠮷野家。', '然后走了']);
  expect(moveLastWordsDown(['我们去，野家', '𠮷吃饭'])).toEqual(['我们去，', '野家𠮷吃饭']);
});

type Pair = readonly [string, string];
const pair = (texts: string): Pair => {
  const [earlier = '', later = ''] = texts.split(' | ');
  return [earlier, later];
};

test.each([
  ['I saw | him yesterday.', 'I saw him | yesterday.'],
  ['I saw | him, I think. Yes.', 'I saw him, | I think. Yes.'],
  ['I saw | him yesterday\nin town.', 'I saw him yesterday | in town.'],
  ['a\nb | c d', 'a\nb c | d'],
  [' | c d', 'c | d'],
  ['a | - Yes. - No.', 'a\n- Yes. | - No.'],
  ['a | “Quoi” ? Non', 'a “Quoi” ? | Non'],
  ['a | 3.50 euros. Or', 'a 3.50 euros. | Or'],
  ['<i>I saw</i> | <i>him there</i>', '<i>I saw him</i> | <i>there</i>'],
  ['I saw | <i>him</i> there', 'I saw <i>him</i> | there'],
  ['I saw | <i>him there</i>', 'I saw <i>him</i> | <i>there</i>'],
  ['I saw | <em>him there</em>', 'I saw <em>him</em> | <em>there</em>'],
  ['I saw | <laughs> him', 'I saw <laughs> | him'],
  ['{\\an8}I saw | {\\an8}him there', '{\\an8}I saw him | {\\an8}there'],
  ['彼は | 昨日、東京に行った', '彼は昨日、 | 東京に行った'],
  ['彼は | 昨日 行った', '彼は昨日 | 行った'],
  ['I said | Yes⟦1⟧, come', 'I said Yes, | ⟦1⟧come'],
  ['A ⟦1⟧b⟦2⟧ | c ⟦1⟧d⟦2⟧ e', 'A ⟦1⟧b⟦2⟧ c | ⟦1⟧d⟦2⟧ e'],
])('[D13.7] moves words up: %j becomes %j', (before, after) => {
  expect(moveFirstWordsUp(pair(before))).toEqual(pair(after));
});

test.each([
  ['I saw him | yesterday.', 'I saw | him yesterday.'],
  ['Yes. I saw him | yesterday.', 'Yes. | I saw him yesterday.'],
  ['Yes. I | - No.', 'Yes. | I\n- No.'],
  ['♪ la di da ♪ | x', '♪ la di | da ♪ x'],
  ['I saw | {\\an8}him', 'I | {\\an8}saw him'],
  ['そう。東京に | 行った', 'そう。 | 東京に行った'],
])('[D13.7] moves words down: %j becomes %j', (before, after) => {
  expect(moveLastWordsDown(pair(before))).toEqual(pair(after));
});

test('[D13.7] does not separate a word from its reading', () => {
  expect(moveFirstWordsUp(['a', '漢⟦1⟧kan⟦2⟧ b'])).toBeUndefined();
});

test('does not move the only word of a line', () => {
  expect(moveFirstWordsUp(['a', '<i>- b.</i>'])).toBeUndefined();
  expect(moveLastWordsDown(['♪ b ♪', 'a'])).toBeUndefined();
  expect(moveFirstWordsUp(['a', ''])).toBeUndefined();
});

const anyText = fc
  .array(
    fc.constantFrom('a', 'be ', 'c. ', '\n', '<i>', '</i>', '<b>', '</b>', '{\\an8}', '- d', '猫', '。', ' ', '🎬'),
  )
  .map((pieces) => pieces.join(''));
const letters = (texts: Pair) => withoutTags(texts.join('')).replace(/\s+/gu, '');
const marks = (texts: Pair) => (texts.join('').match(/\{\\an8\}/gu) ?? []).length;

test('loses no letter and no tag, leaves a word in both texts and no blank lines, and closes each tag', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.boolean(), (earlier, later, up) => {
      const after = (up ? moveFirstWordsUp : moveLastWordsDown)([earlier, later]);
      if (!after) return;
      expect(letters(after)).toBe(letters([earlier, later]));
      expect(marks(after)).toBe(marks([earlier, later]));
      for (const text of after) {
        expect(withoutTags(text)).toMatch(/[\p{L}\p{N}]/u);
        expect(text).not.toMatch(/^\s*$/mu);
        for (const tag of ['i', 'b']) {
          expect(text.split(`<${tag}>`).length, text).toBe(text.split(`</${tag}>`).length);
        }
      }
    }),
  );
});

test('moving a word up and down again restores the texts', () => {
  const words = fc.array(fc.constantFrom('one', 'two', 'three', 'vier', 'пять'), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(words, words, (earlier, later) => {
      const before: Pair = [earlier.join(' '), later.join(' ')];
      const there = moveFirstWordsUp(before);
      expect(there && moveLastWordsDown(there)).toEqual(before);
    }),
  );
});

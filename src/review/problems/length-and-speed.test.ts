import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { fixOf, judge } from '../judge.ts';

test.each([
  ['de', 'x'.repeat(42), undefined],
  ['de', `${'x'.repeat(43)}\nx`, '43 characters a row; the maximum is 42.'],
  ['de', `<i>${'x'.repeat(42)}</i>`, undefined],
  ['zh', '我们已经在这里等了三个小时了你呢？', '17 characters a row; the maximum is 16.'],
  ['ko', '안녕하세요 '.repeat(3), '17 characters a row; the maximum is 16.'],
])('judges the longest line of a text in %s: %j: %s', (to, translation, words) => {
  expect(wordsOfKind('line-too-long', 'x', translation, { to })).toBe(words);
});

test.each([
  ['two', 'a', 'a\nb', undefined],
  ['three', 'a', 'a\nb\nc', '3 rows; the maximum is 2.'],
  ['as many lines as the original has', 'a\nb\nc', 'a\nb\nc', undefined],
  ['more than the original’s three lines', 'a\nb\nc', 'a\nb\nc\nd', '4 rows; the maximum is 3.'],
])('judges the number of lines: %s', (_, original, translation, words) => {
  expect(wordsOfKind('too-many-lines', original, translation)).toBe(words);
});

test('does not fix a text that is too long for all limits', () => {
  const line = lineOf('x', 'word '.repeat(40));
  expect(fixOf(line, 'line-too-long', factsOf([line], { to: 'de' }))).toBeUndefined();
});

test('joins three short lines into two', () => {
  const line = lineOf('x', 'Ich\nweiß\nnicht.');
  expect(fixOf(line, 'too-many-lines', factsOf([line], { to: 'de' }))).toBe('Ich weiß nicht.');
});

test.each(['', ' ', '\n', '<i></i>', '{\\an8}', '\u00a0', '\u200b', '\u202b \u202c'])(
  'counts the translation %j as empty',
  (translation) => {
    expect(wordsOfKind('empty', 'Hello.', translation)).toBe('Empty translation.');
  },
);

test.each(['-', '—', '...', '"…"', '?'])('does not accept %j as the translation of several words', (translation) => {
  expect(wordsOfKind('empty', 'Hello, my friend.', translation)).toBe('No words in the translation.');
});

test.each([
  ['Hello.', 'Привіт.'],
  ['Huh?', '?'],
  ['Well...', '...'],
  ['Thumbs up!', '👍'],
  ['Forty-two of them', '٤٢'],
  ['♪', '♪'],
  ['<i></i>', ''],
])('accepts the short translation %j → %j', (original, translation) => {
  expect(wordsOfKind('empty', original, translation)).toBeUndefined();
});

test('reports no second problem in an empty text', () => {
  const line = lineOf('- Is it <i>1984</i>?\n- Yes, it is, of course!', '');
  expect(judge([line], factsOf([line])).get(1)).toEqual([{ kind: 'empty', words: 'Empty translation.' }]);
});

const long = 'We have been waiting here for three hours now.';

test.each([
  ['en', 'uk', long, 'Так.', 'Too short: 4 characters; about 46 would be usual.'],
  ['en', 'zh', long, '好。', 'Too short: 2 characters; about 15 would be usual.'],
  ['zh', 'en', '我们已经在这里等了三个小时了。', 'Yes.', 'Too short: 4 characters; about 47 would be usual.'],
  ['ja', 'en', 'ここで三時間も待っているんです。', 'Yes.', 'Too short: 4 characters; about 32 would be usual.'],
  ['ar', 'en', 'نحن ننتظر هنا منذ ثلاث ساعات.', 'Yes.', 'Too short: 4 characters; about 34 would be usual.'],
])('reports a translation that is too short, %s → %s', (from, to, original, translation, words) => {
  expect(wordsOfKind('too-short', original, translation, { from, to })).toBe(words);
});

test.each([
  ['en', 'uk', 'Wait here for me.', 'Чекай на мене тут, '.repeat(4)],
  ['en', 'zh', 'Wait here for me.', '你在这里等着我，'.repeat(4)],
  ['ko', 'en', '여기서 기다려 주세요.', 'Wait here for me, please. '.repeat(4)],
  ['hi', 'en', 'यहाँ मेरा इंतज़ार करो।', 'Wait here for me, please. '.repeat(4)],
])('reports a translation that is too long, %s → %s', (from, to, original, translation) => {
  expect(wordsOfKind('too-long', original, translation, { from, to })).toMatch(
    /^Too long: \d+ characters; about \d+ would be usual/,
  );
});

test.each([
  ['Go.', 'Забирайтеся звідси.', 'uk'],
  ['What are you doing?', 'Що ти робиш?', 'uk'],
  ['What are you doing?', '你在做什么？', 'zh'],
  ['What are you doing?', '何してるの？', 'ja'],
  ['What are you doing?', 'ماذا تفعل؟', 'ar'],
  ['What are you doing?', 'คุณทำอะไรอยู่', 'th'],
])('accepts the length of the translation %j → %j', (original, translation, to) => {
  expect(wordsOfKind('too-short', original, translation, { to })).toBeUndefined();
  expect(wordsOfKind('too-long', original, translation, { to })).toBeUndefined();
});

test("learns the usual length of translations from the film's finished lines", () => {
  const wordy = Array.from({ length: 30 }, (_, index) => lineOf('Twenty letters here.', 'x'.repeat(60), index + 1));
  const film = factsOf(wordy, { to: 'de' });
  const kinds = (length: number) =>
    judge([lineOf('Twenty letters here.', 'x'.repeat(length))], film)
      .get(1)
      ?.map(({ kind }) => kind) ?? [];
  expect(kinds(60)).not.toContain('too-long');
  expect(kinds(15)).toContain('too-short');
});

test('[D14.47] reports half a sentence without its full stop as too short if the film keeps full stops', () => {
  const lines = Array.from({ length: 12 }, (_, index) =>
    lineOf(long, 'Ми чекаємо тут уже цілих три години.', index + 1),
  );
  const cut = 'Ми чекаємо тут уже';
  const kinds = (translation: string, film: readonly ReturnType<typeof lineOf>[], original = long) =>
    judge([lineOf(original, translation)], factsOf(film))
      .get(1)
      ?.map(({ kind }) => kind) ?? [];
  expect(kinds(cut, lines)).toEqual(['too-short']);
  expect(kinds(`${cut}.`, lines)).toEqual([]);
  expect(kinds(cut, lines, long.slice(0, -1))).toEqual([]);
  const withoutStops = lines.map((line) => ({ ...line, translation: line.translation?.slice(0, -1) }));
  expect(kinds(cut, withoutStops)).toEqual([]);
  expect(kinds(cut, [])).toEqual([]);
});

// Each line is shown for 4 seconds.
test.each([
  ['de', 69, '17.3 characters a second; the maximum is 17.'],
  ['de', 68, undefined],
  ['en', 80, undefined],
  ['en', 84, '21 characters a second; the maximum is 20.'],
])('judges the reading speed in %s of %d characters in 4 seconds: %s', (to, length, words) => {
  expect(wordsOfKind('too-fast', 'x', 'x'.repeat(length), { from: 'ru', to })).toBe(words);
});

test.each([
  ['zh', '我们已经在这里等了三个小时了'.repeat(3), '10.5 characters a second; the maximum is 9.'],
  ['th', 'ที่นี่'.repeat(30), undefined],
])('counts graphemes for the reading speed in %s: %j', (to, translation, words) => {
  expect(wordsOfKind('too-fast', 'x', translation, { to })).toBe(words);
});

test('does not count tags for the reading speed', () => {
  expect(wordsOfKind('too-fast', 'x', `<i>${'x'.repeat(68)}</i>`, { to: 'de' })).toBeUndefined();
});

import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { judge } from '../judge.ts';

const long = 'We have been waiting here for three hours now.';

test.each([
  ['en', 'uk', long, 'Так.', '4 characters, about 46 are usual for this original.'],
  ['en', 'zh', long, '好。', '2 characters, about 15 are usual for this original.'],
  ['zh', 'en', '我们已经在这里等了三个小时了。', 'Yes.', '4 characters, about 47 are usual for this original.'],
  ['ja', 'en', 'ここで三時間も待っているんです。', 'Yes.', '4 characters, about 32 are usual for this original.'],
  ['ar', 'en', 'نحن ننتظر هنا منذ ثلاث ساعات.', 'Yes.', '4 characters, about 34 are usual for this original.'],
])('%s → %s: too short', (from, to, original, translation, words) => {
  expect(wordsOfKind('too-short', original, translation, { from, to })).toBe(words);
});

test.each([
  ['en', 'uk', 'Wait here for me.', 'Чекай на мене тут, '.repeat(4)],
  ['en', 'zh', 'Wait here for me.', '你在这里等着我，'.repeat(4)],
  ['ko', 'en', '여기서 기다려 주세요.', 'Wait here for me, please. '.repeat(4)],
  ['hi', 'en', 'यहाँ मेरा इंतज़ार करो।', 'Wait here for me, please. '.repeat(4)],
])('%s → %s: too long', (from, to, original, translation) => {
  expect(wordsOfKind('too-long', original, translation, { from, to })).toMatch(/^\d+ characters, about \d+ are usual/);
});

test.each([
  ['Go.', 'Забирайтеся звідси.', 'uk'],
  ['What are you doing?', 'Що ти робиш?', 'uk'],
  ['What are you doing?', '你在做什么？', 'zh'],
  ['What are you doing?', '何してるの？', 'ja'],
  ['What are you doing?', 'ماذا تفعل؟', 'ar'],
  ['What are you doing?', 'คุณทำอะไรอยู่', 'th'],
])('%j → %j is neither', (original, translation, to) => {
  expect(wordsOfKind('too-short', original, translation, { to })).toBeUndefined();
  expect(wordsOfKind('too-long', original, translation, { to })).toBeUndefined();
});

test('the film’s own finished lines say what is usual', () => {
  const wordy = Array.from({ length: 30 }, (_, index) => lineOf('Twenty letters here.', 'x'.repeat(60), index + 1));
  const film = factsOf(wordy, { to: 'de' });
  const kinds = (length: number) =>
    judge([lineOf('Twenty letters here.', 'x'.repeat(length))], film)
      .get(1)
      ?.map(({ kind }) => kind) ?? [];
  expect(kinds(60)).not.toContain('too-long');
  expect(kinds(15)).toContain('too-short');
});

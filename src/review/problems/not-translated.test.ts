import { expect, test } from 'vitest';
import { wordsOfKind } from '../../../test/review-film.ts';

const told = (original: string, translation: string, from: string, to: string) =>
  wordsOfKind('not-translated', original, translation, { from, to }) !== undefined;

test.each([
  ['en', 'uk', 'Where are you going?', 'Where are you going?'],
  ['en', 'uk', 'Where are you going?', 'where are you going'],
  ['en', 'uk', 'Hello.', 'Hello.'],
  ['en', 'uk', '<i>Where are you going?</i>', 'Where are you\ngoing?'],
  ['uk', 'en', 'Куди ти йдеш?', 'Куди ти йдеш?'],
  ['en', 'el', 'Good morning, sir.', 'Good morning, sir.'],
  ['el', 'en', 'Καλημέρα σας.', 'Καλημέρα σας.'],
  ['en', 'ar', 'Good morning.', 'Good morning.'],
  ['ar', 'en', 'صباح الخير', 'صباح الخير'],
  ['he', 'en', 'בוקר טוב', 'בוקר טוב'],
  ['th', 'en', 'สวัสดีครับ', 'สวัสดีครับ'],
  ['zh', 'en', '你好吗？', '你好吗？'],
  ['ja', 'en', 'おはようございます', 'おはようございます'],
  ['ko', 'en', '안녕하세요', '안녕하세요'],
  ['hi', 'en', 'आप कैसे हैं?', 'आप कैसे हैं?'],
  ['en', 'pt', 'Where are you going?', 'Where are you going?'],
  ['en', 'de', 'Come on!', 'Come on!'],
  ['es', 'pt', 'No me mires con esa cara.', 'No me mires con esa cara.'],
])('%s → %s: %j is told', (from, to, original, translation) => {
  expect(told(original, translation, from, to)).toBe(true);
});

test.each([
  ['another text', 'en', 'uk', 'Where are you going?', 'Куди ти йдеш?'],
  ['a text that begins with the same letter', 'en', 'pt', 'Never mind that.', 'Nunca mais.'],
  ['a name', 'en', 'uk', 'Tom Hanks', 'Tom Hanks'],
  ['a name as a whole sentence', 'en', 'pt', 'Maria!', 'Maria!'],
  ['an abbreviation', 'en', 'uk', 'FBI!', 'FBI!'],
  ['a number', 'en', 'uk', '1984', '1984'],
  ['an address', 'en', 'uk', 'www.example.com', 'www.example.com'],
  ['a mail address', 'en', 'uk', 'me@example.com', 'me@example.com'],
  ['a note', 'en', 'uk', '♪', '♪'],
  ['dots', 'en', 'uk', '...', '...'],
  ['the same word again and again', 'en', 'es', 'No, no, no!', 'No, no, no!'],
  ['one word', 'en', 'de', 'super', 'super'],
  ['what related languages share', 'es', 'pt', 'Por favor.', 'Por favor.'],
  ['what related languages share in Han', 'zh', 'ja', '大丈夫', '大丈夫'],
])('%s is let off', (_, from, to, original, translation) => {
  expect(told(original, translation, from, to)).toBe(false);
});

import { expect, it } from 'vitest';
import { withoutDoubleEncoding } from './decode.ts';

const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const western = (byte: number) =>
  byte >= 0x80 && byte < 0xa0 ? (WESTERN[byte - 0x80] ?? '') : String.fromCharCode(byte);
/** UTF-8 taken for another encoding. */
const taken = (text: string, read: (byte: number) => string) =>
  [...new TextEncoder().encode(text)].map((byte) => read(byte)).join('');
const cyrillic = (byte: number) => new TextDecoder('windows-1251').decode(Uint8Array.of(byte));

const film = (...texts: readonly string[]) =>
  texts.map((text, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index},900\n${text}\n`).join('\n');
const RUSSIAN = film('То, что нужно.', 'Привет, «друг»…', '- Кто там?', 'Это я.');
const FRENCH = film('Où étais-tu ?', 'Déjà à l’école.', 'Ça va être long.', 'OK.');

it.each([
  ['Russian taken for windows-1252', taken(RUSSIAN, western), RUSSIAN],
  ['Russian taken for Latin 1', taken(RUSSIAN, String.fromCharCode), RUSSIAN],
  ['Russian taken for windows-1251', taken(RUSSIAN, cyrillic), RUSSIAN],
  ['French', taken(FRENCH, western), FRENCH],
  ['with its mark', taken(`\ufeff${FRENCH}`, western), FRENCH],
  ['with one line that is right', taken(RUSSIAN, western) + film('Это Том'), RUSSIAN + film('Это Том')],
])('[D1.21] reads a doubly encoded text as it was meant: %s', (_, text, meant) => {
  expect(withoutDoubleEncoding(text)).toBe(meant);
});

it.each([RUSSIAN, FRENCH, film('Hello'), '', film('Ã', 'Ð', '©'), film('Größe', 'Ã©', 'Häuser', 'übel', 'Öl')])(
  '[D1.21] leaves a text that is as it should be: %j',
  (text) => {
    expect(withoutDoubleEncoding(text)).toBeUndefined();
  },
);

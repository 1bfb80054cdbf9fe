import { expect, test } from 'vitest';
import { decodeAs, ENCODINGS } from './encodings.ts';

test('every encoding can be decoded, and names stand once', () => {
  for (const { name } of ENCODINGS) expect(decodeAs(Uint8Array.of(), name)).toBe('');
  expect(new Set(ENCODINGS.map(({ name }) => name)).size).toBe(ENCODINGS.length);
});

test.each([
  ['windows-1251', [0xcc, 0xe8, 0xf0], 'Мир'],
  ['KOI8-R', [0xed, 0xc9, 0xd2], 'Мир'],
  ['IBM866', [0x8c, 0xa8, 0xe0], 'Мир'],
  ['MacCyrillic', [0x8c, 0xe8, 0xf0], 'Мир'],
  ['ISO-8859-5', [0xbc, 0xd8, 0xe0], 'Мир'],
  ['windows-1252', [0xc7, 0xe9], 'Çé'],
  ['Shift_JIS', [0x93, 0xfa, 0x96, 0x7b], '日本'],
  ['UTF-8', [0xef, 0xbb, 0xbf, 0x41], 'A'],
  ['UTF-16 BE', [0xfe, 0xff, 0x04, 0x1c], 'М'],
] as const)('decodes %s', (encoding, bytes, text) => {
  expect(decodeAs(Uint8Array.from(bytes), encoding)).toBe(text);
});

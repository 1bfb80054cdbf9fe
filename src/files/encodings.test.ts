import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeAs, ENCODINGS } from './encodings.ts';

test('can decode every encoding, and lists each name once', () => {
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
  ['UTF-32 LE', [0x1c, 0x04, 0, 0], 'М'],
] as const)('decodes %s', (encoding, bytes, text) => {
  expect(decodeAs(Uint8Array.from(bytes), encoding)).toBe(text);
});

test.each([
  ['windows-1251', '?1\r\n00:00', '1\r\n00:00'],
  ['windows-1251', '?12 \n00:00', '12 \n00:00'],
  ['windows-1251', '?1 000\n', '?1 000\n'],
  ['windows-1251', '? 1\n', '? 1\n'],
  ['windows-1251', '1\n?2\n', '1\n?2\n'],
  ['UTF-8', '?1\n', '?1\n'],
] as const)('in %s removes the question mark of a lost byte-order mark: %j', (encoding, given, text) => {
  expect(decodeAs(new TextEncoder().encode(given), encoding)).toBe(text);
});

test('decodes invalid UTF-32 values and a cut-off end as U+FFFD', () => {
  const bytes = Uint8Array.of(0, 0, 0xd8, 0, 0, 0x11, 0, 0, 0, 0, 0, 0x41, 0, 0);
  expect(decodeAs(bytes, 'UTF-32 BE')).toBe('\ufffd\ufffdA\ufffd');
});

test('decodes any UTF-32 text, also from the middle of a buffer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const whole = text.replace(/\p{Surrogate}/gu, '?');
      const points = Array.from(whole, (character) => character.codePointAt(0) ?? 0);
      const view = new DataView(new ArrayBuffer(8 + points.length * 4));
      view.setUint32(4, 0xfeff);
      for (const [at, point] of points.entries()) view.setUint32(8 + at * 4, point);
      expect(decodeAs(new Uint8Array(view.buffer, 4), 'UTF-32 BE')).toBe(whole);
    }),
  );
});

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { utfBytes } from '../../test/utf-bytes.ts';
import { decodeSubtitle } from './decode.ts';
import { decodeAs, ENCODINGS } from './encodings.ts';

test('decodes every encoding of the list, and lists each name once', () => {
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
] as const)('decodes bytes in %s', (encoding, bytes, text) => {
  expect(decodeAs(Uint8Array.from(bytes), encoding)).toBe(text);
});

test.each([
  ['windows-1251', '?1\r\n00:00', '1\r\n00:00'],
  ['windows-1251', '?12 \n00:00', '12 \n00:00'],
  ['windows-1251', '?1 000\n', '?1 000\n'],
  ['windows-1251', '? 1\n', '? 1\n'],
  ['windows-1251', '1\n?2\n', '1\n?2\n'],
  ['UTF-8', '?1\n', '?1\n'],
] as const)('removes, in %s, the question mark that replaced a byte-order mark: %j', (encoding, given, text) => {
  expect(decodeAs(new TextEncoder().encode(given), encoding)).toBe(text);
});

test('decodes invalid UTF-32 values and a cut-off end as U+FFFD', () => {
  const bytes = Uint8Array.of(0, 0, 0xd8, 0, 0, 0x11, 0, 0, 0, 0, 0, 0x41, 0, 0);
  expect(decodeAs(bytes, 'UTF-32 BE')).toBe('\ufffd\ufffdA\ufffd');
});

test('decodes any UTF-32 text, even from the middle of a buffer', () => {
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

const srtOf = (texts: readonly string[], lineEnd = '\r\n'): string =>
  texts
    .map((text, index) => [index + 1, `00:00:0${index % 10},000 --> 00:00:0${index % 10},900`, text, ''].join(lineEnd))
    .join(lineEnd);

const BYTE_ORDERS = [
  ['UTF-16 LE', true],
  ['UTF-16 BE', false],
] as const;

const REFUSED = { ok: false, error: expect.stringContaining('This file is not text') };

describe.each(BYTE_ORDERS)('%s without a byte-order mark', (encoding, littleEndian) => {
  it.each([
    ['Chinese', ['一个人去了那里。', '我一直在等你', '——什么？']],
    ['traditional Chinese of one character', ['一', '一', '一']],
    ['Chinese in one long line', [`第一句话。${'他说了很长的一段话，没有人打断他。'.repeat(20)}`]],
    ['Chinese with full-width spaces', ['你好\u3000世界', '再见\u3000朋友']],
    ['Hindi in one long line', ['यह एक लंबा वाक्य है जो कई पंक्तियों तक चलता है। '.repeat(15)]],
    ['mixed text with an emoji', ['一 OK, let’s go 가자', 'Привет, 世界 😀 ॐ']],
  ])('recognizes UTF-16 without a byte-order mark in %s', (_, texts) => {
    for (const lineEnd of ['\r\n', '\n', '\r']) {
      const text = srtOf(texts, lineEnd);
      const decoded = decodeSubtitle(utfBytes(text, 2, littleEndian));
      expect(decoded).toEqual({ ok: true, value: { text, encoding, detected: false } });
    }
  });

  it('[D1.1] recognizes UTF-16 without a byte-order mark in any East Asian text', () => {
    const letter = fc.oneof(
      fc.integer({ min: 0x4e00, max: 0x9fa5 }),
      fc.integer({ min: 0x3041, max: 0x3096 }),
      fc.integer({ min: 0xac00, max: 0xd7a3 }),
      fc.constantFrom(0x4e00, 0x3000, 0x5200, 0xac00, 0x20, 0x1f600),
    );
    const line = fc.array(letter, { minLength: 1, maxLength: 200 }).map((points) => String.fromCodePoint(...points));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), (texts) => {
        const text = srtOf(texts);
        const decoded = decodeSubtitle(utfBytes(text, 2, littleEndian));
        expect(decoded).toEqual({ ok: true, value: { text, encoding, detected: false } });
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('refuses UTF-16 with a zero character or shifted by one byte', () => {
    const bytes = utfBytes(srtOf(['一个人\0去了那里。', '一']), 2, littleEndian);
    expect(decodeSubtitle(bytes)).toMatchObject(REFUSED);
    expect(decodeSubtitle(utfBytes(srtOf(['一']), 2, littleEndian).subarray(1))).toMatchObject(REFUSED);
  });
});

/** Random 16-bit values like those of a .wav file. */
function noise(loudness: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(40_000));
  let state = 1;
  for (let at = 0; at < view.byteLength; at += 2) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    view.setInt16(at, ((state >> 8) % (2 * loudness)) - loudness, true);
  }
  return new Uint8Array(view.buffer);
}

const asText = (bytes: Uint8Array): string => new TextDecoder('utf-16be').decode(bytes);
const picture = readFileSync(new URL('../../docs/screenshots/done-dark-1440.png', import.meta.url));
const tableOf = (length: number) => Uint8Array.from({ length }, (_, at) => (at % 3 === 0 ? 0 : (at * 37) % 251));

describe('binary files that could look like UTF-16', () => {
  it.each([
    ['a picture', picture],
    ['a picture without its first byte', picture.subarray(1)],
    ['a compressed file', gzipSync(srtOf(['一个人', '가자']).repeat(100))],
    ['quiet sound', noise(60)],
    ['loud sound', noise(30_000)],
    ['noise between the lines of a subtitle', utfBytes(srtOf([asText(noise(30_000)), '一']), 2, true)],
    ['a table of numbers', tableOf(9_000)],
    ['an arrow in 16-bit characters between zeros', utfBytes(`1\n-->\n${'\0'.repeat(9)}一`, 2, true)],
    ['UTF-16 subtitles behind binary data', Uint8Array.of(...tableOf(3_000), ...utfBytes(srtOf(['一']), 2, true))],
    ['UTF-32 without a mark', utfBytes(srtOf(['一个人']), 4, true)],
    ['UTF-8 with a zero byte', new TextEncoder().encode(srtOf(['一个\0人']))],
  ])('does not read %s as UTF-16', (_, bytes) => {
    expect(decodeSubtitle(bytes)).toMatchObject(REFUSED);
  });
});

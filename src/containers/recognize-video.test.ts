import { describe, expect, it, test } from 'vitest';
import { HEAD_BYTES, recognizeVideo } from './recognize-video.ts';

/** The beginning of a file, filled up with zeros like a film. */
function head(...parts: readonly (string | readonly number[])[]): Uint8Array {
  const bytes = parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part));
  return Uint8Array.from({ length: HEAD_BYTES }, (_, index) => bytes[index] ?? 0);
}
const packets = (length: number, before: number) =>
  Uint8Array.from({ length: HEAD_BYTES }, (_, index) => {
    const place = (index % length) - before;
    return place === 0 ? 0x47 : place === 3 ? 0x10 : 0;
  });

describe('[D17.30] recognizes a video by its content', () => {
  it.each([
    ['mkv', head([0x1a, 0x45, 0xdf, 0xa3, 0xa3], 'matroska'), 'Matroska'],
    ['webm', head([0x1a, 0x45, 0xdf, 0xa3, 0x9f], 'webm'), 'Matroska'],
    ['mp4', head([0, 0, 0, 32], 'ftypisom'), 'MP4'],
    ['m4v', head([0, 0, 0, 28], 'ftypM4V '), 'MP4'],
    ['mov', head([0, 0, 0, 20], 'ftypqt  '), 'MP4'],
    ['an old mov', head([0, 0, 0, 8], 'wide', [0x12, 0x34, 0x56, 0x78], 'mdat'), 'MP4'],
    ['a mov without a head', head('AAAA', 'mdat', [0, 0, 1, 0xb6]), 'MP4'],
    ['avi', head('RIFF', [0x24, 0xf0, 0x12, 0], 'AVI LIST'), 'AVI'],
    ['ts', packets(188, 0), 'MPEG-TS'],
    ['m2ts', packets(192, 4), 'MPEG-TS'],
    ['flv', head('FLV', [1, 5, 0, 0, 0, 9]), 'FLV'],
    ['wmv', head([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9]), 'WMV'],
  ])('accepts %s', (_, bytes, kind) => {
    expect(recognizeVideo(bytes)).toBe(kind);
  });

  const text = (words: string) => new TextEncoder().encode(words.padEnd(HEAD_BYTES, words));
  const utf16 = (words: string) => new Uint8Array(Buffer.from(words.padEnd(HEAD_BYTES, words), 'utf16le'));
  const letters = (at: (index: number) => boolean) =>
    new TextEncoder().encode(Array.from({ length: HEAD_BYTES }, (_, index) => (at(index) ? 'G' : 'p')).join(''));

  test.each([
    ['an .srt', text('1\n00:00:01,000 --> 00:00:02,000\nOne\n\n')],
    ['an .srt of UTF-16', utf16('1\n00:00:01,000 --> 00:00:02,000\nOne\n\n')],
    ['a text with the word of a box', text('The free man\n')],
    ['a text that begins as a box', text('1\n\n\nmoov\n')],
    ['a text with G where packets begin', letters((index) => index % 188 === 0)],
    ['a text of UTF-16 with G where packets begin', utf16('G'.padEnd(94, 'p'))],
    ['a wave file', head('RIFF', [0x24, 0xf0, 0x12, 0], 'WAVEfmt ')],
    ['a photo of a telephone', head([0, 0, 0, 24], 'ftypheic')],
    ['an archive', head('PK', [3, 4, 20, 0])],
    ['nothing', new Uint8Array()],
  ])('rejects %s', (_, bytes) => {
    expect(recognizeVideo(bytes)).toBeUndefined();
  });
});

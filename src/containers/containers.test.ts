import { describe, expect, it, test } from 'vitest';
import { encode } from '../../test/encode.ts';
import { okValue } from '../../test/ok-value.ts';
import { videoBytesOf } from '../../test/video-parts.ts';
import { matroskaParts, type PlannedBlock, type PlannedTrack } from '../../test/write-matroska.ts';
import {
  box,
  mp4Parts,
  quickTimeTextEntry,
  timedText,
  timedTextEntry,
  ttmlEntry,
  webVttEntry,
} from '../../test/write-mp4.ts';
import { decodeSubtitle } from '../files/decode.ts';
import { HEAD_BYTES, recognizeVideo, type TrackFlags } from './container.ts';
import { matroskaReader } from './matroska/matroska.ts';
import { mp4Reader } from './mp4/mp4.ts';
import { flagsOf } from './reading.ts';

const WAITING = { progress: () => {}, isStopped: () => false };
const RUSSIAN = ['Ну и что же ты теперь будешь', 'с этим делать, друг мой?', 'OK', 'Кто здесь? Это я, открой!'];
const FRENCH = ['Que fais-tu là ?', 'Je ne sais pas où tu étais.', 'Ça ira déjà mieux.'];
const POLISH = ['Nie wiem, co ci powiedzieć.', 'Chodźmy do domu, a tam zobaczymy.', 'Zażółć gęślą jaźń.'];
const GREEK = ['Τι κάνεις εδώ;', 'Δεν ξέρω τι να σου πω.'];

async function matroska(contents: readonly PlannedBlock['content'][], track: Partial<PlannedTrack> = {}) {
  const blocks = contents.map((content, index) => ({ track: 3, ms: 1_000 * index, durationMs: 900, content }));
  const tracks = [{ number: 3, type: 17, codecId: 'S_TEXT/UTF8', ...track }];
  const bytes = videoBytesOf(matroskaParts({ tracks, clusters: [{ ms: 0, blocks }] }));
  const found = await matroskaReader.extract(bytes, 3, WAITING);
  if (found === undefined) throw new Error('stopped');
  return okValue(decodeSubtitle(okValue(found).bytes, 'Film.srt'));
}

async function mp4(entry: Uint8Array, contents: readonly Uint8Array[]) {
  const samples = contents.map((content) => ({ duration: 1_000, content }));
  const bytes = videoBytesOf(mp4Parts({ tracks: [{ number: 3, handler: 'sbtl', entry, samples }] }));
  const found = await mp4Reader.extract(bytes, 3, WAITING);
  if (found === undefined) throw new Error('stopped');
  return okValue(decodeSubtitle(okValue(found).bytes, 'Film.srt'));
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const textsOf = (text: string) =>
  text
    .replace(/^WEBVTT\n\n/, '')
    .split('\n\n')
    .map((block) => block.trimEnd().split('\n').slice(-1)[0]);

describe('[D17.38] detects the encoding of a Matroska track as that of a file', () => {
  test.each([
    ['windows-1251', 'windows-1251', RUSSIAN],
    ['KOI8-R', 'koi8-r', RUSSIAN],
    ['IBM866', 'ibm866', RUSSIAN],
    ['windows-1252', 'windows-1252', FRENCH],
    ['windows-1250', 'windows-1250', POLISH],
    ['ISO-8859-7', 'iso-8859-7', GREEK],
  ])('reads a Matroska track in %s', async (encoding, label, texts) => {
    for (const track of [{}, { packings: [{ kind: 'zlib' as const }] }]) {
      const read = await matroska(
        texts.map((text) => encode(text, label)),
        track,
      );
      expect(read).toMatchObject({ encoding, detected: true });
      expect(textsOf(read.text)).toEqual(texts);
    }
    const inWebm = texts.map((text) => encode(`\n\n${text}`, label));
    expect(textsOf((await matroska(inWebm, { codecId: 'D_WEBVTT/SUBTITLES' })).text)).toEqual(texts);
  });

  test.each(['S_TEXT/ASS', 'S_TEXT/SSA'])('detects the encoding of a %s track with its head', async (codecId) => {
    const label = 'windows-1251';
    const head = encode(
      '[Script Info]\r\nTitle: Наш фильм\r\n\r\n[Events]\r\nFormat: Start, End, Style, Text\r\n',
      label,
    );
    const contents = RUSSIAN.map((text, index) => encode(`${index},0,Обычный,,0,0,0,,{\\i1}${text}`, label));
    const { text, encoding } = await matroska(contents, { codecId, head });
    expect(encoding).toBe('windows-1251');
    expect(text).toContain('Title: Наш фильм\r\n');
    expect(text).toContain('Dialogue: 0:00:01.00,0:00:01.90,Обычный,{\\i1}с этим делать, друг мой?\r\n');
  });

  test('accepts UTF-8 without doubt, including private-use letters', async () => {
    const texts = ['Привет 😀', 'Ça va', '\uf780\uf7ff', 'こんにちは'];
    const read = await matroska(texts);
    expect(read).toMatchObject({ encoding: 'UTF-8', detected: false });
    expect(textsOf(read.text)).toEqual(texts);
  });

  test.each([
    ['the others in UTF-8 decide', [...RUSSIAN.map(utf8), encode('Это я!', 'windows-1251')], 'UTF-8'],
    ['the others in KOI8-R decide', [...RUSSIAN.map((text) => encode(text, 'koi8-r')), utf8('Это я!')], 'KOI8-R'],
  ] as const)('if one text has another encoding than the others, %s', async (_, contents, encoding) => {
    const read = await matroska(contents);
    expect(read).toMatchObject({ encoding, detected: true });
    expect(textsOf(read.text)).toEqual([...RUSSIAN, 'Это я!']);
  });
});

describe('[D17.38] detects the encoding of an MP4 track as that of a file', () => {
  test.each([
    ['Latin 1', 'windows-1252', 'windows-1252', FRENCH],
    ['windows-1251', 'windows-1251', 'windows-1251', RUSSIAN],
    ['a Macintosh encoding', 'macintosh', 'Macintosh', FRENCH],
  ])('reads an MP4 track in %s', async (_, label, encoding, texts) => {
    const encoded = texts.map((text) => encode(text, label));
    const timed = encoded.map((bytes) => timedText(bytes));
    const cues = encoded.map((bytes) => box('vttc', box('payl', bytes)));
    const ttml = texts.map((text, at) =>
      encode(`<tt><body><p begin="${at}s" end="${at + 1}s">${text}</p></body></tt>`, label),
    );
    for (const [entry, samples] of [
      [timedTextEntry(), timed],
      [quickTimeTextEntry(), timed],
      [webVttEntry('WEBVTT'), cues],
      [ttmlEntry(), ttml],
    ] as const) {
      const read = await mp4(entry, samples);
      expect(read).toMatchObject({ encoding, detected: true });
      expect(textsOf(read.text)).toEqual(texts);
    }
  });

  test('counts bytes as letters in the styles of a single-byte encoding', async () => {
    const { text } = await mp4(timedTextEntry(), [
      timedText(encode('Où étais-tu ?', 'windows-1252'), [[3, 8, 2]]),
      ...FRENCH.map((line) => timedText(encode(line, 'windows-1252'))),
    ]);
    expect(textsOf(text)).toEqual(['Où <i>étais</i>-tu ?', ...FRENCH]);
  });
});

const NONE: TrackFlags = { isForced: false, isSdh: false, isCommentary: false };

const titles = (words: string): readonly string[] => words.split('|');

test.each<[keyof TrackFlags, string]>([
  ['isForced', 'Forced|English (Forced)|FORCED|Signs & Songs|Signs|Foreign parts only|Français forcés|Deutsch forced'],
  ['isForced', 'Forzados|Forzati|Português (forçadas)|Форсированные'],
  ['isSdh', 'SDH|English [SDH]|English (CC)|Closed Captions|Hearing Impaired|hard of hearing|English (HI)|Sordos'],
  ['isSdh', 'For the deaf and hard-of-hearing|Sourds et malentendants|Hörgeschädigte|Для глухих и слабослышащих'],
  ['isCommentary', "Commentary|Director’s Commentary|Commentary with cast|Director's comments|Commentaires|Kommentar"],
  ['isCommentary', 'Comentario del director|Комментарии режиссёра'],
])('[D17.33] detects %s in the track titles %s', (flag, words) => {
  for (const title of titles(words)) expect(flagsOf({ ...NONE, title }), title).toEqual({ ...NONE, [flag]: true });
});

test.each([
  '|English|Full|Full (with forced)|Non-SDH|Not forced|no SDH|Without CC|Hindi|hi',
  'Designs|Accent|Enforced|Reinforced|Dialogue|Português (Brasil)|Полные|Sdhrt|简体',
])('[D17.33] detects no flag in the track titles %s', (words) => {
  for (const title of titles(words)) expect(flagsOf({ ...NONE, title }), title).toEqual(NONE);
});

test('[D17.33] keeps the flags of the file whatever the title says', () => {
  const flags = { isForced: true, isSdh: true, isCommentary: true };
  expect(flagsOf({ ...flags, title: 'Full' })).toEqual(flags);
});

/** The beginning of a file, filled with zeros as if a video followed. */
function head(...parts: readonly (string | readonly number[])[]): Uint8Array {
  const bytes = parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part));
  return Uint8Array.from({ length: HEAD_BYTES }, (_, index) => bytes[index] ?? 0);
}
const packets = (length: number, before: number) =>
  Uint8Array.from({ length: HEAD_BYTES }, (_, index) => {
    const place = (index % length) - before;
    return place === 0 ? 0x47 : place === 3 ? 0x10 : 0;
  });

describe('[D17.30] recognises a video by its content', () => {
  it.each([
    ['mkv', head([0x1a, 0x45, 0xdf, 0xa3, 0xa3], 'matroska'), 'Matroska'],
    ['webm', head([0x1a, 0x45, 0xdf, 0xa3, 0x9f], 'webm'), 'Matroska'],
    ['mp4', head([0, 0, 0, 32], 'ftypisom'), 'MP4'],
    ['m4v', head([0, 0, 0, 28], 'ftypM4V '), 'MP4'],
    ['mov', head([0, 0, 0, 20], 'ftypqt  '), 'MP4'],
    ['an old .mov', head([0, 0, 0, 8], 'wide', [0x12, 0x34, 0x56, 0x78], 'mdat'), 'MP4'],
    ['a .mov without a file type box', head('AAAA', 'mdat', [0, 0, 1, 0xb6]), 'MP4'],
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
    ['a text with the name of a box', text('The free man\n')],
    ['a text that begins like a box', text('1\n\n\nmoov\n')],
    ['a text with "G" where packets would begin', letters((index) => index % 188 === 0)],
    ['a UTF-16 text with "G" where packets would begin', utf16('G'.padEnd(94, 'p'))],
    ['a .wav file', head('RIFF', [0x24, 0xf0, 0x12, 0], 'WAVEfmt ')],
    ['a photo from a phone', head([0, 0, 0, 24], 'ftypheic')],
    ['an archive', head('PK', [3, 4, 20, 0])],
    ['nothing', new Uint8Array()],
  ])('rejects %s', (_, bytes) => {
    expect(recognizeVideo(bytes)).toBeUndefined();
  });
});

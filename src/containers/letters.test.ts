import { describe, expect, test } from 'vitest';
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
import { matroskaReader } from './matroska/matroska.ts';
import { mp4Reader } from './mp4/mp4.ts';

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

describe('[D17.38] detects the encoding of a Matroska track like that of a file', () => {
  test.each([
    ['windows-1251', 'windows-1251', RUSSIAN],
    ['KOI8-R', 'koi8-r', RUSSIAN],
    ['IBM866', 'ibm866', RUSSIAN],
    ['windows-1252', 'windows-1252', FRENCH],
    ['windows-1250', 'windows-1250', POLISH],
    ['ISO-8859-7', 'iso-8859-7', GREEK],
  ])('%s', async (encoding, label, texts) => {
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

  test('accepts UTF-8 without doubt, private-use letters included', async () => {
    const texts = ['Привет 😀', 'Ça va', '\uf780\uf7ff', 'こんにちは'];
    const read = await matroska(texts);
    expect(read).toMatchObject({ encoding: 'UTF-8', detected: false });
    expect(textsOf(read.text)).toEqual(texts);
  });

  test.each([
    ['keeps the letters of the UTF-8 majority', [...RUSSIAN.map(utf8), encode('Это я!', 'windows-1251')], 'UTF-8'],
    [
      'keeps the letters of a KOI8-R majority',
      [...RUSSIAN.map((text) => encode(text, 'koi8-r')), utf8('Это я!')],
      'KOI8-R',
    ],
  ] as const)('if one text is in another encoding, %s', async (_, contents, encoding) => {
    const read = await matroska(contents);
    expect(read).toMatchObject({ encoding, detected: true });
    expect(textsOf(read.text)).toEqual([...RUSSIAN, 'Это я!']);
  });
});

describe('[D17.38] detects the encoding of an MP4 track like that of a file', () => {
  test.each([
    ['Latin 1', 'windows-1252', 'windows-1252', FRENCH],
    ['windows-1251', 'windows-1251', 'windows-1251', RUSSIAN],
    ['letters of a Mac', 'macintosh', 'Macintosh', FRENCH],
  ])('%s', async (_, label, encoding, texts) => {
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

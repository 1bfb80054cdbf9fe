import { expect, test } from 'vitest';
import { okValue } from '../../../test/ok-value.ts';
import { decodedText } from '../../../test/track-text.ts';
import { utfBytes } from '../../../test/utf-bytes.ts';
import { videoBytesOf, wholeOf } from '../../../test/video-parts.ts';
import {
  box,
  bytesOf,
  esds,
  fullBox,
  joined,
  type Mp4Plan,
  mp4Parts,
  otherEntry,
  type PlannedSample,
  type PlannedStyle,
  type PlannedTrack,
  pictureEntry,
  quickTimeTextEntry,
  samplesWithGaps,
  soundEntry,
  timedText,
  timedTextEntry,
  ttmlEntry,
  utf8,
  webVtt,
  webVttEntry,
} from '../../../test/write-mp4.ts';
import type { SubtitleTrack } from '../container.ts';
import { mp4Reader } from './mp4.ts';

const WAITING = { progress: () => {}, isStopped: () => false };

const bytesOfPlan = (plan: Mp4Plan) => videoBytesOf(mp4Parts(plan));
const ofBytes = (bytes: Uint8Array) => videoBytesOf([{ size: bytes.length, bytes }]);
const contentsOf = async (plan: Mp4Plan) => okValue(await mp4Reader.contents(bytesOfPlan(plan)));

async function extracted(bytes: ReturnType<typeof videoBytesOf>, number = 3) {
  const result = await mp4Reader.extract(bytes, number, WAITING);
  if (result === undefined) throw new Error('Stopped');
  return result;
}
const textOf = async (plan: Mp4Plan, number = 3) => decodedText(okValue(await extracted(bytesOfPlan(plan), number)));

/** Phrases from text such as "1000-2500 Hello". */
const phrasesIn = (text: string): readonly string[] =>
  [...text.matchAll(/(\d+):(\d+):(\d+)[,.](\d+) --> (\d+):(\d+):(\d+)[,.](\d+)([^\n]*)\n((?:[^\n]+\n)+)/g)].map(
    (match) => {
      const ms = (at: number) =>
        Number(match[at]) * 3_600_000 +
        Number(match[at + 1]) * 60_000 +
        Number(match[at + 2]) * 1_000 +
        Number(match[at + 3]);
      return `${ms(1)}-${ms(5)}${match[9]} ${match[10]?.trimEnd().replaceAll('\n', '|')}`;
    },
  );

const PHRASES = [
  { start: 1_000, end: 2_500, content: timedText('Hello') },
  { start: 3_000, end: 4_000, content: timedText('Привет\nмир 😀') },
  { start: 4_000, end: 5_000, content: timedText('Right after') },
];
const READ = ['1000-2500 Hello', '3000-4000 Привет|мир 😀', '4000-5000 Right after'];
const SAMPLES = samplesWithGaps(PHRASES);
const TEXT: PlannedTrack = { number: 3, handler: 'sbtl', entry: timedTextEntry(), samples: SAMPLES };
const PICTURE: PlannedTrack = {
  number: 1,
  handler: 'vide',
  entry: pictureEntry('avc1', box('avcC', Uint8Array.of(1, 0x64, 0, 0x1f, 0xff))),
  timescale: 600,
  samples: Array.from({ length: 12 }, () => ({ duration: 300, content: 500 })),
};
const FILM: Mp4Plan = { durationMs: 6_000, tracks: [PICTURE, TEXT] };
const onlyText = (track: Partial<PlannedTrack>): Mp4Plan => ({ tracks: [{ ...TEXT, ...track }] });

const ordinary = (number: number): SubtitleTrack => ({
  number,
  kind: 'Timed Text',
  format: 'srt',
  isPictures: false,
  language: undefined,
  title: '',
  isDefault: true,
  isForced: false,
  isSdh: false,
  isCommentary: false,
  phrases: 3,
});

test('lists pictures, sounds and subtitles', async () => {
  const sound: PlannedTrack = {
    number: 2,
    handler: 'soun',
    entry: soundEntry('mp4a'),
    samples: [],
  };
  expect(await contentsOf({ ...FILM, tracks: [PICTURE, sound, TEXT] })).toEqual({
    pictures: [{ type: 'avc1.64001f', name: 'H.264' }],
    sounds: [{ type: 'mp4a.40.2', name: 'AAC' }],
    subtitles: [ordinary(3)],
    isCutOff: false,
  });
});

test.each<readonly [string, Mp4Plan]>([
  ['its list of tracks at the end', FILM],
  ['its list of tracks first', { ...FILM, isMovieFirst: true }],
  ['64 bits in boxes, times and chunks', { ...FILM, isLong: true }],
  ['a data box without a size', { ...FILM, isMovieFirst: true, hasOpenData: true }],
  ['no file type box', { ...FILM, brand: '' }],
  ['several samples in a chunk', { tracks: [PICTURE, { ...TEXT, samplesInChunk: 2 }] }],
  ['sizes of 8 bits', { tracks: [{ ...TEXT, sizeBits: 8 }] }],
  ['sizes of 16 bits', { tracks: [{ ...TEXT, sizeBits: 16 }] }],
  ['unknown boxes', { ...FILM, inMovie: [box('uuid', new Uint8Array(40)), box('udta', box('meta'))] }],
  ['fragments', { ...FILM, fragments: { lengthMs: 1_500 } }],
  ['fragments with absolute offsets', { ...FILM, fragments: { lengthMs: 1_500, base: 'explicit' } }],
  ['fragments whose data follow each other', { ...FILM, fragments: { lengthMs: 1_500, base: 'behind' } }],
  ['fragments without times', { ...FILM, fragments: { lengthMs: 1_500, hasTimes: false } }],
  ['fragments with an index', { ...FILM, fragments: { lengthMs: 1_500, hasIndex: true } }],
  ['fragments with default durations and sizes', { ...FILM, fragments: { lengthMs: 500, usesDefaults: true } }],
  ['one fragment', { ...FILM, fragments: { lengthMs: 60_000 } }],
])('reads the text of a video with %s', async (_, plan) => {
  const result = await extracted(bytesOfPlan(plan));
  expect(result).toMatchObject({ ok: true, value: { format: 'srt', phrases: 3, isCutOff: false } });
  expect(phrasesIn(decodedText(okValue(result)))).toEqual(READ);
});

test('reads sample sizes of 4 bits', async () => {
  const samples = ['a', 'bc', ''].map((text) => ({ duration: 1_000, content: timedText(text) }));
  expect(phrasesIn(await textOf(onlyText({ samples, sizeBits: 4 })))).toEqual(['0-1000 a', '1000-2000 bc']);
});

test('does not count the phrases of a fragmented video', async () => {
  const { subtitles } = await contentsOf({ durationMs: 1_045, tracks: [TEXT], fragments: { lengthMs: 1_500 } });
  expect(subtitles).toEqual([{ ...ordinary(3), phrases: undefined }]);
});

const unread = (kind: string) => ({ kind, format: undefined, phrases: undefined });
const pictures = (kind: string) => ({ ...unread(kind), isPictures: true });

test.each<readonly [string, Partial<PlannedTrack>, Partial<SubtitleTrack>]>([
  ['with a language of three letters', { language: 'rus' }, { language: 'ru' }],
  ['without a language', { language: 'und' }, { language: undefined }],
  [
    'with a language in the long form, which has priority',
    { language: 'por', longLanguage: 'pt-BR' },
    { language: 'pt-BR' },
  ],
  ['with an empty long form of the language', { language: 'por', longLanguage: 'und' }, { language: 'pt' }],
  ['with a language number of QuickTime', { language: 32 }, { language: 'ru' }],
  ['with QuickTime’s number for an unknown language', { language: 0x7fff }, { language: undefined }],
  ['with a title', { title: ' English SDH\0' }, { title: 'English SDH', isSdh: true }],
  ['that is switched off', { isDefault: false }, { isDefault: false }],
  ['forced in all samples', { entry: timedTextEntry(0xc0000000) }, { isForced: true }],
  ['forced in some samples', { entry: timedTextEntry(0x40000000) }, { isForced: false }],
  ['forced, in the words of DASH', { kinds: ['forced-subtitle'] }, { isForced: true }],
  ['for the hard of hearing', { kinds: ['caption'] }, { isForced: false, isSdh: true }],
  ['a commentary', { kinds: ['commentary'] }, { isForced: false, isCommentary: true }],
  ['of two kinds at once', { kinds: ['main', 'caption', 'forced_subtitle'] }, { isForced: true, isSdh: true }],
  ['captions in the words of Apple', { kinds: ['public.accessibility.transcribes-spoken-dialog'] }, { isSdh: true }],
  [
    'of a kind that means something else',
    { kinds: ['subtitle'] },
    { isForced: false, isSdh: false, isCommentary: false },
  ],
  ['WebVTT', { handler: 'text', entry: webVttEntry() }, { kind: 'WebVTT', format: 'vtt', phrases: undefined }],
  ['TTML', { handler: 'subt', entry: ttmlEntry() }, { kind: 'TTML', phrases: undefined }],
  ['of TTML with pictures', { handler: 'subt', entry: ttmlEntry('image/png') }, pictures('TTML with pictures')],
  ['of QuickTime text', { handler: 'text', entry: quickTimeTextEntry() }, { kind: 'QuickTime text' }],
  ['CEA-608', { handler: 'clcp', entry: otherEntry('c608') }, unread('CEA-608')],
  ['CEA-708', { handler: 'clcp', entry: otherEntry('c708') }, unread('CEA-708')],
  ['VobSub', { handler: 'subp', entry: otherEntry('mp4s') }, pictures('VobSub')],
  ['of an unknown kind', { handler: 'text', entry: otherEntry('abcd') }, unread('abcd')],
  ['without a sample entry', { handler: 'text', entry: new Uint8Array(0) }, unread('unknown')],
])('reads the facts of a subtitle track: %s', async (_, track, facts) => {
  expect((await contentsOf(onlyText(track))).subtitles).toEqual([{ ...ordinary(3), ...facts }]);
});

test.each<readonly [Uint8Array, string | undefined, string]>([
  [pictureEntry('avc3', box('avcC', Uint8Array.of(1, 0x42, 0xc0, 0x0c))), 'avc1.64001f', 'H.264'],
  [pictureEntry('avc1'), 'avc1.64001f', 'H.264'],
  [pictureEntry('hvc1'), 'hvc1.1.6.L120.90', 'HEVC'],
  [pictureEntry('hev1'), 'hvc1.1.6.L120.90', 'HEVC'],
  [pictureEntry('dvh1'), undefined, 'Dolby Vision'],
  [pictureEntry('vp09'), 'vp9', 'VP9'],
  [pictureEntry('av01'), 'av01.0.08M.08', 'AV1'],
  [pictureEntry('mp4v'), 'mp4v.20.9', 'MPEG-4 Visual'],
  [pictureEntry('mp4v', esds(0x20)), 'mp4v.20.9', 'MPEG-4 Visual'],
  [pictureEntry('mp4v', esds(0x61)), undefined, 'MPEG-2'],
  [pictureEntry('apcn'), 'apcn', 'ProRes'],
  [pictureEntry('encv'), undefined, 'encrypted'],
  [pictureEntry('zzzz'), undefined, 'zzzz'],
])('names the picture codec %#: %s, %s', async (entry, type, name) => {
  const { pictures } = await contentsOf({ tracks: [{ number: 1, handler: 'vide', entry, samples: [] }] });
  expect(pictures).toEqual([{ type, name }]);
});

test.each<readonly [Uint8Array, string | undefined, string]>([
  [soundEntry('mp4a'), 'mp4a.40.2', 'AAC'],
  [soundEntry('mp4a', esds(0x40)), 'mp4a.40.2', 'AAC'],
  [soundEntry('mp4a', box('wave', esds(0x6b))), 'mp3', 'MP3'],
  [soundEntry('mp4a', esds(0xa9, [0x80, 0x80, 0x80, 0x1b])), 'dtsc', 'DTS'],
  [soundEntry('mp4a', esds(0xa5)), 'ac-3', 'AC-3'],
  [soundEntry('Opus'), 'opus', 'Opus'],
  [soundEntry('fLaC'), 'flac', 'FLAC'],
  [soundEntry('ac-3'), 'ac-3', 'AC-3'],
  [soundEntry('ec-3'), 'ec-3', 'E-AC-3'],
  [soundEntry('dtsc'), 'dtsc', 'DTS'],
  [soundEntry('.mp3'), 'mp3', 'MP3'],
  [soundEntry('alac'), 'alac', 'ALAC'],
  [soundEntry('sowt'), undefined, 'PCM'],
])('names the sound codec %#: %s, %s', async (entry, type, name) => {
  const { sounds } = await contentsOf({ tracks: [{ number: 1, handler: 'soun', entry, samples: [] }] });
  expect(sounds).toEqual([{ type, name }]);
});

test('leaves out chapters, other kinds of tracks and repeated numbers', async () => {
  const chapters = { ...TEXT, number: 4, handler: 'text', entry: quickTimeTextEntry() };
  const others = [
    { ...TEXT, number: 5, handler: 'tmcd' },
    { ...TEXT, title: 'again' },
    { ...TEXT, number: 0 },
  ];
  const { subtitles } = await contentsOf({ tracks: [{ ...PICTURE, chapters: [4] }, TEXT, chapters, ...others] });
  expect(subtitles).toEqual([ordinary(3)]);
});

test('reads each track of a video with several text tracks', async () => {
  const samples = [{ duration: 2_000, content: timedText('Olá') }];
  const plan = { tracks: [PICTURE, TEXT, { ...TEXT, number: 7, samples }] };
  expect(phrasesIn(await textOf(plan))).toEqual(READ);
  expect(phrasesIn(await textOf(plan, 7))).toEqual(['0-2000 Olá']);
});

const edit = (durationMs: number, from: number, rate = 1) => ({ durationMs, from, rate });
/** The phrases with other times. '': not shown. */
const shown = (...spans: readonly string[]) =>
  READ.flatMap((phrase, at) => (spans[at] ? [phrase.replace(/^\S+/, spans[at])] : []));

test.each<readonly [string, PlannedTrack['edits'], readonly string[]]>([
  ['none', undefined, READ],
  ['the track as it is', [edit(5_000, 0)], READ],
  ['an empty start', [edit(500, -1), edit(5_000, 0)], shown('1500-3000', '3500-4500', '4500-5500')],
  ['only an empty start', [edit(500, -1)], shown('1500-3000', '3500-4500', '4500-5500')],
  ['a start later in the track', [edit(3_000, 2_000)], shown('0-500', '1000-2000', '2000-3000')],
  ['up to the end', [edit(0, 2_000)], shown('0-500', '1000-2000', '2000-3000')],
  ['the start of the sound', [edit(23, -1), edit(5_000, 0)], shown('1023-2523', '3023-4023', '4023-5023')],
  ['a cut in the middle', [edit(2_000, 0), edit(2_000, 4_000)], shown('1000-2000', '', '2000-3000')],
  ['twice the speed', [edit(2_500, 0, 2)], shown('500-1250', '1500-2000', '2000-2500')],
  ['a rate of zero', [edit(5_000, 0, 0)], READ],
  ['an imprecise end', [edit(4_999, 0)], READ],
])('applies edits to the times: %s', async (_, edits, expected) => {
  expect(phrasesIn(await textOf(onlyText({ ...(edits && { edits }) })))).toEqual(expected);
});

test('ignores the preliminary length in the edits of a fragmented video', async () => {
  const plan = { ...onlyText({ edits: [edit(40, -1), edit(2_000, 0)] }), fragments: { lengthMs: 1_500 } };
  expect(phrasesIn(await textOf(plan))).toEqual(shown('1040-2540', '3040-4040', '4040-5040'));
});

const sample = (duration: number, content: PlannedSample['content']): PlannedSample => ({ duration, content });
const seconds = (...contents: readonly Uint8Array[]) => contents.map((content) => sample(1_000, content));
const styled = (text: string, ...styles: PlannedStyle[]) => timedText(text, styles);

test('shows a phrase without a duration until the next sample, at most five seconds', async () => {
  const samples = [sample(0, timedText('a')), sample(1_000, timedText('b')), sample(0, timedText('c'))];
  expect(phrasesIn(await textOf(onlyText({ samples })))).toEqual(['0-1000 a', '0-1000 b', '1000-6000 c']);
});

test('shows phrases that begin together until the next one, although ffmpeg gives all but the last a millionth of a second', async () => {
  const samples = [
    sample(1, timedText('a')),
    sample(0, timedText('b')),
    sample(2_000_000, timedText('c')),
    sample(1, timedText('d')),
  ];
  const plan = onlyText({ samples, timescale: 1_000_000 });
  expect(phrasesIn(await textOf(plan))).toEqual(['0-2000 a', '0-2000 b', '0-2000 c', '2000-7000 d']);
});

const utf16 = (text: string, isLittle: boolean) => timedText(utfBytes(`\ufeff${text}`, 2, isLittle));
test.each<readonly [string, Uint8Array, string]>([
  ['plain text', timedText('a < b & c'), 'a < b & c'],
  ['a style', styled('one two', [4, 7, 2]), 'one <i>two</i>'],
  ['offsets in characters, not in bytes or UTF-16 units', styled('жж😀x', [3, 4, 1]), 'жж😀<b>x</b>'],
  ['several faces at once', styled('abc', [0, 3, 7]), '<i><b><u>abc</u></b></i>'],
  ['faces that change', styled('abcd', [0, 2, 2], [2, 3, 3], [3, 4, 1]), '<i>ab<b>c</b></i><b>d</b>'],
  ['styles that overlap', styled('abcd', [0, 3, 2], [1, 4, 1]), '<i>abc</i><b>d</b>'],
  ['styles beyond the text', styled('ab', [1, 900, 4], [901, 1_000, 1]), 'a<u>b</u>'],
  ['an empty style', styled('ab', [1, 1, 2], [0, 2, 0]), 'ab'],
  ['a style over two lines', timedText('a\nb', [[0, 3, 2]]), '<i>a|b</i>'],
  ['big-endian UTF-16', utf16('Привет 😀', false), 'Привет 😀'],
  ['little-endian UTF-16', utf16('Привет', true), 'Привет'],
  ['a blank line', timedText('a\r\n\r\nb'), 'a|b'],
  ['a wrong length', joined(bytesOf(999, 2), utf8('abc')), 'abc'],
  [
    'other boxes before the styles',
    joined(timedText('ab'), box('hlit'), styled('', [0, 1, 2]).subarray(2)),
    '<i>a</i>b',
  ],
])('reads Timed Text with %s', async (_, content, expected) => {
  expect(phrasesIn(await textOf(onlyText({ samples: seconds(content) })))).toEqual([`0-1000 ${expected}`]);
});

test('does not begin a phrase at a line that looks like a timing', async () => {
  const samples = seconds(timedText('a\n1\n00:00:07,000 --> 00:00:08,000\nb'));
  expect(phrasesIn(await textOf(onlyText({ samples })))).toEqual(['0-1000 a|1|00:00:07,000 → 00:00:08,000|b']);
});

test('reads QuickTime text with its styles and Mac letters', async () => {
  const ofQuickTime: PlannedStyle[] = [0, 4].map((from) => [from, from, from === 0 ? 2 : 0]);
  const caf = timedText(Uint8Array.of(0x63, 0x61, 0x66, 0x8e));
  const samples = seconds(timedText('one two', ofQuickTime, true), caf, styled('café', [0, 4, 1]));
  const plan = onlyText({ handler: 'text', entry: quickTimeTextEntry(), samples });
  expect(phrasesIn(await textOf(plan))).toEqual(['0-1000 <i>one </i>two', '1000-2000 café', '2000-3000 <b>café</b>']);
});

test('reads WebVTT with head, ids, settings and simultaneous cues', async () => {
  const a = { text: 'one &amp; <i>two</i>', id: 'first', settings: 'line:0' };
  const other = { text: 'other' };
  const same = (source: number) => webVtt({ text: 'same', source });
  const halves = [webVtt(a, other), webVtt(other), webVtt(), webVtt(other), same(1), same(2)];
  const samples = [...seconds(webVtt(), webVtt(a)), ...halves.map((content) => sample(500, content))];
  const head = 'WEBVTT\n\nSTYLE\n::cue { color: red }';
  const plan = onlyText({ handler: 'text', entry: webVttEntry(head), samples });
  expect(await textOf(plan)).toMatch(/^WEBVTT\n\nSTYLE\n::cue \{ color: red \}\n\nfirst\n00:00:01\.000 --> /);
  const expected = [
    '1000-2500 line:0 one &amp; <i>two</i>',
    '2000-3000 other',
    '3500-4000 other',
    '4000-4500 same',
    '4500-5000 same',
  ];
  expect(phrasesIn(await textOf(plan))).toEqual(expected);
  expect(phrasesIn(await textOf({ ...plan, fragments: { lengthMs: 1_000 } }))).toEqual(expected);
});

const ttml = (...phrases: readonly (readonly [begin: number, end: number, text: string])[]) =>
  utf8(
    `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${phrases
      .map(([begin, end, text]) => `<p begin="${begin}s" end="${end}s">${text}</p>`)
      .join('')}</div></body></tt>`,
  );
const inTens = (...contents: readonly Uint8Array[]) => contents.map((content) => sample(10_000, content));
test.each<readonly [string, readonly PlannedSample[], readonly string[]]>([
  ['one document', [sample(60_000, ttml([1, 2, 'a'], [50, 51, 'b']))], ['1000-2000 a', '50000-51000 b']],
  [
    'times of the track, with phrases cut at the samples',
    inTens(ttml([1, 2, 'a'], [9, 10, 'b']), ttml([10, 11, 'b'], [12, 13, 'c'])),
    ['1000-2000 a', '9000-11000 b', '12000-13000 c'],
  ],
  [
    'times of the track, with phrases repeated in both samples',
    inTens(ttml([1, 2, 'a'], [9, 11, 'b']), ttml([9, 11, 'b'], [11, 13, 'b'])),
    ['1000-2000 a', '9000-11000 b', '11000-13000 b'],
  ],
  [
    'times relative to the samples',
    inTens(ttml([1, 2, 'a'], [9, 10, 'b']), ttml([0, 1, 'b'], [2, 3, 'c']), ttml(), ttml([2, 3, 'd'])),
    ['1000-2000 a', '9000-11000 b', '12000-13000 c', '32000-33000 d'],
  ],
])('reads TTML: %s', async (_, samples, expected) => {
  const plan = onlyText({ handler: 'subt', entry: ttmlEntry(), samples });
  expect(phrasesIn(await textOf(plan))).toEqual(expected);
  const fragmented = { ...plan, fragments: { lengthMs: 10_000 } };
  expect(await extracted(bytesOfPlan(fragmented))).toMatchObject({ ok: true, value: { format: 'srt' } });
  expect(phrasesIn(await textOf(fragmented))).toEqual(expected);
});

test('reads less than 1 MB of a 1 GB video for 1,500 phrases', async () => {
  const phrases = Array.from({ length: 1_500 }, (_, index) => ({
    start: index * 4_000 + 1_000,
    end: index * 4_000 + 3_000,
    content: timedText(`Line ${index + 1}`),
  }));
  const samples = Array.from({ length: 6_000 * 24 }, () => ({ duration: 25, content: 7_500 }));
  const bytes = bytesOfPlan({
    tracks: [
      { ...PICTURE, samples },
      { ...TEXT, samples: samplesWithGaps(phrases) },
    ],
  });
  expect(bytes.size).toBeGreaterThan(1_000_000_000);
  const { subtitles } = okValue(await mp4Reader.contents(bytes));
  expect(subtitles).toEqual([{ ...ordinary(3), phrases: 1_500 }]);
  const text = decodedText(okValue(await extracted(bytes)));
  expect(phrasesIn(text)).toHaveLength(1_500);
  expect(phrasesIn(text).at(-1)).toBe('5997000-5999000 Line 1500');
  expect(bytes.counts.bytes).toBeLessThan(1_000_000);
});

test('reads videos over 4 GB', async () => {
  const samples = Array.from({ length: 6 }, () => ({ duration: 600, content: 1_000_000_000 }));
  expect(phrasesIn(await textOf({ tracks: [{ ...PICTURE, samples }, TEXT] }))).toEqual(READ);
});

test('reports growing progress, and stops on request', async () => {
  for (const plan of [FILM, { ...FILM, fragments: { lengthMs: 1_000 } }]) {
    const shares: number[] = [];
    await mp4Reader.extract(bytesOfPlan(plan), 3, { progress: (share) => shares.push(share), isStopped: () => false });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    const bytes = bytesOfPlan(plan);
    const stopped = await mp4Reader.extract(bytes, 3, { progress: () => {}, isStopped: () => bytes.counts.reads >= 2 });
    expect(stopped).toBeUndefined();
    expect(bytes.counts.reads).toBe(2);
  }
});

test('rejects if the file has become unreadable', async () => {
  const bytes = { ...bytesOfPlan(FILM), read: () => Promise.reject(new Error('gone')) };
  await expect(mp4Reader.contents(bytes)).rejects.toThrow('gone');
  await expect(mp4Reader.extract(bytes, 3, WAITING)).rejects.toThrow('gone');
});

test('opens a video that is cut off, and reports it', async () => {
  const whole = wholeOf(mp4Parts({ ...FILM, isMovieFirst: true }));
  const cut = whole.slice(0, whole.length - 2_100);
  expect(okValue(await mp4Reader.contents(ofBytes(cut))).isCutOff).toBe(true);
  const result = okValue(await extracted(ofBytes(cut)));
  expect(result).toMatchObject({ phrases: 2, isCutOff: true });
  expect(phrasesIn(decodedText(result))).toEqual(READ.slice(0, 2));
  const nothing = await extracted(ofBytes(whole.slice(0, whole.length - 6_000)));
  expect(nothing).toEqual({
    ok: false,
    error: 'The video is incomplete, and this track has no subtitles in the part that is there. Choose another track.',
  });
});

test('opens a fragmented video that is cut off, and reports it', async () => {
  const whole = wholeOf(mp4Parts({ ...FILM, fragments: { lengthMs: 1_500 } }));
  const result = okValue(await extracted(ofBytes(whole.slice(0, Buffer.from(whole).lastIndexOf('moof') - 9))));
  expect(result).toMatchObject({ phrases: 2, isCutOff: true });
  expect(phrasesIn(decodedText(result))).toEqual(READ.slice(0, 2));
});

const CUT_AT_END = wholeOf(mp4Parts(FILM)).slice(0, 3_000);
const lying = (...boxes: readonly Uint8Array[]) => joined(box('ftyp', utf8('isom')), ...boxes);
test.each<readonly [string, Uint8Array, RegExp]>([
  ['cut off before its list of tracks', CUT_AT_END, /^The video is incomplete: its list of tracks, .* at the end/],
  ['cut off within its list of tracks', lying(joined(bytesOf(5_000, 4), utf8('moov'))), /^The video is incomplete/],
  ['without a list of tracks', lying(box('mdat', new Uint8Array(90))), /^This MP4 or MOV video is damaged/],
  ['empty', new Uint8Array(0), /video is damaged/],
  ['with only zeros', new Uint8Array(200), /video is damaged/],
  [
    'that is a piece of a stream',
    lying(box('moof', fullBox('mfhd', 0, 0)), box('mdat')),
    /^This file is only one piece .*"init"/,
  ],
  [
    'with a compressed list of tracks',
    lying(box('moov', box('cmov', box('dcom', utf8('zlib'))))),
    /^An old version of QuickTime compressed the list/,
  ],
])('refuses a file: %s', async (_, bytes, words) => {
  for (const result of [await mp4Reader.contents(ofBytes(bytes)), await extracted(ofBytes(bytes))]) {
    expect(result).toEqual({ ok: false, error: expect.stringMatching(words) });
  }
});

const LONG = timedText('Word '.repeat(13_000));
const AGAIN_AND_AGAIN = Array(500).fill({ durationMs: 100_000, from: 0 });

const MANY = onlyText({ samples: new Array(500_001).fill(sample(1, 1)), samplesInChunk: 500_001 });
test.each<readonly [string, Mp4Plan, number, RegExp]>([
  ['that does not exist', FILM, 9, /^Track 9 is no longer in the video/],
  ['of pictures', FILM, 1, /^Track 1 is no longer in the video/],
  ['pictures', onlyText({ entry: otherEntry('mp4s') }), 3, /^This VobSub track contains pictures, not text\. /],
  ['captions', onlyText({ entry: otherEntry('c608') }), 3, /^This CEA-608 track cannot be read\. /],
  ['without phrases', onlyText({ samples: [sample(9, timedText(''))] }), 3, /^The track has no subtitles\. /],
  ['without samples', onlyText({ samples: [] }), 3, /^The track has no subtitles\. /],
  [
    'with more text than any video has',
    onlyText({ samples: Array(70).fill(sample(9, 1_000_000)) }),
    3,
    /more than 64 MB/,
  ],
  [
    'with more text than the memory can hold',
    onlyText({ samples: Array(300).fill(sample(9, LONG)) }),
    3,
    /more than 64 MB/,
  ],
  [
    'with phrases that are shown without end',
    onlyText({ samples: Array(1_000).fill(sample(1, timedText('Word'))), edits: AGAIN_AND_AGAIN }),
    3,
    /^The track has more than 100,000 subtitles/,
  ],
  [
    'with long phrases that are shown again and again',
    onlyText({ samples: Array(10).fill(sample(1, LONG)), edits: AGAIN_AND_AGAIN }),
    3,
    /more than 64 MB/,
  ],
  ['with more samples than any film has', MANY, 3, /^The track has more than 500,000 pieces of text/],
])('refuses a track: %s', async (_, plan, number, words) => {
  expect(await extracted(bytesOfPlan(plan), number)).toEqual({ ok: false, error: expect.stringMatching(words) });
});

/** Overwrites a 32-bit number in the first box of that type. */
function changed(plan: Mp4Plan, type: string, at: number, value: number): Uint8Array {
  const bytes = wholeOf(mp4Parts(plan));
  const place = Buffer.from(bytes).indexOf(type, 0, 'latin1') + 4;
  bytes.set(bytesOf(value, 4), place + at);
  return bytes;
}

// A visit of billions of entries would exceed the time limit of a test.
const SAME = onlyText({ samples: new Array(3).fill({ duration: 1_000, content: timedText('aa') }), samplesInChunk: 3 });
const IN_FRAGMENTS = { ...SAME, fragments: { lengthMs: 60_000, usesDefaults: true } };
test.each<readonly [string, Uint8Array, object]>([
  ['billions of samples of one size', changed(SAME, 'stsz', 8, 0xffffffff), { ok: true }],
  ['billions of samples in a chunk', changed(SAME, 'stsc', 12, 0xffffffff), { ok: true, value: { phrases: 3 } }],
  [
    'billions of samples of one size in one chunk',
    changed({ ...SAME, isMovieFirst: true }, 'stsz', 8, 0xffffffff),
    { ok: true },
  ],
  ['billions of times', changed(SAME, 'stts', 8, 0xffffffff), { ok: true, value: { phrases: 3 } }],
  ['more entries than the table holds', changed(SAME, 'stts', 4, 0xffffffff), { ok: true, value: { phrases: 3 } }],
  ['more chunks than the table holds', changed(SAME, 'stco', 4, 0xffffffff), { ok: true, value: { phrases: 3 } }],
  ['a chunk beyond the film', changed(SAME, 'stco', 8, 0xfffffff0), { ok: false }],
  [
    'billions of samples in a fragment',
    changed(IN_FRAGMENTS, 'trun', 4, 0xffffffff),
    { ok: true, value: { isCutOff: true } },
  ],
  ['a fragment beyond the film', changed(IN_FRAGMENTS, 'trun', 8, 0x7fffffff), { ok: false }],
  ['a list of tracks that is too long', changed(SAME, 'moov', -8, 0xfffffff), { ok: true, value: { isCutOff: true } }],
])(
  'reads or refuses in time a video that claims to have %s',
  async (_, bytes, expected) => {
    expect(okValue(await mp4Reader.contents(ofBytes(bytes))).subtitles).toHaveLength(1);
    expect(await extracted(ofBytes(bytes))).toMatchObject(expected);
  },
  20_000,
);

test('refuses billions of empty samples in fragments', async () => {
  const empty = { ...IN_FRAGMENTS, tracks: [{ ...TEXT, samples: [sample(1, 0), sample(1, 0)] }] };
  expect(await extracted(ofBytes(changed(empty, 'trun', 4, 0xffffffff)))).toEqual({
    ok: false,
    error: expect.stringMatching(/^The track has more than 500,000 pieces of text/),
  });
});

test('reads or refuses countless and deeply nested boxes', async () => {
  const many = joined(...new Array(30_000).fill(box('free')));
  expect(await mp4Reader.contents(ofBytes(lying(many)))).toMatchObject({ ok: false });
  let deep = box('minf');
  for (let depth = 0; depth < 500; depth++) deep = box(depth % 2 === 0 ? 'mdia' : 'trak', deep);
  expect(await mp4Reader.contents(ofBytes(lying(box('moov', deep, many))))).toMatchObject({
    ok: true,
    value: { subtitles: [] },
  });
});

/** The video with a hole of zeros, as an incomplete download leaves it. */
const withHole = (whole: Uint8Array, text: string, before: number, length: number) => {
  const at = Buffer.from(whole).indexOf(text) - before;
  return whole.slice().fill(0, at, at + length);
};
test.each([
  ['in the samples', withHole(wholeOf(mp4Parts(FILM)), 'Hello', 2, 7), READ.slice(1)],
  [
    'from a fragment to the end',
    withHole(wholeOf(mp4Parts({ ...FILM, fragments: { lengthMs: 1_500 } })), 'moof', 4, 99_999),
    [],
  ],
  ['in place of a fragment', changed({ ...FILM, fragments: { lengthMs: 1_500 } }, 'moof', -8, 3), []],
])('reports a video with a hole %s as cut off', async (_, bytes, phrases) => {
  const result = await extracted(ofBytes(bytes));
  if (phrases.length === 0)
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining('The video is incomplete') });
  else expect(okValue(result)).toMatchObject({ phrases: phrases.length, isCutOff: true });
  if (result.ok) expect(phrasesIn(decodedText(result.value))).toEqual(phrases);
});

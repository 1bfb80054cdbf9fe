import { describe, expect, test, vi } from 'vitest';
import { okValue } from '../../../test/ok-value.ts';
import { decodedText } from '../../../test/track-text.ts';
import { videoBytesOf, wholeOf } from '../../../test/video-parts.ts';
import {
  element,
  longNumber,
  type MatroskaPlan,
  matroskaParts,
  type PlannedBlock,
  type PlannedTrack,
  unsigned,
} from '../../../test/write-matroska.ts';
import type { VideoBytes, Watch } from '../container.ts';
import { matroskaReader } from './matroska.ts';

const SRT: PlannedTrack = { number: 3, type: 17, codecId: 'S_TEXT/UTF8' };
const VIDEO: PlannedTrack = { number: 1, type: 1, codecId: 'V_VP9' };
const EVERYTHING = () => true;

const filmOf = (plan: Partial<MatroskaPlan>): MatroskaPlan => ({ tracks: [VIDEO, SRT], clusters: [], ...plan });
const bytesOf = (plan: Partial<MatroskaPlan>) => videoBytesOf(matroskaParts(filmOf(plan)));
const bytesAs = (whole: Uint8Array) => videoBytesOf([{ size: whole.length, bytes: whole }]);

const contentsOf = async (bytes: VideoBytes) => okValue(await matroskaReader.contents(bytes));
const trackOf = async (track: Partial<PlannedTrack>) => {
  const { subtitles } = await contentsOf(bytesOf({ tracks: [{ ...SRT, ...track }] }));
  return subtitles[0];
};

const watching = (watch: Partial<Watch> = {}): Watch => ({ progress: () => {}, isStopped: () => false, ...watch });
const extract = (bytes: VideoBytes, track = 3, watch: Partial<Watch> = {}) =>
  matroskaReader.extract(bytes, track, watching(watch));
async function textOf(bytes: VideoBytes, track = 3): Promise<string> {
  const result = await extract(bytes, track);
  if (result === undefined) throw new Error('stopped');
  return decodedText(okValue(result));
}
async function errorOf(bytes: VideoBytes, track = 3): Promise<string> {
  const result = await extract(bytes, track);
  return result === undefined || result.ok ? 'no error' : result.error;
}

const line = (ms: number, content: PlannedBlock['content'], more: Partial<PlannedBlock> = {}): PlannedBlock => ({
  track: 3,
  ms,
  durationMs: 500,
  content,
  ...more,
});
const picture = (ms: number, size = 100): PlannedBlock => ({ track: 1, ms, content: size, isSimple: true });
/** Two clusters with two lines each. */
const LINES = [
  { ms: 0, blocks: [picture(0), line(100, 'One'), picture(200), line(700, 'Two\r\nlines')] },
  { ms: 40_000, blocks: [picture(40_000), line(41_000, 'Three'), line(42_000, 'Four')] },
];
const LINES_AS_SRT = [
  '1\n00:00:00,100 --> 00:00:00,600\nOne\n',
  '2\n00:00:00,700 --> 00:00:01,200\nTwo\nlines\n',
  '3\n00:00:41,000 --> 00:00:41,500\nThree\n',
  '4\n00:00:42,000 --> 00:00:42,500\nFour\n',
].join('\n');

const ORDINARY = {
  ...{ kind: 'SubRip', format: 'srt', isPictures: false, title: '', isDefault: true, isForced: false },
  ...{ isSdh: false, isCommentary: false },
  phrases: undefined,
};

describe('the contents of a video', () => {
  test('lists pictures, sounds and subtitles in file order', async () => {
    const bytes = bytesOf({
      durationMs: 85_031,
      counts: { 3: 190 },
      tracks: [
        VIDEO,
        { number: 2, type: 2, codecId: 'A_OPUS' },
        { ...SRT, bcp47: 'pt-BR', language: 'por', name: 'Nome', isForced: true },
        { number: 5, type: 17, codecId: 'S_HDMV/PGS', language: 'ger', isDefault: false },
        { number: 6, type: 33, codecId: 'D_WEBVTT/METADATA' },
      ],
    });
    expect(await contentsOf(bytes)).toEqual({
      pictures: [{ type: 'vp9', name: 'VP9' }],
      sounds: [{ type: 'opus', name: 'Opus' }],
      isCutOff: false,
      subtitles: [
        { ...ORDINARY, number: 3, language: 'pt-BR', title: 'Nome', isForced: true, phrases: 190 },
        { ...ORDINARY, number: 5, kind: 'PGS', format: undefined, isPictures: true, language: 'de', isDefault: false },
      ],
    });
  });

  test.each([
    [{}, { isDefault: true, isForced: false, language: 'en', title: '' }],
    [
      { isDefault: false, isForced: true },
      { isDefault: false, isForced: true },
    ],
    [{}, { isSdh: false, isCommentary: false }],
    [{ isSdh: true }, { isSdh: true, isForced: false, isCommentary: false }],
    [{ isCommentary: true }, { isCommentary: true, isForced: false, isSdh: false }],
    [{ name: 'English [SDH]' }, { title: 'English [SDH]', isSdh: true }],
    [{ language: 'fre' }, { language: 'fr' }],
    [{ language: 'und' }, { language: undefined }],
    [{ language: '' }, { language: 'en' }],
    [{ language: 'fre', bcp47: 'fr-CA' }, { language: 'fr-CA' }],
    [{ language: 'fre', bcp47: 'und' }, { language: undefined }],
    [{ language: 'no language' }, { language: undefined }],
    [{ name: 'Full\0\0' }, { title: 'Full' }],
    [{ codecId: 'S_TEXT/ASCII' }, { kind: 'SubRip', format: 'srt' }],
    [{ codecId: 'S_TEXT/ASS' }, { kind: 'ASS', format: 'ass' }],
    [{ codecId: 'S_ASS' }, { kind: 'ASS', format: 'ass' }],
    [{ codecId: 'S_TEXT/SSA' }, { kind: 'SSA', format: 'ssa' }],
    [{ codecId: 'S_SSA' }, { kind: 'SSA', format: 'ssa' }],
    [{ codecId: 'S_TEXT/WEBVTT' }, { kind: 'WebVTT', format: 'vtt' }],
    [{ codecId: 'D_WEBVTT/CAPTIONS' }, { kind: 'WebVTT', format: 'vtt' }],
    [{ codecId: 'S_VOBSUB' }, { kind: 'VobSub', format: undefined, isPictures: true }],
    [{ codecId: 'S_DVBSUB' }, { kind: 'DVB', format: undefined, isPictures: true }],
    [{ codecId: 'S_TEXT/USF' }, { kind: 'TEXT/USF', format: undefined, isPictures: false }],
    [{ codecId: 'S_TEXT/NEW' }, { kind: 'TEXT/NEW', format: undefined, isPictures: false }],
    [{ packings: [{ kind: 'encrypted' }] }, { kind: 'SubRip', format: undefined }],
  ] as const)('reads a track with %j', async (track, expected) => {
    expect(await trackOf(track)).toMatchObject(expected);
  });

  test('leaves out a disabled track, and a second track of the same number', async () => {
    const tracks = [
      { ...SRT, isEnabled: false },
      { ...SRT, number: 4, name: 'first' },
      { ...SRT, number: 4, name: 'second' },
    ];
    expect((await contentsOf(bytesOf({ tracks }))).subtitles).toMatchObject([{ number: 4, title: 'first' }]);
  });

  test.each([
    ['V_MPEG4/ISO/AVC', Uint8Array.of(1, 0x64, 0, 0x1f, 0xff), 'avc1.64001f', 'H.264'],
    ['V_MPEGH/ISO/HEVC', undefined, 'hvc1.1.6.L120.90', 'HEVC'],
    ['V_VP8', undefined, 'vp8', 'VP8'],
    ['V_VP9', undefined, 'vp9', 'VP9'],
    ['V_AV1', Uint8Array.of(0x81, 0x08, 0x0c, 0), 'av01.0.08M.08', 'AV1'],
    ['V_MPEG2', undefined, undefined, 'MPEG-2'],
    ['V_MS/VFW/FOURCC', Buffer.from(`${'\0'.repeat(16)}XVID${'\0'.repeat(20)}`), undefined, 'XVID'],
    ['V_NEW/CODEC', undefined, undefined, 'NEW/CODEC'],
  ])('names the picture codec %s with CodecPrivate %o', async (codecId, head, type, name) => {
    const track = { number: 1, type: 1, codecId, ...(head && { head: new Uint8Array(head) }) };
    expect((await contentsOf(bytesOf({ tracks: [track] }))).pictures).toEqual([{ type, name }]);
  });

  test.each([
    ['A_VORBIS', undefined, 'vorbis', 'Vorbis'],
    ['A_FLAC', undefined, 'flac', 'FLAC'],
    ['A_MPEG/L3', undefined, 'mp3', 'MP3'],
    ['A_AAC', undefined, 'mp4a.40.2', 'AAC'],
    ['A_AAC/MPEG4/LC/SBR', Uint8Array.of(0x2b, 0x92), 'mp4a.40.2', 'AAC'],
    ['A_AC3', undefined, 'ac-3', 'AC-3'],
    ['A_EAC3', undefined, 'ec-3', 'E-AC-3'],
    ['A_DTS', undefined, 'dtsc', 'DTS'],
    ['A_TRUEHD', undefined, undefined, 'TrueHD'],
    ['A_PCM/INT/LIT', undefined, undefined, 'PCM'],
  ])('names the sound codec %s with CodecPrivate %o', async (codecId, head, type, name) => {
    const track = { number: 1, type: 2, codecId, ...(head && { head }) };
    expect((await contentsOf(bytesOf({ tracks: [track] }))).sounds).toEqual([{ type, name }]);
  });

  test('reads WebM; refuses other EBML files and a damaged beginning', async () => {
    expect(await contentsOf(bytesOf({ docType: 'webm' }))).toMatchObject({ isCutOff: false });
    expect(await matroskaReader.contents(bytesOf({ docType: 'other' }))).toEqual({
      ok: false,
      error: expect.stringMatching(/calls itself "other"/),
    });
    for (const whole of [new Uint8Array(0), wholeOf(matroskaParts(filmOf({ tracks: [] })))]) {
      const error = expect.stringMatching(/^This Matroska video is damaged: its list of tracks cannot be read/);
      expect(await matroskaReader.contents(bytesAs(whole))).toEqual({ ok: false, error });
    }
  });
});

const FORMAT = 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';
const EVENTS = `[Events]\n${FORMAT}\n`;

describe('the text of a track', () => {
  const sizes = (plan: Partial<MatroskaPlan>) => ({ clusters: LINES, ...plan });
  test.each([
    ['with the index', sizes({ index: EVERYTHING })],
    ['with the index, and the number of blocks in the tags', sizes({ index: EVERYTHING, counts: { 3: 4 } })],
    ['without an index', sizes({})],
    ['without a list of parts', sizes({ hasSeekHead: false, index: EVERYTHING })],
    ['from clusters of unknown size', sizes({ hasUnknownSizes: true })],
    ['from clusters of unknown size, with the index', sizes({ hasUnknownSizes: true, index: EVERYTHING })],
    ['with an index without relative positions', sizes({ index: EVERYTHING, hasNoRelativePositions: true })],
    ['despite an index with wrong positions', sizes({ index: EVERYTHING, indexIsOffBy: 3 })],
    ['despite an index that points to other blocks', sizes({ index: EVERYTHING, indexIsOffBy: -100_000 })],
    ['despite an index for the pictures only', sizes({ index: ({ track }) => track === 1 })],
    ['despite an index with one line per cluster', sizes({ index: (_, place) => place < 2 })],
    [
      'despite an index with fewer blocks than in the tags',
      sizes({ index: ({ ms }) => ms < 40_000, counts: { 3: 4 } }),
    ],
    ['with ticks of 0.1 ms', sizes({ timestampScale: 100_000, clusters: LINES, index: EVERYTHING })],
  ])('reads the text of a track %s', async (_, plan) => {
    expect(await textOf(bytesOf(plan))).toBe(LINES_AS_SRT);
  });

  test('keeps an ASS head byte for byte and its lines in the original order', async () => {
    const head = `[Script Info]\r\n; by hand\r\n\r\n[Events]\r\n${FORMAT}\r\nComment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,note\r\n`;
    const blocks = [
      line(1_000, '2,0,Default,,0,0,0,,later, with a comma'),
      line(3_723_450, '0,1,Sign,Ann,1,2,3,Banner;1,{\\i1}first'),
    ];
    const plan = {
      tracks: [{ ...SRT, codecId: 'S_TEXT/ASS', head }],
      clusters: [
        { ms: 0, blocks: blocks.slice(0, 1) },
        { ms: 3_723_000, blocks: blocks.slice(1) },
      ],
    };
    expect(await textOf(bytesOf(plan))).toBe(
      `${head}Dialogue: 1,1:02:03.45,1:02:03.95,Sign,Ann,1,2,3,Banner;1,{\\i1}first\r\nDialogue: 0,0:00:01.00,0:00:01.50,Default,,0,0,0,,later, with a comma\r\n`,
    );
  });

  test.each([
    ['no head', '', `${EVENTS}|`],
    ['no events', '[Script Info]', `[Script Info]\n\n${EVENTS}|`],
    ['no format', '[Events]', `${EVENTS}|`],
    ['fonts after the events', `${EVENTS}\n[Fonts]\nx\n`, `${EVENTS}|\n[Fonts]\nx\n`],
  ])('completes an ASS head with %s', async (_, head, expected) => {
    const tracks = [{ ...SRT, codecId: 'S_TEXT/ASS', head }];
    const bytes = bytesOf({ tracks, clusters: [{ ms: 0, blocks: [line(0, '0,0,Default,,0,0,0,,a\nb')] }] });
    expect(await textOf(bytes)).toBe(
      expected.replace('|', 'Dialogue: 0,0:00:00.00,0:00:00.50,Default,,0,0,0,,a\\Nb\n'),
    );
  });

  test('writes "Marked" for SSA, and the other columns that the Format line names', async () => {
    const head = '[Events]\nFormat: Marked, Start, End, Actor, Other, Text\n';
    const blocks = [line(0, '0,,Default,Ann,0,0,0,,a'), line(1_000, '1,1,Default,,0,0,0,,b'), line(2_000, 'no event')];
    const bytes = bytesOf({ tracks: [{ ...SRT, codecId: 'S_SSA', head }], clusters: [{ ms: 0, blocks }] });
    expect(await textOf(bytes)).toBe(
      `${head}Dialogue: Marked=0,0:00:00.00,0:00:00.50,Ann,,a\nDialogue: Marked=1,0:00:01.00,0:00:01.50,,,b\nDialogue: Marked=0,0:00:02.00,0:00:02.50,,,no event\n`,
    );
  });

  test('keeps the place of repeated and unnamed ASS columns', async () => {
    const head = '[Events]\nFormat: Start, End, Style, Style, , , Text\n';
    const blocks = [line(0, '0,0,Main,Ann,0,0,0,,a')];
    const bytes = bytesOf({ tracks: [{ ...SRT, codecId: 'S_TEXT/ASS', head }], clusters: [{ ms: 0, blocks }] });
    expect(await textOf(bytes)).toBe(`${head}Dialogue: 0:00:00.00,0:00:00.50,Main,,,,a\n`);
  });

  test('reads WebVTT of Matroska: settings, id and notes come from the addition, and times are relative to the cue', async () => {
    const head = 'WEBVTT - Title\n\nSTYLE\n::cue { color: red }';
    const blocks = [
      line(1_000, 'a <00:00:00.250>b', { addition: 'line:3% align:start\nid-4\nNOTE before' }),
      line(2_000, 'c', { addition: '\n\nnothing' }),
    ];
    const bytes = bytesOf({ tracks: [{ ...SRT, codecId: 'S_TEXT/WEBVTT', head }], clusters: [{ ms: 0, blocks }] });
    expect(await textOf(bytes)).toBe(
      `${head}\n\nNOTE before\n\nid-4\n00:00:01.000 --> 00:00:01.500 line:3% align:start\na <00:00:01.250>b\n\n00:00:02.000 --> 00:00:02.500\nc\n`,
    );
  });

  test('reads WebVTT of WebM: id and settings come from the first lines of the block', async () => {
    const blocks = [line(1_000, 'id\nline:0\na <00:00:01.250>b\nc'), line(2_000, '\n\nd')];
    const bytes = bytesOf({ tracks: [{ ...SRT, codecId: 'D_WEBVTT/SUBTITLES' }], clusters: [{ ms: 0, blocks }] });
    expect(await textOf(bytes)).toBe(
      'WEBVTT\n\nid\n00:00:01.000 --> 00:00:01.500 line:0\na <00:00:01.250>b\nc\n\n00:00:02.000 --> 00:00:02.500\nd\n',
    );
  });

  const stripped = { kind: 'stripped', head: Uint8Array.from(Buffer.from('Th')) } as const;
  test.each([
    [[{ kind: 'zlib' }]],
    [[stripped]],
    [[stripped, { kind: 'zlib' }]],
    [[{ kind: 'zlib' }, { kind: 'stripped', head: Uint8Array.of(0x78) }]],
    [[{ kind: 'zlib', scope: 3 }]],
  ] as const)('unpacks a track that is packed with %j', async (packings) => {
    const clusters = [{ ms: 0, blocks: [line(0, 'The text'), line(1_000, 'That text')] }];
    const tracks = [{ ...SRT, codecId: 'S_TEXT/WEBVTT', head: 'WEBVTT - Title', packings }];
    for (const plan of [
      { tracks, clusters },
      { tracks, clusters, index: EVERYTHING },
    ]) {
      expect(await textOf(bytesOf(plan))).toMatch(/^WEBVTT - Title\n[\s\S]*\nThe text\n[\s\S]*\nThat text\n$/);
    }
  });

  const long = 'x'.repeat(600);
  test.each(['xiph', 'ebml', 'fixed'] as const)('reads several texts in one block with %s lacing', async (lacing) => {
    const texts = lacing === 'fixed' ? ['one', 'two', 'six'] : ['one', long, 'three', 'fourth one'];
    const clusters = [{ ms: 0, blocks: [line(0, texts, { lacing, durationMs: 1_200 })] }];
    const written = (await textOf(bytesOf({ clusters }))).split('\n').filter((_, index) => index % 4 === 2);
    expect(written).toEqual(texts);
    const times = (await textOf(bytesOf({ clusters }))).split('\n').filter((_, index) => index % 4 === 1);
    expect(times.at(-1)).toMatch(/ --> 00:00:01,200$/);
  });

  test('shows a phrase without a duration for the default duration of the track, or until the next phrase but at most five seconds', async () => {
    const at = (ms: number, text: string): PlannedBlock => ({ track: 3, ms, content: text, isSimple: true });
    const clusters = [{ ms: 0, blocks: [at(0, 'a'), at(0, 'b'), at(1_500, 'c'), at(20_000, 'd')] }];
    const times = async (plan: Partial<MatroskaPlan>) =>
      [...(await textOf(bytesOf({ clusters, ...plan }))).matchAll(/\d\d,\d{3} --> .*?(\d\d,\d{3})/g)].map(
        ([, end]) => end,
      );
    expect(await times({})).toEqual(['01,500', '01,500', '06,500', '25,000']);
    const withDuration = [VIDEO, { ...SRT, defaultDurationMs: 700 }];
    expect(await times({ tracks: withDuration })).toEqual(['00,700', '00,700', '02,200', '20,700']);
  });

  test('handles times before the cluster, zeros at the end and empty phrases', async () => {
    const blocks = [line(50, 'early\0'), line(200, ' \n'), line(300, 'next')];
    expect(await textOf(bytesOf({ clusters: [{ ms: 100, blocks }] }))).toBe(
      '1\n00:00:00,050 --> 00:00:00,550\nearly\n\n2\n00:00:00,300 --> 00:00:00,800\nnext\n',
    );
  });

  test('refuses tracks of pictures, of unknown kinds, encrypted, empty or missing, and says why', async () => {
    const tracks = [
      { ...SRT, codecId: 'S_HDMV/PGS' },
      { ...SRT, number: 4, codecId: 'S_TEXT/USF' },
      { ...SRT, number: 5, packings: [{ kind: 'encrypted' as const }] },
      { ...SRT, number: 6 },
    ];
    const bytes = bytesOf({ tracks, clusters: LINES });
    expect(await errorOf(bytes, 3)).toMatch(/^This PGS track contains pictures, not text. Choose another track,/);
    expect(await errorOf(bytes, 4)).toMatch(/^This TEXT.USF track cannot be read\./);
    expect(await errorOf(bytes, 5)).toMatch(/^This SubRip track cannot be read\./);
    expect(await errorOf(bytes, 6)).toBe('The track has no subtitles. Choose another track.');
    expect(await errorOf(bytes, 9)).toMatch(/Track 9 is no longer in the video/);
  });
});

describe('damaged videos', () => {
  const whole = wholeOf(matroskaParts(filmOf({ clusters: LINES, index: EVERYTHING, counts: { 3: 4 } })));
  const placeOf = (text: string) => Buffer.from(whole).indexOf(text);

  test('opens a video that is cut off, and reports it', async () => {
    for (const end of [placeOf('Three') + 3, placeOf('Three') + 5]) {
      const bytes = bytesAs(whole.subarray(0, end));
      expect(await contentsOf(bytes)).toMatchObject({ isCutOff: true });
      expect(await extract(bytes)).toMatchObject({ value: { phrases: 2, isCutOff: true } });
    }
    expect(await errorOf(bytesAs(whole.subarray(0, placeOf('One'))))).toMatch(/no subtitles in the part that is there/);
  });

  test('reports after the reading that a video of unknown size was cut off', async () => {
    const live = wholeOf(matroskaParts(filmOf({ clusters: LINES, hasUnknownSizes: true })));
    const bytes = bytesAs(live.subarray(0, Buffer.from(live).indexOf('Four')));
    expect(await contentsOf(bytes)).toMatchObject({ isCutOff: false });
    expect(await extract(bytes)).toMatchObject({ value: { phrases: 3, isCutOff: true } });
    expect(await extract(bytesAs(live))).toMatchObject({ value: { phrases: 4, isCutOff: false } });
  });

  test('skips damaged parts and reports the video as cut off', async () => {
    const live = wholeOf(matroskaParts(filmOf({ clusters: LINES, hasUnknownSizes: true })));
    for (const film of [wholeOf(matroskaParts(filmOf({ clusters: LINES }))), live]) {
      const damaged = Uint8Array.from(film);
      damaged.fill(0, Buffer.from(film).indexOf('One') + 3, Buffer.from(film).indexOf('Two'));
      expect(await extract(bytesAs(damaged))).toMatchObject({ value: { phrases: 3, isCutOff: true } });
    }
  });

  test('does not read a second video after the first', async () => {
    for (const plan of [{ clusters: LINES }, { clusters: LINES, hasUnknownSizes: true }]) {
      const film = [...matroskaParts(filmOf(plan))];
      expect(await textOf(videoBytesOf([...film, ...film]))).toBe(LINES_AS_SRT);
    }
  });

  test('refuses a video that would fill the memory', async () => {
    const bomb = new Uint8Array(1_000_000);
    const blocks = Array.from({ length: 68 }, (_, index) => line(index * 100, bomb));
    const packings = [{ kind: 'zlib' }] as const;
    const tracks = [{ ...SRT, packings }];
    const bytes = bytesOf({ tracks, clusters: [{ ms: 0, blocks }], index: EVERYTHING });
    expect(await errorOf(bytes)).toMatch(/more than 64 MB/);
    const size = 65 * 2 ** 20;
    const head = Uint8Array.of(0xa3, ...longNumber(size), 0x83, 0, 0, 0);
    const large = [{ size: head.length, bytes: head }, { size: size - 4 }];
    const start = [...matroskaParts(filmOf({ clusters: [{ ms: 0, blocks: [] }], hasUnknownSizes: true }))];
    expect(await errorOf(videoBytesOf([...start, ...large]))).toMatch(/more than 64 MB/);
  });

  test('refuses a video of countless tiny blocks', async () => {
    const block = element(0xa3, Uint8Array.of(0x83, 0, 0, 0, 0x78));
    const many = new Uint8Array(Buffer.alloc(140_000 * block.length, block));
    const start = [...matroskaParts(filmOf({ clusters: [{ ms: 0, blocks: [] }], hasUnknownSizes: true }))];
    expect(await errorOf(videoBytesOf([...start, { size: many.length, bytes: many }]))).toMatch(/more than 64 MB/);
  });

  test('counts each copy of a text against the memory limit', async () => {
    const blocks = Array.from({ length: 40 }, (_, index) => line(index * 100, 'Привет '.repeat(40_000)));
    for (const index of [undefined, EVERYTHING]) {
      const plan = { clusters: [{ ms: 0, blocks }], ...(index && { index, counts: { 3: 40 } }) };
      expect(await errorOf(bytesOf(plan))).toMatch(/more than 64 MB/);
    }
  });

  test('limits the number of columns in an ASS head', async () => {
    const head = `[Events]\nFormat: ${'Text, '.repeat(2_000)}Text\n`;
    const bytes = bytesOf({
      tracks: [{ ...SRT, codecId: 'S_TEXT/ASS', head }],
      clusters: [{ ms: 0, blocks: [line(0, `0,0,Default,,0,0,0,,${'Word '.repeat(20_000)}`)] }],
    });
    expect((await textOf(bytes)).length).toBeLessThan(200_000);
  });

  test('names the time of a text that cannot be unpacked', async () => {
    const bytes = bytesOf({
      tracks: [{ ...SRT, packings: [{ kind: 'stripped', head: Uint8Array.of(0) }, { kind: 'zlib' }] }],
      clusters: [{ ms: 3_600_000, blocks: [line(3_601_000, 'xOne')] }],
    });
    const broken: VideoBytes = { ...bytes, inflate: async () => undefined };
    expect(await errorOf(broken)).toMatch(/^The text at 01:00:01\.000 cannot be read/);
  });

  test('reads or refuses a video with wrong sizes without a crash', async () => {
    const huge = Uint8Array.of(1, 254, 255, 255, 255, 255, 255, 255);
    const start = [...matroskaParts(filmOf({ clusters: LINES, hasUnknownSizes: true }))];
    for (const id of [0xa0, 0xa3, 0xe7, 0xec, 0x1f43b675]) {
      const lie = Uint8Array.of(...unsigned(id), ...huge, ...element(0xa1, Uint8Array.of(0x83, 0, 0, 0)));
      const bytes = videoBytesOf([...start, { size: lie.length, bytes: lie }, { size: 1_000 }]);
      expect(await extract(bytes)).toMatchObject({ value: { phrases: 4, isCutOff: true } });
    }
  });
});

describe('how much of a file is read', () => {
  const large = (plan: Partial<MatroskaPlan>, count: number, size: number) =>
    bytesOf({
      ...plan,
      clusters: Array.from({ length: count }, (_, index) => ({
        ms: index * 10_000,
        blocks: [
          picture(index * 10_000, size),
          line(index * 10_000 + 5_000, `Line ${index}`),
          picture(index * 10_000 + 9_000, size),
        ],
      })),
    });

  test('the tracks of a 1.2 GB video need at most 200 KB, and 1,500 phrases in its index at most 20 MB', async () => {
    const bytes = large({ index: EVERYTHING, counts: { 3: 1_500 } }, 1_500, 400_000);
    expect(bytes.size).toBeGreaterThan(1.2e9);
    expect(await contentsOf(bytes)).toMatchObject({ subtitles: [{ phrases: 1_500 }] });
    expect(bytes.counts.bytes).toBeLessThan(200_000);
    expect(await extract(bytes)).toMatchObject({ value: { phrases: 1_500, isCutOff: false } });
    expect(bytes.counts.bytes).toBeLessThan(20_000_000);
  });

  // A pass over the blocks for each of them would exceed the time limit of a test.
  test('thousands of blocks in the index cause one visit of their cluster', async () => {
    const blocks = Array.from({ length: 20_000 }, (_, index) => line(index * 5, `Line ${index}`));
    const bytes = bytesOf({ clusters: [{ ms: 0, blocks }], index: EVERYTHING, counts: { 3: 20_000 } });
    expect(await extract(bytes)).toMatchObject({ value: { phrases: 20_000 } });
  }, 20_000);

  test('an index that repeats one block and omits another is not used', async () => {
    const clusters = [{ ms: 0, blocks: [picture(0, 300), line(100, 'One'), picture(500, 5_000), line(700, 'Two')] }];
    const whole = wholeOf(matroskaParts(filmOf({ clusters, index: ({ track }) => track === 3, counts: { 3: 2 } })));
    const places = [...whole.keys()].filter((at) => whole[at] === 0xf0 && whole[at + 1] === 0x82);
    const [first = 0, second = 0] = places.slice(-2);
    whole.copyWithin(second, first, first + 4);
    expect(await extract(bytesAs(whole))).toMatchObject({ value: { phrases: 2 } });
  });

  test('one limit holds for all parts of a kind together', async () => {
    const size = 24 * 1024 * 1024;
    const tags = new Uint8Array([...unsigned(0x1254c367), ...longNumber(size, 8)]);
    const bytes = videoBytesOf([
      ...matroskaParts(filmOf({ hasUnknownSizes: true })),
      ...[1, 2, 3].flatMap(() => [{ size: tags.length, bytes: tags }, { size }]),
    ]);
    expect((await contentsOf(bytes)).subtitles).toHaveLength(1);
    expect(bytes.counts.bytes).toBeLessThan(32 * 1024 * 1024);
  });
  test('without an index, large pictures are skipped and small ones are read in a few large slices', async () => {
    const bytes = large({}, 100, 4_000_000);
    expect(await extract(bytes)).toMatchObject({ value: { phrases: 100 } });
    expect(bytes.counts.bytes).toBeLessThan(40_000_000);
    const small = large({}, 5_000, 5_000);
    expect(await extract(small)).toMatchObject({ value: { phrases: 5_000 } });
    expect(small.counts.reads).toBeLessThan(15);
  });

  test('without tags, reads only three clusters to check the index', async () => {
    const bytes = large({ index: EVERYTHING }, 100, 4_000_000);
    expect(await extract(bytes)).toMatchObject({ value: { phrases: 100 } });
    expect(bytes.counts.bytes).toBeLessThan(8_000_000);
  });

  test('reads report growing progress, and end soon after they are stopped', async () => {
    for (const plan of [{ index: EVERYTHING, counts: { 3: 40 } }, {}]) {
      const progress = vi.fn();
      const bytes = large(plan, 40, 1_000_000);
      await extract(bytes, 3, { progress });
      const shares = progress.mock.calls.map(([share]) => share);
      expect(shares.length).toBeGreaterThan(2);
      expect(shares).toEqual(shares.toSorted((one, other) => one - other));
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      const { reads } = bytes.counts;
      for (let most = 1; most < reads; most += 1) {
        const before = bytes.counts.reads;
        expect(await extract(bytes, 3, { isStopped: () => bytes.counts.reads - before >= most })).toBe(undefined);
        expect(bytes.counts.reads - before).toBeLessThan(most + 17);
      }
    }
  });

  test('a read rejects if the file has become unreadable', async () => {
    const bytes = { ...bytesOf({ clusters: LINES }), read: () => Promise.reject(new Error('gone')) };
    await expect(matroskaReader.contents(bytes)).rejects.toThrow('gone');
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectAnswersToChanges } from '../../../test/changed-bytes.ts';
import { fuzzRuns } from '../../../test/fuzz-runs.ts';
import { videoBytesOf, wholeOf } from '../../../test/video-parts.ts';
import {
  box,
  bytesOf,
  type Mp4Plan,
  mp4Parts,
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
import { srtOfCues } from '../reading.ts';
import { mp4Reader } from './mp4.ts';

const WAITING = { progress: () => {}, isStopped: () => false };

const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('Yes.', '♪', 'жёлтый 😀')), {
    minLength: 1,
    maxLength: 3,
  })
  // The texts have no characters that a subtitle file cannot contain.
  .map((lines) => lines.map((line) => `x${line.replaceAll(/[\0\r\n]/g, '')}`).join('\n'));
const PICTURE: PlannedTrack = {
  number: 1,
  handler: 'vide',
  entry: pictureEntry('avc1', box('avcC', Uint8Array.of(1, 0x64, 0, 0x1f, 0xff))),
  timescale: 600,
  samples: Array.from({ length: 30 }, (_, index) => ({ duration: 100, content: 40 + index })),
};

const anyStyles = fc.array(fc.tuple(fc.nat(30), fc.nat(30), fc.nat(7)), { maxLength: 6 });

test('keeps the letters of a text with any styles, and nests its tags correctly', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyStyles, fc.boolean(), async (text, styles: PlannedStyle[], isQuickTime) => {
      const said = text.replaceAll(/[<>&]/g, '');
      const samples = [{ duration: 1_000, content: timedText(said, styles, isQuickTime) }];
      const track: PlannedTrack = { number: 3, handler: 'text', entry: quickTimeTextEntry(), samples };
      const result = await mp4Reader.extract(videoBytesOf(mp4Parts({ tracks: [track] })), 3, WAITING);
      const read = result?.ok ? new TextDecoder().decode(result.value.bytes) : '';
      expect(read.replaceAll(/<\/?[biu]>/g, '')).toBe(srtOfCues([{ startMs: 0, endMs: 1_000, text: said }]));
      const open: string[] = [];
      for (const [tag, slash, name = ''] of read.matchAll(/<(\/?)([biu])>/g)) {
        if (slash) expect([tag, open.pop()]).toEqual([tag, name]);
        else open.push(name);
      }
      expect(open).toEqual([]);
    }),
    { numRuns: fuzzRuns(100) },
  );
});

const PHRASES = [
  { start: 500, end: 1_500, text: 'Hello' },
  { start: 1_500, end: 2_000, text: 'Привет\nмир' },
  { start: 2_500, end: 4_000, text: 'Last' },
];
const styled = (text: string, ...styles: PlannedStyle[]) => timedText(text, styles);
const QUICK_TIME_STYLES: PlannedStyle[] = [0, 3].map((from) => [from, from, from === 0 ? 2 : 0]);
const SMALL: Mp4Plan = {
  durationMs: 5_000,
  tracks: [
    { ...PICTURE, samples: PICTURE.samples.slice(0, 4) },
    { number: 2, handler: 'soun', entry: soundEntry('mp4a'), samples: [] },
    {
      number: 3,
      handler: 'sbtl',
      entry: timedTextEntry(),
      language: 'por',
      longLanguage: 'pt-BR',
      title: 'Full',
      edits: [23, 5_000].map((durationMs, at) => ({ durationMs, from: at - 1 })),
      samples: samplesWithGaps(
        PHRASES.map(({ text, ...times }) => ({ ...times, content: styled(text, [0, 2, 2], [2, 4, 1]) })),
      ),
    },
    {
      number: 4,
      handler: 'text',
      entry: webVttEntry('WEBVTT\n\nNOTE x'),
      kinds: ['caption'],
      sizeBits: 16,
      samples: samplesWithGaps(
        PHRASES.map((phrase) => ({ ...phrase, content: webVtt({ ...phrase, id: 'a', settings: 'line:0' }) })),
        webVtt(),
      ),
    },
    {
      number: 5,
      handler: 'subt',
      entry: ttmlEntry(),
      samples: [0, 2].map((start) => ({
        duration: 2_000,
        content: utf8(
          `<tt><body><p begin="${start}s" end="${start + 1}s" style="i">a <span tts:fontStyle="italic">b</span><br/>c</p></body></tt>`,
        ),
      })),
    },
    {
      number: 6,
      handler: 'text',
      entry: quickTimeTextEntry(),
      chapters: [9],
      samplesInChunk: 2,
      samples: PHRASES.map(({ text }) => ({ duration: 1_000, content: timedText(text, QUICK_TIME_STYLES, true) })),
    },
  ],
};
const FILMS = [
  SMALL,
  { ...SMALL, isMovieFirst: true, isLong: true },
  { ...SMALL, brand: '', isMovieFirst: true, hasOpenData: true },
  { ...SMALL, fragments: { lengthMs: 2_000 } },
  { ...SMALL, fragments: { lengthMs: 1_000, base: 'behind', hasTimes: false, usesDefaults: true, hasIndex: true } },
  { ...SMALL, fragments: { lengthMs: 9_000, base: 'explicit' } },
] satisfies readonly Mp4Plan[];
const WHOLE = FILMS.map((plan) => wholeOf(mp4Parts(plan)));

/** Wrong sizes, positions and counts, and box types in wrong places. */
const LIES = [
  ...[0, 1, 7, 8, 0x7fffffff, 0x80000000, 0xffffffff, 0x01000000].map((value) => [...bytesOf(value, 4)]),
  [0, 0, 0, 1, 0x6d, 0x6f, 0x6f, 0x76, 255, 255, 255, 255, 255, 255, 255, 255],
  [255, 255, 255, 255, 255, 255, 255, 255],
  [0x7f, 255, 255, 255, 255, 255, 255, 255],
  ...['moov', 'trak', 'stbl', 'mdat', 'stsz', 'moof', 'traf', 'trun', 'styl', 'vttc', 'wvtt', 'stpp', 'tx3g'].map(
    (type) => [...utf8(type)],
  ),
  [0xff],
  [0x00],
];

test('reads unchanged videos', async () => {
  for (const whole of WHOLE) {
    const bytes = videoBytesOf([{ size: whole.length, bytes: whole }]);
    for (const number of [3, 4, 5, 6]) {
      expect(await mp4Reader.extract(bytes, number, WAITING)).toMatchObject({ ok: true, value: { isCutOff: false } });
    }
  }
});

test('reads or refuses videos with changed bytes within two seconds', async () => {
  await expectAnswersToChanges(mp4Reader, WHOLE, LIES);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectAnswersToChanges } from '../../../test/changed-bytes.ts';
import { videoBytesOf, wholeOf } from '../../../test/video-parts.ts';
import {
  type MatroskaPlan,
  matroskaParts,
  type PlannedBlock,
  type PlannedPacking,
} from '../../../test/write-matroska.ts';
import { srtOfCues } from '../reading.ts';
import { matroskaReader } from './matroska.ts';

const WAITING = { progress: () => {}, isStopped: () => false };
const EVERYTHING = () => true;

const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('Yes.', '<i>a</i>', '♪')), {
    minLength: 1,
    maxLength: 3,
  })
  // What an .srt file cannot have in a phrase has a table of its own.
  .map((lines) => lines.map((line) => `x${line.replaceAll(/[\0\r\n]/g, '')}`).join('\n'));
const anyPackings = fc.constantFrom<readonly PlannedPacking[]>(
  [],
  [{ kind: 'zlib' }],
  [{ kind: 'stripped', head: Uint8Array.of(0x78) }],
  [{ kind: 'stripped', head: Uint8Array.of(0x78) }, { kind: 'zlib' }],
);
const anyLine = fc.record({ afterMs: fc.nat(2_000), durationMs: fc.nat(8_000), text: anyText, pictures: fc.nat(2) });

/** A film, and the phrases that it has. */
const anyFilm = fc
  .record({
    clusters: fc.array(fc.array(anyLine, { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
    packings: anyPackings,
    hasUnknownSizes: fc.boolean(),
    isTold: fc.boolean(),
  })
  .filter(({ clusters }) => clusters.flat().length > 0)
  .map(({ clusters, packings, hasUnknownSizes, isTold }) => {
    let ms = 0;
    const planned = clusters.map((lines, index) => {
      const start = index * 20_000;
      ms = Math.max(ms, start);
      const blocks = lines.flatMap(({ afterMs, durationMs, text, pictures }): PlannedBlock[] => {
        ms += afterMs;
        const picture: PlannedBlock = { track: 1, ms, content: 3_000, isSimple: true };
        return [...new Array<PlannedBlock>(pictures).fill(picture), { track: 3, ms, durationMs, content: text }];
      });
      return { ms: start, blocks };
    });
    const lines = planned.flatMap(({ blocks }) => blocks).filter(({ track }) => track === 3);
    const plan: MatroskaPlan = {
      tracks: [
        { number: 1, type: 1, codecId: 'V_VP8' },
        { number: 3, type: 17, codecId: 'S_TEXT/UTF8', packings },
      ],
      clusters: planned,
      hasUnknownSizes,
      ...(isTold && { counts: { 3: lines.length } }),
    };
    return { plan, lines };
  });

test('a film that is written is read: by the index, by an index with fewer lines than the tags count, and by one pass', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilm, fc.nat(5), async ({ plan, lines }, left) => {
      const cues = lines.map(({ ms, durationMs = 0, content }) => ({
        startMs: ms,
        endMs: ms + durationMs,
        text: String(content),
      }));
      const expected = { format: 'srt', text: srtOfCues(cues), phrases: cues.length, isCutOff: false };
      // Without the tags' count a whole cluster that is left out is not told.
      const some = plan.counts ? (_: PlannedBlock, place: number) => place !== left : EVERYTHING;
      for (const index of [EVERYTHING, some, undefined]) {
        const bytes = videoBytesOf(matroskaParts({ ...plan, ...(index && { index }) }));
        expect(await matroskaReader.extract(bytes, 3, WAITING)).toEqual({ ok: true, value: expected });
      }
    }),
  );
});

const text = (ms: number, track: number, content: PlannedBlock['content'], more: Partial<PlannedBlock> = {}) => ({
  track,
  ms,
  durationMs: 500,
  content,
  ...more,
});
const SMALL: MatroskaPlan = {
  durationMs: 60_000,
  tracks: [
    { number: 1, type: 1, codecId: 'V_MPEG4/ISO/AVC', head: Uint8Array.of(1, 100, 0, 31, 255) },
    { number: 2, type: 2, codecId: 'A_AAC', head: Uint8Array.of(0x12, 0x10) },
    { number: 3, type: 17, codecId: 'S_TEXT/UTF8', language: 'fre', packings: [{ kind: 'zlib' }] },
    { number: 4, type: 17, codecId: 'S_TEXT/ASS', head: '[Events]\r\nFormat: Layer, Start, End, Style, Text\r\n' },
    { number: 5, type: 17, codecId: 'S_TEXT/WEBVTT', bcp47: 'pt-BR', name: 'Title', head: 'WEBVTT' },
    {
      number: 6,
      type: 17,
      codecId: 'S_TEXT/ASCII',
      packings: [{ kind: 'stripped', head: Uint8Array.of(0x41) }],
      defaultDurationMs: 1_000,
    },
  ],
  clusters: [0, 30_000].map((ms) => ({
    ms,
    blocks: [
      { track: 1, ms, content: 200, isSimple: true },
      text(ms + 100, 3, 'One\nline'),
      text(ms + 100, 4, '0,0,Default,,0,0,0,,One'),
      text(ms + 200, 5, 'One', { addition: 'line:0\nid\nNOTE before' }),
      text(ms + 300, 6, ['Aone', 'Atwo', 'Athree'], { lacing: 'ebml' }),
      text(ms + 400, 6, ['Aone', 'Atwo'], { lacing: 'xiph' }),
      text(ms + 500, 3, 'Two'),
    ],
  })),
};
const COUNTS = { 3: 4, 4: 2, 5: 2, 6: 4 };
const FILMS = [
  SMALL,
  { ...SMALL, index: EVERYTHING },
  { ...SMALL, index: EVERYTHING, counts: COUNTS },
  { ...SMALL, hasUnknownSizes: true },
  { ...SMALL, hasUnknownSizes: true, index: EVERYTHING, docType: 'webm' },
].map((plan) => wholeOf(matroskaParts(plan)));

/** What a size, a position or a count can be that lies. */
const LIES = [
  [0xff],
  [0x80],
  [0x00],
  [0x01, 255, 255, 255, 255, 255, 255, 255],
  [0x01, 255, 255, 255, 255, 255, 255, 254],
  [0x01, 0, 0, 0, 0, 0, 0, 0],
  [0x08, 255, 255, 255, 255],
  [0x40, 0x02],
  ...[0x1f43b675, 0x1654ae6b, 0x1c53bb6b].map((id) => [id >>> 24, (id >> 16) & 255, (id >> 8) & 255, id & 255]),
  [0xa0],
  [0xa3],
  [0x6d, 0x80],
];

test('films with changed bytes end within two seconds in what is there or in a sentence', async () => {
  await expectAnswersToChanges(matroskaReader, FILMS, LIES);
});

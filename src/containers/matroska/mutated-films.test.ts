import { test } from 'vitest';
import { expectAnswersToChanges } from '../../../test/changed-bytes.ts';
import { wholeOf } from '../../../test/video-parts.ts';
import { type MatroskaPlan, matroskaParts, type PlannedBlock } from '../../../test/write-matroska.ts';
import { matroskaReader } from './matroska.ts';

const EVERYTHING = () => true;

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

/** Wrong sizes, positions and counts. */
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

test('reads or refuses videos with changed bytes within two seconds', async () => {
  await expectAnswersToChanges(matroskaReader, FILMS, LIES);
});

import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContainerReader } from '../src/containers/container.ts';
import { matroskaReader } from '../src/containers/matroska/matroska.ts';
import { mp4Reader } from '../src/containers/mp4/mp4.ts';
import { videoBytesOf } from '../test/video-parts.ts';
import { matroskaParts } from '../test/write-matroska.ts';
import {
  mp4Parts,
  type PlannedSample,
  pictureEntry,
  samplesWithGaps,
  timedText,
  timedTextEntry,
} from '../test/write-mp4.ts';

/** So many phrases, one in each four seconds, as in a film of 100 minutes. */
export const PHRASES = 1_500;
const STEP_MS = 4_000;
const SHOWN_MS = 2_500;

export const GIGABYTE = 1024 ** 3;

export interface BenchFilm {
  readonly name: string;
  readonly reader: ContainerReader;
  readonly parts: () => Iterable<{ readonly size: number; readonly bytes?: Uint8Array }>;
}

const textOf = (index: number): string => `What was said in the ${index + 1}th moment of the film`;
const STARTS = Array.from({ length: PHRASES }, (_, index) => index * STEP_MS + 500);

/** A film of mkvmerge's kind: a cluster for each phrase, two tracks of subtitles. `hasIndex`: Cues name the pictures and the phrases. */
export const matroskaFilm = (size: number, hasIndex: boolean): BenchFilm => ({
  name: 'Film.mkv',
  reader: matroskaReader,
  parts: () =>
    matroskaParts({
      durationMs: PHRASES * STEP_MS,
      tracks: [
        { number: 1, type: 1, codecId: 'V_MPEG4/ISO/AVC' },
        ...[2, 3].map((number) => ({ number, type: 17, codecId: 'S_TEXT/UTF8', bcp47: number === 2 ? 'en' : 'fr' })),
      ],
      clusters: STARTS.map((ms, index) => ({
        ms: index * STEP_MS,
        blocks: [
          { track: 1, ms: index * STEP_MS, content: Math.floor(size / PHRASES), isSimple: true },
          ...[2, 3].map((track) => ({ track, ms, durationMs: SHOWN_MS, content: textOf(index) })),
        ],
      })),
      ...(hasIndex && { index: () => true, counts: { 2: PHRASES, 3: PHRASES } }),
    }),
});

/** A film of ffmpeg's kind, its list of tracks at the end. */
export const mp4Film = (size: number): BenchFilm => ({
  name: 'Film.mp4',
  reader: mp4Reader,
  parts: () =>
    mp4Parts({
      durationMs: PHRASES * STEP_MS,
      tracks: [
        {
          number: 1,
          handler: 'vide',
          entry: pictureEntry('avc1'),
          samples: STARTS.map((): PlannedSample => ({ duration: STEP_MS, content: Math.floor(size / PHRASES) })),
        },
        ...[2, 3].map((number) => ({
          number,
          handler: 'sbtl',
          entry: timedTextEntry(),
          language: number === 2 ? 'eng' : 'fra',
          samples: samplesWithGaps(
            STARTS.map((start, index) => ({ start, end: start + SHOWN_MS, content: timedText(textOf(index)) })),
          ),
        })),
      ],
    }),
});

/** Runs `work` with the film as a sparse file, which takes a megabyte on the disk, and then deletes the file. */
export async function withFilmFile<Value>(film: BenchFilm, work: (path: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-film-'));
  try {
    const path = join(folder, film.name);
    const file = await open(path, 'w');
    let at = 0;
    for (const { size, bytes } of film.parts()) {
      if (bytes) await file.write(bytes, 0, bytes.length, at);
      at += size;
    }
    await file.truncate(at);
    await file.close();
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many megabytes a reader asks for, from the list of tracks to the text. */
export async function megabytesRead({ reader, parts }: BenchFilm): Promise<number> {
  const bytes = videoBytesOf(parts());
  const contents = await reader.contents(bytes);
  const [track] = contents.ok ? contents.value.subtitles : [];
  if (!track) throw new Error('The film has no subtitles.');
  const text = await reader.extract(bytes, track.number, { progress() {}, isStopped: () => false });
  if (!text?.ok || text.value.phrases !== PHRASES) throw new Error('The film’s phrases were not found.');
  return bytes.counts.bytes / 1024 ** 2;
}

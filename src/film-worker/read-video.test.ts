import { describe, expect, it } from 'vitest';
import type { ContainerReader, TrackText, VideoContents, Watch } from '../containers/container.ts';
import { ok } from '../lib/result.ts';
import { NO_NOTES } from '../notes/notes.ts';
import type { FilmNow } from './calls.ts';
import { createFilmWorker } from './connect.ts';
import { createFilmServer } from './functions.ts';

const FILM: FilmNow = {
  sourceText: '1\n00:00:01,000 --> 00:00:02,000\nOne\n',
  readAs: 'srt',
  withoutStyles: [],
  phrases: [],
  batches: [],
  notes: NO_NOTES,
};
const MATROSKA = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0);
const AVI = new TextEncoder().encode('RIFF\0\0\0\0AVI ');
const film = (content: Uint8Array = MATROSKA) => new File([content as Uint8Array<ArrayBuffer>], 'Film.mkv');

const CONTENTS: VideoContents = {
  pictures: [],
  sounds: [],
  subtitles: [],
  isCutOff: false,
};
const bytesOf = (text: string) => new TextEncoder().encode(text);
const TEXT: TrackText = { format: 'srt', bytes: bytesOf(FILM.sourceText), phrases: 1, isCutOff: false };

/** The film worker with a reader of Matroska by `extract`, which gets a read that the test lets come. */
function connect(extract: ContainerReader['extract'], load = async (reader: ContainerReader) => reader) {
  const reader: ContainerReader = { contents: async () => ok(CONTENTS), extract };
  return createFilmWorker({
    startWorker() {
      throw new Error('No worker here.');
    },
    loadServer: async () => (post, nextTurn) => createFilmServer(post, nextTurn, () => load(reader)),
  });
}

/** A promise that the test fulfils. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe('a film that is read', () => {
  it('[D17.31] tells how far it is, in steps of a hundredth, while other questions are answered', async () => {
    const reading = gate();
    const worker = connect(async (_bytes, track, watch) => {
      watch.progress(0.25);
      watch.progress(0.251);
      watch.progress(0.5);
      await reading.passed;
      return ok({ ...TEXT, bytes: bytesOf(`track ${track}`) });
    });
    const shares: number[] = [];
    const text = worker.ask(FILM, 'extract', { file: film(), track: 3 }, undefined, (share) => shares.push(share));
    expect(await worker.ask(FILM, 'read', undefined)).toMatchObject({ ok: true });
    await expect.poll(() => shares).toEqual([0.25, 0.5]);
    expect(await worker.ask(FILM, 'tracks', { file: film() })).toEqual(ok(CONTENTS));
    reading.open();
    expect(await text).toEqual(ok({ ...TEXT, bytes: bytesOf('track 3') }));
  });

  it('[D17.31] stops for who does not wait any more, and tells nothing from then on', async () => {
    const reading = gate();
    let watched: Watch | undefined;
    const ended = gate();
    const worker = connect(async (_bytes, _track, watch) => {
      watched = watch;
      await reading.passed;
      watch.progress(0.9);
      ended.open();
      return watch.isStopped() ? undefined : ok(TEXT);
    });
    const shares: number[] = [];
    const leaving = new AbortController();
    const question = { file: film(), track: 1 };
    const text = worker.ask(FILM, 'extract', question, leaving.signal, (share) => shares.push(share));
    await expect.poll(() => watched?.isStopped()).toBe(false);
    leaving.abort();
    expect(await text).toBeUndefined();
    await expect.poll(() => watched?.isStopped()).toBe(true);
    reading.open();
    await ended.passed;
    expect(shares).toEqual([]);
  });

  it('[D17.31] that nobody waits for is looked through no further', async () => {
    const passed = gate();
    let reads = 0;
    const contents: ContainerReader['contents'] = async (bytes) => {
      await passed.passed;
      for (; reads < 100; reads++) await bytes.read(0, 1);
      return ok(CONTENTS);
    };
    const worker = connect(
      async () => ok(TEXT),
      async () => ({ contents, extract: async () => ok(TEXT) }),
    );
    const leaving = new AbortController();
    const tracks = worker.ask(FILM, 'tracks', { file: film() }, leaving.signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    leaving.abort();
    expect(await tracks).toBeUndefined();
    passed.open();
    await worker.ask(FILM, 'extract', { file: film(), track: 1 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads).toBeLessThan(2);
  });

  it('of which two tracks are asked for answers each by itself', async () => {
    const first = gate();
    const worker = connect(async (_bytes, track) => {
      if (track === 1) await first.passed;
      return ok({ ...TEXT, bytes: bytesOf(`track ${track}`) });
    });
    const one = worker.ask(FILM, 'extract', { file: film(), track: 1 });
    expect(await worker.ask(FILM, 'extract', { file: film(), track: 2 })).toMatchObject({
      value: { bytes: bytesOf('track 2') },
    });
    first.open();
    expect(await one).toMatchObject({ value: { bytes: bytesOf('track 1') } });
  });

  it('[D17.32] and is gone meanwhile is told in a sentence', async () => {
    const file = film();
    const slice = file.slice.bind(file);
    let isGone = false;
    const gone = { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) } as unknown as Blob;
    file.slice = (from, to) => (isGone ? gone : slice(from, to));
    const worker = connect(async (bytes) => {
      isGone = true;
      await bytes.read(0, 1);
      return ok(TEXT);
    });
    const sentence = '"Film.mkv" could not be read. Was it moved or changed? Open it again.';
    expect(await worker.ask(FILM, 'extract', { file, track: 1 })).toEqual({ ok: false, error: sentence });
    expect(await worker.ask(FILM, 'tracks', { file })).toEqual({ ok: false, error: sentence });
  });

  it.each([
    ['of another kind', film(AVI), 'Subtitles inside of AVI films cannot be read here.'],
    ['that is none', film(new TextEncoder().encode('Words.')), '“Film.mkv” is no film that this page knows.'],
  ])('%s is told in a sentence', async (_, file, error) => {
    const worker = connect(async () => ok(TEXT));
    expect(await worker.ask(FILM, 'tracks', { file })).toEqual({ ok: false, error });
  });

  it('without the code that reads it is told in a sentence, and the code is asked for again', async () => {
    let loads = 0;
    const worker = connect(
      async () => ok(TEXT),
      async () => {
        if (++loads === 1) throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
        return { contents: async () => ok(CONTENTS), extract: async () => ok(TEXT) };
      },
    );
    expect(await worker.ask(FILM, 'tracks', { file: film() })).toEqual({
      ok: false,
      error: 'A part of this page is missing: Loading chunk 7 failed. Reload the page and open the film again.',
    });
    expect(await worker.ask(FILM, 'tracks', { file: film() })).toEqual(ok(CONTENTS));
  });
});

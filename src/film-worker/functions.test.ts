import { describe, expect, it } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { filmFile } from '../../test/film-file.ts';
import { connectInside } from '../../test/session-harness.ts';
import type { ContainerReader, TrackText, VideoContents, Watch } from '../containers/container.ts';
import type { EncodingName } from '../files/encodings.ts';
import { ok } from '../lib/result.ts';
import { NO_NOTES } from '../notes/notes.ts';
import { type FilmNow, NO_FILM } from './calls.ts';
import { createFilmWorker } from './connect.ts';
import { createFilmServer } from './functions.ts';

it('[D2.8] lists repairs with their number and first places, returns more places, and makes the named kinds', async () => {
  const { ask } = connectInside();
  const text = Array.from({ length: 120 }, (_, index) => `00:00:${index} -> 00:00:${index + 1}\nline ${index}`).join(
    '\n\n',
  );
  const of = { text, readAs: 'srt', withoutStyles: [] } as const;
  const repairs = await ask(NO_FILM, 'repairs', of);
  expect(repairs).toMatchObject({ isOffered: true });
  const arrows = repairs?.kinds.find(
    ({ sentence }) =>
      sentence === '120 timings have another arrow than “-->”. Some players cannot read them. The repair writes “-->”.',
  );
  expect(arrows).toMatchObject({ count: 120, isOptional: false });
  expect(arrows?.places).toHaveLength(50);
  expect(arrows?.places[49]).toMatchObject({ line: 148, before: '00:00:49 -> 00:00:50' });
  const kind = arrows?.name ?? '';
  const more = await ask(NO_FILM, 'places', { of, kind, from: 50, count: 100 });
  expect(more?.map(({ line }) => line)).toEqual(Array.from({ length: 70 }, (_, index) => 151 + 3 * index));
  expect(await ask(NO_FILM, 'places', { of, kind: 'another', from: 0, count: 1 })).toEqual([]);
  const needed = repairs?.kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])) ?? [];
  const mended = await ask(NO_FILM, 'mend', { of, kinds: needed });
  expect(mended?.text.startsWith('1\n00:00:00,000 --> 00:00:01,000\nline 0\n\n2\n')).toBe(true);
  expect(mended?.readAs).toBe('srt');
  expect(await ask(NO_FILM, 'mend', { of, kinds: [] })).toEqual(of);
});

it.each([
  ['subtitles', new File(['1\n00:00:01,000 --> 00:00:02,000\na\n'], 'a.srt'), { ok: true, value: { phrases: 1 } }],
  [
    'a project',
    new File(['{"format":"subtitle-translator-project"'], 'a.srt'),
    { error: '"a.srt" is a project file. Open it with "Open project" in the menu "Project".' },
  ],
  [
    '[D1.2] more than 20 MB',
    Object.defineProperty(new File(['a'], 'a.srt'), 'size', { value: 21 * 1024 ** 2 }),
    { error: expect.stringMatching(/^"a.srt" is too large for a subtitle file \(21 MB/) },
  ],
  [
    'what is gone',
    Object.assign(new File(['a'], 'a.srt'), { arrayBuffer: () => Promise.reject(new DOMException('')) }),
    { error: '"a.srt" could not be read. Was it moved or changed? Open it again.' },
  ],
])('reads a file that is not opened now: %s', async (_, file, found) => {
  const { ask } = connectInside();
  expect(await ask(NO_FILM, 'survey', { file })).toMatchObject(found);
});

it('[D17.30] says of several files which are videos, by their content', async () => {
  const { ask } = connectInside();
  const files = [filmFile([{}], 'a.srt'), new File(['a'], 'b.mkv'), new File(['RIFF\0\0\0\0AVI LIST'], 'c.txt')];
  expect(await ask(NO_FILM, 'videoKinds', files)).toEqual(['Matroska', undefined, 'AVI']);
});

it('[D15.51] returns the speakers of an average batch, from the phrases or else from the original', async () => {
  const { ask } = connectInside();
  const speakersIn = async (film: Partial<FilmNow>) =>
    (await ask({ ...NO_FILM, ...film }, 'source', undefined))?.speakers;
  const cue = (place: number) =>
    `00:${place + 10}.000 --> 00:${place + 10}.900\n${place % 5 === 0 ? `<v MAN ${place}>` : ''}a`;
  const sourceText = `WEBVTT\n\n${Array.from({ length: 40 }, (_, place) => cue(place)).join('\n\n')}\n`;
  expect(await speakersIn({ sourceText, readAs: 'vtt' })).toEqual([
    { number: 1, name: 'MAN 0' },
    { number: 6, name: 'MAN 5' },
    { number: 11, name: 'MAN 10' },
    { number: 16, name: 'MAN 15' },
  ]);
  const phrases = [{ number: 7, time: '', text: 'a', speakers: ['NURSE'] }];
  expect(await speakersIn({ phrases })).toEqual([{ number: 7, name: 'NURSE' }]);
  expect(await speakersIn({ sourceText: '1\n00:00:01,000 --> 00:00:02,000\na\n' })).toEqual([]);
  expect(await speakersIn({ sourceText: 'lost' })).toEqual([]);
});

it('[D18.9] finds lines of a film that is not open, and the open film stays', async () => {
  const { ask } = connectInside();
  const phrasesOf = (...texts: readonly string[]) =>
    texts.map((text, at) => ({ number: 7 + at, time: '00:00:01,000 --> 00:00:02,000', text }));
  const open = { ...NO_FILM, phrases: phrasesOf('Anna'), batches: batchesOf([undefined]) };
  const film = { phrases: phrasesOf('Otto', 'Anna, Anna', 'Eve'), batches: batchesOf([['', '{"7":"O","9":"Anna"}']]) };
  const options = { matchCase: false, wholeWord: false, regularExpression: false, exactly: undefined };
  const findIn = (query: string) => ask(open, 'findIn', { film, query, options });
  expect(await findIn('anna')).toEqual({ ok: true, value: { count: 2, first: 8, last: 9 } });
  expect(await findIn('nobody')).toEqual({ ok: true, value: { count: 0, first: 0, last: 0 } });
  expect(await ask(open, 'find', { query: 'anna', options })).toEqual({ ok: true, value: Float64Array.of(7, 0, 0, 4) });
  const wrong = await ask(open, 'findIn', { film, query: '(', options: { ...options, regularExpression: true } });
  expect(wrong).toMatchObject({ ok: false });
});

it('reads a stored film, makes its file and judges its lines, while another film is open; not of a film that is not done', async () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
  const stored = {
    ...NO_FILM,
    sourceText: text,
    phrases: [{ number: 1, time: '00:00:01,000 --> 00:00:02,000', text: 'Hello' }],
    batches: batchesOf([['', '{"1":"Olá"}']]),
    fileName: 'E02.srt',
    ...{ marks: {}, paused: null, translated: '', stamp: 'of its lines', isBehind: false, isDone: true },
  };
  const films: Readonly<Record<string, typeof stored>> = {
    done: stored,
    own: { ...stored, translated: text.replace('Hello', 'Oi'), isBehind: true },
    begun: { ...stored, isDone: false },
  };
  const worker = createFilmWorker({
    startWorker() {
      throw new Error('No worker here.');
    },
    loadServer: async () => (post, nextTurn) => createFilmServer(post, nextTurn, undefined, async (id) => films[id]),
  });
  const choices = { prompt: '', language: 'pt', chosenFor: '', options: {} };
  async function fileOf(id: string) {
    const found = await worker.ask(ONE_PHRASE, 'storedFile', { id, ...choices });
    return found && { ...found, text: await found.text.text() };
  }
  const file = { name: 'E02.pt.srt', language: 'pt', stamp: 'of its lines' };
  expect(await fileOf('done')).toEqual({ ...file, text: text.replace('Hello', 'Olá'), isBehind: false });
  expect(await fileOf('own')).toEqual({ ...file, text: text.replace('Hello', 'Oi'), isBehind: true });
  expect(await fileOf('begun')).toBeUndefined();
  expect(await fileOf('gone')).toBeUndefined();
  const reviewOf = (id: string) => worker.ask(ONE_PHRASE, 'toReviewStored', { id, notes: NO_NOTES, prompt: '' });
  expect(await reviewOf('done')).toEqual({ count: 0, first: 0 });
  expect(await reviewOf('begun')).toBeUndefined();
  expect(await worker.ask(ONE_PHRASE, 'read', undefined)).toMatchObject({ value: { phrases: [{ text: 'One' }] } });
});

it('[S2.16] compares a result with the phrases even if the original is unreadable', async () => {
  const { ask } = connectInside();
  const phrases = [{ number: 7, time: '00:00:01,000 --> 00:00:02,000', text: 'a' }];
  const compare = (text: string) => ask({ ...NO_FILM, sourceText: 'lost', phrases }, 'compare', text);
  expect(await compare('7\n00:00:01,000 --> 00:00:02,000\nA\n')).toEqual([]);
  expect(await compare('')).toMatchObject([{ kind: 'missing', number: 7 }]);
});

it('[D1.1] decodes a file by a guess or by the person’s choice, and reports double encoding', async () => {
  const { ask } = connectInside();
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const decode = (bytes: Uint8Array, encoding?: EncodingName) =>
    ask(NO_FILM, 'decode', { bytes, name: 'film.srt', encoding });
  const french = 'Où étais-tu ?\nÇa ira déjà.\nJe suis prêt à partir.\n';
  expect(await decode(utf8(french))).toEqual({
    ok: true,
    value: { text: french, encoding: 'UTF-8', detected: false, isDoublyEncoded: false },
  });
  const russian = Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2);
  expect(await decode(russian)).toMatchObject({ value: { text: 'Привет', encoding: 'windows-1251', detected: true } });
  expect(await decode(russian, 'windows-1252')).toMatchObject({
    value: { text: 'Ïðèâåò', encoding: 'windows-1252', detected: true },
  });
  const twice = new TextDecoder('windows-1252').decode(utf8(french));
  expect(await decode(utf8(twice))).toMatchObject({ value: { text: twice, isDoublyEncoded: true } });
  expect(await ask({ ...NO_FILM, sourceText: twice }, 'meantLetters', undefined)).toBe(french);
  expect(await ask({ ...NO_FILM, sourceText: french }, 'meantLetters', undefined)).toBeUndefined();
  expect(await decode(Uint8Array.of(0, 1, 0, 0, 2))).toMatchObject({
    ok: false,
    error: expect.stringContaining('is named .srt'),
  });
});

const ONE_PHRASE: FilmNow = { ...NO_FILM, sourceText: '1\n00:00:01,000 --> 00:00:02,000\nOne\n' };
const MATROSKA = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0);
const AVI = new TextEncoder().encode('RIFF\0\0\0\0AVI ');
const film = (content: Uint8Array = MATROSKA) => new File([content as Uint8Array<ArrayBuffer>], 'Film.mkv');

const CONTENTS: VideoContents = { pictures: [], sounds: [], subtitles: [], isCutOff: false };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const TEXT: TrackText = { format: 'srt', bytes: bytesOf(ONE_PHRASE.sourceText), phrases: 1, isCutOff: false };

/** A film worker with a Matroska reader `extract`. The test controls when its reads return. */
function connect(extract: ContainerReader['extract'], load = async (reader: ContainerReader) => reader) {
  const reader: ContainerReader = { contents: async () => ok(CONTENTS), extract };
  return createFilmWorker({
    startWorker() {
      throw new Error('No worker here.');
    },
    loadServer: async () => (post, nextTurn) => createFilmServer(post, nextTurn, () => load(reader)),
  });
}

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe('reading a video file', () => {
  it('[D17.31] reports the progress of a video file in hundredths, and answers other questions in the meantime', async () => {
    const reading = gate();
    const worker = connect(async (_bytes, track, watch) => {
      watch.progress(0.25);
      watch.progress(0.251);
      watch.progress(0.5);
      await reading.passed;
      return ok({ ...TEXT, bytes: bytesOf(`track ${track}`) });
    });
    const shares: number[] = [];
    const text = worker.ask(ONE_PHRASE, 'extract', { file: film(), track: 3 }, undefined, (share) =>
      shares.push(share),
    );
    expect(await worker.ask(ONE_PHRASE, 'read', undefined)).toMatchObject({ ok: true });
    await expect.poll(() => shares).toEqual([0.25, 0.5]);
    expect(await worker.ask(ONE_PHRASE, 'tracks', { file: film() })).toEqual(ok(CONTENTS));
    reading.open();
    expect(await text).toEqual(ok({ ...TEXT, bytes: bytesOf('track 3') }));
  });

  it('[D17.31] stops reading a video file, and reports nothing, when nobody waits', async () => {
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
    const text = worker.ask(ONE_PHRASE, 'extract', question, leaving.signal, (share) => shares.push(share));
    await expect.poll(() => watched?.isStopped()).toBe(false);
    leaving.abort();
    expect(await text).toBeUndefined();
    await expect.poll(() => watched?.isStopped()).toBe(true);
    reading.open();
    await ended.passed;
    expect(shares).toEqual([]);
  });

  it('[D17.31] reads no more parts of a video file when nobody waits', async () => {
    const called = gate();
    const reading = gate();
    const reads: number[] = [];
    const contents: ContainerReader['contents'] = async (bytes) => {
      const call = reads.push(0) - 1;
      called.open();
      await reading.passed;
      for (let read = 1; read <= 100; read++) {
        await bytes.read(0, 1);
        reads[call] = read;
      }
      return ok(CONTENTS);
    };
    const worker = connect(
      async () => ok(TEXT),
      async () => ({ contents, extract: async () => ok(TEXT) }),
    );
    const leaving = new AbortController();
    const tracks = worker.ask(ONE_PHRASE, 'tracks', { file: film() }, leaving.signal);
    await called.passed;
    leaving.abort();
    expect(await tracks).toBeUndefined();
    reading.open();
    await worker.ask(ONE_PHRASE, 'tracks', { file: film() });
    expect(reads[0]).toBeLessThan(2);
    expect(reads[1]).toBe(100);
  });

  it('answers questions about two tracks of a video separately', async () => {
    const first = gate();
    const worker = connect(async (_bytes, track) => {
      if (track === 1) await first.passed;
      return ok({ ...TEXT, bytes: bytesOf(`track ${track}`) });
    });
    const one = worker.ask(ONE_PHRASE, 'extract', { file: film(), track: 1 });
    expect(await worker.ask(ONE_PHRASE, 'extract', { file: film(), track: 2 })).toMatchObject({
      value: { bytes: bytesOf('track 2') },
    });
    first.open();
    expect(await one).toMatchObject({ value: { bytes: bytesOf('track 1') } });
  });

  it('[D17.32] reports a video file that can no longer be read', async () => {
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
    expect(await worker.ask(ONE_PHRASE, 'extract', { file, track: 1 })).toEqual({ ok: false, error: sentence });
    expect(await worker.ask(ONE_PHRASE, 'tracks', { file })).toEqual({ ok: false, error: sentence });
  });

  it.each([
    ['a file of another kind', film(AVI), 'Subtitles inside AVI videos cannot be read.'],
    [
      'a file that is no video',
      film(new TextEncoder().encode('Words.')),
      '“Film.mkv” is not a video that can be read here.',
    ],
  ])('refuses to read %s as a video, with a sentence', async (_, file, error) => {
    const worker = connect(async () => ok(TEXT));
    expect(await worker.ask(ONE_PHRASE, 'tracks', { file })).toEqual({ ok: false, error });
  });

  it('reports that the code for videos is missing, and loads it again at the next question', async () => {
    let loads = 0;
    const worker = connect(
      async () => ok(TEXT),
      async () => {
        if (++loads === 1) throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
        return { contents: async () => ok(CONTENTS), extract: async () => ok(TEXT) };
      },
    );
    expect(await worker.ask(ONE_PHRASE, 'tracks', { file: film() })).toEqual({
      ok: false,
      error:
        'A part of this page could not be loaded: Loading chunk 7 failed. Reload the page and open the film again.',
    });
    expect(await worker.ask(ONE_PHRASE, 'tracks', { file: film() })).toEqual(ok(CONTENTS));
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { awaited } from '../../../../test/session-harness.ts';
import type { SubtitleTrack, TrackText, VideoContents } from '../../../containers/container.ts';
import { WorkerDied } from '../../../film-worker/connect.ts';
import { fail, ok, type Result } from '../../../lib/result.ts';
import { createPageState, type FilmToRead } from '../../state/page-state.ts';
import { createVideoDesk } from '../../state/video.ts';
import { readFilm, type TracksView } from './tracks-dialog.tsx';

const track = (number: number): SubtitleTrack => ({
  number,
  kind: 'SubRip',
  format: 'srt',
  isPictures: false,
  language: 'ru',
  title: '',
  isDefault: false,
  isForced: false,
  isSdh: false,
  isCommentary: false,
  phrases: undefined,
});
const contents = (...subtitles: readonly SubtitleTrack[]): VideoContents => ({
  pictures: [],
  sounds: [],
  subtitles,
  isCutOff: false,
});
const THE_TEXT = new TextEncoder().encode('the text');
const OTHER_TEXT = new TextEncoder().encode('the other text');
const TEXT: TrackText = { format: 'srt', bytes: THE_TEXT, phrases: 1, isCutOff: false };

/** What the worker was asked, to be answered by the test. */
interface Asked {
  readonly signal: AbortSignal;
  readonly progress: (share: number) => void;
  readonly answer: (text: Result<TrackText, string>) => void;
  readonly reject: (error: unknown) => void;
}

/** A film with these tracks that is read on an empty page. `found`: what is told of it at once; an error: it is thrown; null: nothing comes. `prepare`: what its text waits for. */
async function read(
  found: Result<VideoContents, string> | Error | null = ok(contents(track(1), track(2))),
  purpose: FilmToRead['purpose'] = 'offer',
  prepare?: () => Promise<void>,
) {
  const page = createPageState();
  const video = createVideoDesk();
  const file = new File([], 'Film.mkv');
  video.open(file);
  const film: FilmToRead = { file, purpose };
  page.setState({ videoToRead: film });
  const asked: Asked[] = [];
  const opened: unknown[][] = [];
  const ask = (name: string, _: unknown, signal: AbortSignal, progress: Asked['progress']) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(undefined));
      if (name === 'tracks' && found instanceof Error) return reject(found);
      if (name === 'tracks') return found && resolve(found);
      asked.push({ signal, progress, answer: resolve, reject });
    });
  const services = {
    session: { analysis: { ask }, store: { getState: () => ({ sourceText: '' }) } },
    settings: { store: { getState: () => ({ prompt: 'Translate from Russian into Portuguese.' }) } },
    page,
    video,
    intake: {
      async openTrack(...what: unknown[]) {
        const signal = what.pop() as AbortSignal;
        await prepare?.();
        if (!signal.aborted) opened.push(what.slice(1));
      },
    },
  };
  const views: (TracksView | undefined)[] = [];
  const reading = readFilm(services as unknown as Parameters<typeof readFilm>[0], film, (view) => views.push(view));
  await vi.advanceTimersByTimeAsync(0);
  return { page, video, file, asked, opened, views, reading, film, view: () => views.at(-1) };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());

describe('the subtitles in a film', () => {
  it('[D17.31] are taken out of it with progress and the time that is left', async () => {
    const { reading, asked, opened, view, page } = await read();
    reading.choose(2);
    const done = reading.open();
    expect(view()?.reading).toEqual({ share: 0, msLeft: undefined });
    await pass(500);
    asked[0]?.progress(0.1);
    expect(view()?.reading).toEqual({ share: 0.1, msLeft: undefined });
    await pass(1_500);
    asked[0]?.progress(0.25);
    expect(view()?.reading).toEqual({ share: 0.25, msLeft: 6_000 });
    asked[0]?.answer(ok(TEXT));
    await done;
    expect(opened).toEqual([['Film.srt', THE_TEXT, []]]);
    expect(page.getState().videoToRead).toBeNull();
  });

  it('[D17.31] Stop opens nothing, and the list is there again', async () => {
    const { reading, asked, opened, view, video } = await read();
    const done = reading.open();
    reading.stop();
    await done;
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(view()).toMatchObject({ chosen: 1, reading: undefined, problem: '' });
    asked[0]?.progress(0.5);
    expect(view()?.reading).toBeUndefined();
    const again = reading.open();
    asked[1]?.answer(ok(TEXT));
    await again;
    expect(opened).toHaveLength(1);
    expect(video.store.getState().file?.name).toBe('Film.mkv');
  });

  it('[D17.31] Stop opens nothing while the text is prepared, either, and the next track that is opened is the one', async () => {
    const { coming, give: prepared } = awaited();
    const { reading, asked, opened, view, page, film } = await read(undefined, 'offer', () => coming);
    const done = reading.open();
    asked[0]?.answer(ok(TEXT));
    await pass(0);
    reading.stop();
    reading.choose(2);
    const again = reading.open();
    prepared();
    await done;
    expect(opened).toEqual([]);
    expect(page.getState().videoToRead).toEqual(film);
    expect(view()?.chosen).toBe(2);
    asked[1]?.answer(ok({ ...TEXT, bytes: OTHER_TEXT }));
    await again;
    expect(opened).toEqual([['Film.srt', OTHER_TEXT, []]]);
  });

  it('[D17.31] that come after another film was opened are dropped', async () => {
    const { reading, asked, opened, page, film } = await read();
    const done = reading.open();
    const newer = { ...film };
    page.setState({ videoToRead: newer });
    asked[0]?.answer(ok(TEXT));
    await done;
    expect(opened).toEqual([]);
    expect(page.getState().videoToRead).toBe(newer);
  });

  it('[D17.31] of a film that is left are read no further', async () => {
    const { reading, asked, opened, view } = await read();
    const done = reading.open();
    reading.end();
    await done;
    expect(asked[0]?.signal.aborted).toBe(true);
    expect({ opened, view: view() }).toEqual({ opened: [], view: undefined });
  });

  it('[D17.34] that are the only text are opened unasked, which is told; a dialog comes only if that takes long', async () => {
    const { asked, opened, views } = await read(ok(contents(track(1))));
    await pass(300);
    expect(views).toEqual([]);
    asked[0]?.answer(ok({ ...TEXT, format: 'ass' }));
    await pass(0);
    const notice = { kind: 'track-of-film', film: 'Film.mkv', track: 'Russian · SubRip' };
    expect(opened).toEqual([['Film.ass', THE_TEXT, [notice]]]);
    const slow = await read(ok(contents(track(1))));
    await pass(500);
    expect(slow.view()?.reading).toEqual({ share: 0, msLeft: undefined });
  });

  it('[D17.34] that a person asks for are never opened unasked', async () => {
    const { asked, view } = await read(ok(contents(track(1))), 'choose');
    expect(asked).toEqual([]);
    expect(view()).toMatchObject({ chosen: 1, reading: undefined });
  });

  it.each<[string, (asked: Asked) => void, RegExp]>([
    ['cannot be read', ({ answer }) => answer(fail('It is broken.')), /^It is broken\.$/],
    ['have no phrase', ({ answer }) => answer(ok({ ...TEXT, text: '', phrases: 0 })), /^There is no phrase/],
    [
      'break something in the worker',
      ({ reject }) => reject(new Error('Invalid string length')),
      /^Reading Film\.mkv failed, which is a fault of this page: Invalid string length$/,
    ],
    ['end the worker', ({ reject }) => reject(new WorkerDied('')), /^The browser ended the part of the page/],
    [
      'have no code that reads them',
      ({ reject }) => reject(Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })),
      /^A part of this page is missing: Loading chunk 7 failed\. Reload the page\.$/,
    ],
  ])('[D17.32] that %s are told in a sentence, and another track can be chosen', async (_, answer, problem) => {
    const { reading, asked, opened, view } = await read();
    const done = reading.open();
    if (asked[0]) answer(asked[0]);
    await done;
    expect(view()).toMatchObject({ reading: undefined, problem: expect.stringMatching(problem) });
    expect(opened).toEqual([]);
    reading.choose(2);
    expect(view()?.problem).toBe('');
  });

  it.each([
    ['no subtitles', ok(contents()), 'Film.mkv has no subtitles inside. Open their file to translate them.'],
    [
      'no subtitles as far as it goes',
      ok({ ...contents(), isCutOff: true }),
      'Film.mkv has no subtitles inside, as far as it goes: it is cut off. Open their file to translate them.',
    ],
    ['nothing that can be read', fail('It is broken.'), 'No subtitles could be taken out of Film.mkv. It is broken.'],
  ])('[D17.34] where there are %s, that is told, and the film stays', async (_, found, words) => {
    const { page, views, video } = await read(found);
    expect(page.getState()).toMatchObject({ refusal: words, videoToRead: null });
    expect(views).toEqual([]);
    expect(video.store.getState().file?.name).toBe('Film.mkv');
  });

  it('what is in a film is told to the preview, where nothing else is wanted, too', async () => {
    const { video, page, views } = await read(ok(contents(track(1))), 'preview');
    expect(video.store.getState().contents).toMatchObject({ subtitles: [{ number: 1 }] });
    expect(page.getState().videoToRead).toBe(null);
    expect(page.getState().refusal).toBe(null);
    expect(views).toEqual([]);
  });

  it('[D17.12] and why nothing of a film can be read is told to the preview, too', async () => {
    const { video, page } = await read(fail('It is cut off.'), 'preview');
    expect(video.store.getState()).toMatchObject({ contents: undefined, problem: 'It is cut off.' });
    expect(page.getState().videoToRead).toBe(null);
    expect(page.getState().refusal).toBe(null);
  });

  it('[D17.32] that nothing can look for are told not to be there, and the film stays', async () => {
    const { page, views, video } = await read(new Error('Invalid array length'));
    expect(page.getState()).toMatchObject({
      refusal:
        'No subtitles could be taken out of Film.mkv. Reading Film.mkv failed, which is a fault of this page: Invalid array length',
      videoToRead: null,
    });
    expect({ views, film: video.store.getState().file?.name }).toEqual({ views: [], film: 'Film.mkv' });
  });

  it('[D17.32] whose text breaks the page as it is opened are told in the dialog, not read for ever', async () => {
    const { reading, asked, view, page, film } = await read(undefined, 'offer', () =>
      Promise.reject(new Error('No memory')),
    );
    const done = reading.open();
    asked[0]?.answer(ok(TEXT));
    await done;
    expect(view()).toMatchObject({ reading: undefined, problem: expect.stringMatching(/No memory$/) });
    expect(page.getState().videoToRead).toBe(film);
  });

  it('that are looked for on a slow disk are waited for in the dialog', async () => {
    const { view } = await read(null);
    await pass(900);
    expect(view()).toBeUndefined();
    await pass(200);
    expect(view()).toMatchObject({ tracks: undefined, reading: undefined });
  });
});

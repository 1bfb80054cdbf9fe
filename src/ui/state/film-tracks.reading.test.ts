import { beforeEach, describe, expect, it, vi } from 'vitest';
import { awaited } from '../../../test/session-harness.ts';
import type { SubtitleTrack, TrackText, VideoContents } from '../../containers/container.ts';
import { WorkerDied } from '../../film-worker/calls.ts';
import { createPort } from '../../lib/port.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { type FilmToRead, readFilm, type TracksView } from './film-tracks.ts';
import { createPageState } from './page-state.ts';
import { createVideoDesk } from './video.ts';

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

/** A question to the worker, which the test answers. */
interface Asked {
  readonly signal: AbortSignal;
  readonly progress: (share: number) => void;
  readonly answer: (text: Result<TrackText, string>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A video with these tracks that is read on an empty page. `found`: the worker's answer; an error: the worker throws it; null: the worker never answers.
 * `prepare`: the promise that the text waits for.
 */
async function read(
  found: Result<VideoContents, string> | Error | null = ok(contents(track(1), track(2))),
  purpose: FilmToRead['purpose'] = 'offer',
  prepare?: () => Promise<void>,
) {
  const page = createPageState();
  const video = createVideoDesk();
  const file = new File([], 'Film.mkv');
  video.open(file);
  const asked: Asked[] = [];
  const opened: unknown[][] = [];
  const ask = (name: string, _: unknown, signal: AbortSignal, progress: Asked['progress']) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(undefined));
      if (name === 'tracks' && found instanceof Error) return reject(found);
      if (name === 'tracks') return found && resolve(found);
      asked.push({ signal, progress, answer: resolve, reject });
    });
  const tracks = createPort<[TracksView | undefined]>();
  const services = {
    session: { analysis: { ask }, store: { getState: () => ({ sourceText: '' }) } },
    settings: { store: { getState: () => ({ prompt: 'Translate from Russian into Portuguese.' }) } },
    page,
    video,
    tracks,
  };
  const views: (TracksView | undefined)[] = [];
  tracks.use((view) => void views.push(view));
  let isOver = false;
  /** A film in an opening of its own, which ends with `work`. */
  async function during(work: (film: FilmToRead) => Promise<void>): Promise<void> {
    const opening = new AbortController();
    const { signal } = opening;
    isOver = false;
    await work({
      file,
      purpose,
      signal,
      end: () => opening.abort(),
      async open(...what) {
        await prepare?.();
        if (!signal.aborted) opened.push(what);
        return !signal.aborted;
      },
      others: undefined,
      again: (next) => void during(next),
    });
    if (signal.aborted) return;
    opening.abort();
    isOver = true;
  }
  void during((film) => readFilm(services as unknown as Parameters<typeof readFilm>[0], film));
  await vi.advanceTimersByTimeAsync(0);
  const view = () => views.at(-1);
  return { page, video, file, asked, opened, views, view, isOver: () => isOver };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());

describe('the subtitles in a video', () => {
  it('[D17.31] are read with progress and the remaining time', async () => {
    const { asked, opened, view, isOver } = await read();
    view()?.choose(2);
    view()?.open();
    await pass(0);
    expect(view()?.reading).toEqual({ share: 0, msLeft: undefined });
    await pass(500);
    asked[0]?.progress(0.1);
    expect(view()?.reading).toEqual({ share: 0.1, msLeft: undefined });
    await pass(1_500);
    asked[0]?.progress(0.25);
    expect(view()?.reading).toEqual({ share: 0.25, msLeft: 6_000 });
    asked[0]?.answer(ok(TEXT));
    await pass(0);
    expect(opened).toEqual([['Film.srt', THE_TEXT, []]]);
    expect(isOver()).toBe(true);
  });

  it('[D17.31] Stop opens nothing, and the list of tracks is shown again', async () => {
    const { asked, opened, view, video } = await read();
    view()?.open();
    await pass(0);
    view()?.stop();
    await pass(0);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(view()).toMatchObject({ chosen: 1, reading: undefined, problem: '' });
    asked[0]?.progress(0.5);
    expect(view()?.reading).toBeUndefined();
    view()?.open();
    await pass(0);
    asked[1]?.answer(ok(TEXT));
    await pass(0);
    expect(opened).toHaveLength(1);
    expect(video.store.getState().file?.name).toBe('Film.mkv');
  });

  it('[D17.31] Stop while the text is prepared opens nothing, and the next chosen track is opened', async () => {
    const { coming, give: prepared } = awaited();
    const { asked, opened, view, isOver } = await read(undefined, 'offer', () => coming);
    view()?.open();
    await pass(0);
    asked[0]?.answer(ok(TEXT));
    await pass(0);
    view()?.stop();
    view()?.choose(2);
    view()?.open();
    await pass(0);
    prepared();
    await pass(0);
    expect(opened).toEqual([]);
    expect(isOver()).toBe(false);
    expect(view()?.chosen).toBe(2);
    asked[1]?.answer(ok({ ...TEXT, bytes: OTHER_TEXT }));
    await pass(0);
    expect(opened).toEqual([['Film.srt', OTHER_TEXT, []]]);
  });

  it('[D17.31] subtitles that arrive after another video was opened are ignored', async () => {
    const { asked, opened, view, video } = await read();
    view()?.open();
    await pass(0);
    video.open(new File([], 'Next.mkv'));
    asked[0]?.answer(ok(TEXT));
    await pass(0);
    expect(opened).toEqual([]);
  });

  it('[D17.31] are not read further once their dialog is closed', async () => {
    const { asked, opened, view, video } = await read();
    view()?.open();
    await pass(0);
    video.close();
    await pass(0);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect({ opened, view: view() }).toEqual({ opened: [], view: undefined });
  });

  it.each<[string, (video: ReturnType<typeof createVideoDesk>) => void]>([
    ['closed', (video) => video.close()],
    ['replaced by another one', (video) => video.open(new File([], 'Next.mkv'))],
  ])('[D17.31] are not offered any more, even after Stop, once their video was %s', async (_, leave) => {
    const { asked, opened, view, video } = await read();
    view()?.open();
    await pass(0);
    view()?.stop();
    await pass(0);
    view()?.open();
    await pass(0);
    leave(video);
    await pass(0);
    asked[1]?.answer(ok(TEXT));
    await pass(0);
    expect({ opened, view: view(), isAborted: asked[1]?.signal.aborted }).toEqual({
      opened: [],
      view: undefined,
      isAborted: true,
    });
  });

  it('[D17.34] subtitles that are the only text are opened without asking, and the page says so; the dialog appears only if that takes long', async () => {
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

  it('[D17.34] subtitles that a person asks for are never opened without a choice', async () => {
    const { asked, view } = await read(ok(contents(track(1))), 'choose');
    expect(asked).toEqual([]);
    expect(view()).toMatchObject({ chosen: 1, reading: undefined });
  });

  it.each<[string, (asked: Asked) => void, RegExp]>([
    ['cannot be read', ({ answer }) => answer(fail('It is broken.')), /^It is broken\.$/],
    ['have no phrase', ({ answer }) => answer(ok({ ...TEXT, text: '', phrases: 0 })), /^This track has no subtitles/],
    [
      'break something in the worker',
      ({ reject }) => reject(new Error('Invalid string length')),
      /^Reading Film\.mkv failed because of a fault in this page\. Reload the page\. .*: Invalid string length$/,
    ],
    ['end the worker', ({ reject }) => reject(new WorkerDied('')), /^The browser stopped reading/],
    [
      'have no code that reads them',
      ({ reject }) => reject(Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })),
      /^A part of this page could not be loaded: Loading chunk 7 failed\. Reload the page\.$/,
    ],
  ])(
    '[D17.32] subtitles that %s are reported in a sentence, and another track can be chosen',
    async (_, answer, problem) => {
      const { asked, opened, view } = await read();
      view()?.open();
      await pass(0);
      if (asked[0]) answer(asked[0]);
      await pass(0);
      expect(view()).toMatchObject({ reading: undefined, problem: expect.stringMatching(problem) });
      expect(opened).toEqual([]);
      view()?.choose(2);
      expect(view()?.problem).toBe('');
    },
  );

  it.each([
    ['no subtitles', ok(contents()), 'Film.mkv contains no subtitles. Open a subtitle file instead.'],
    [
      'no subtitles as far as it goes',
      ok({ ...contents(), isCutOff: true }),
      'Film.mkv is incomplete, and the part that is there contains no subtitles. Open a subtitle file instead.',
    ],
    ['nothing that can be read', fail('It is broken.'), 'No subtitles could be read from Film.mkv. It is broken.'],
  ])('[D17.34] if there are %s, the page says so, and the video stays', async (_, found, words) => {
    const { page, views, video } = await read(found);
    expect(page.getState()).toMatchObject({ refusal: words });
    expect(views).toEqual([]);
    expect(video.store.getState().file?.name).toBe('Film.mkv');
  });

  it('the preview gets the content of a video, even if nobody wants its subtitles', async () => {
    const { video, page, views, isOver } = await read(ok(contents(track(1))), 'preview');
    expect(video.store.getState().contents).toMatchObject({ subtitles: [{ number: 1 }] });
    expect(isOver()).toBe(true);
    expect(page.getState().refusal).toBe(null);
    expect(views).toEqual([]);
  });

  it('[D17.12] the preview also gets the reason why a video cannot be read', async () => {
    const { video, page, isOver } = await read(fail('It is cut off.'), 'preview');
    expect(video.store.getState()).toMatchObject({ contents: undefined, problem: 'It is cut off.' });
    expect(isOver()).toBe(true);
    expect(page.getState().refusal).toBe(null);
  });

  it('[D17.32] subtitles that cannot be searched are reported as missing, and the video stays', async () => {
    const { page, views, video } = await read(new Error('Invalid array length'));
    expect(page.getState()).toMatchObject({
      refusal:
        'No subtitles could be read from Film.mkv. Reading Film.mkv failed because of a fault in this page. Reload the page. If it happens again, write to us (“Contact”). The error: Invalid array length',
    });
    expect({ views, film: video.store.getState().file?.name }).toEqual({ views: [], film: 'Film.mkv' });
  });

  it('[D17.32] subtitles whose text causes an error when it is opened are reported in the dialog, and the reading ends', async () => {
    const { asked, view, isOver } = await read(undefined, 'offer', () => Promise.reject(new Error('No memory')));
    view()?.open();
    await pass(0);
    asked[0]?.answer(ok(TEXT));
    await pass(0);
    expect(view()).toMatchObject({ reading: undefined, problem: expect.stringMatching(/No memory$/) });
    expect(isOver()).toBe(false);
  });

  it('subtitles that are searched on a slow disk show the dialog meanwhile', async () => {
    const { view } = await read(null);
    await pass(900);
    expect(view()).toBeUndefined();
    await pass(200);
    expect(view()).toMatchObject({ tracks: undefined, reading: undefined });
  });
});

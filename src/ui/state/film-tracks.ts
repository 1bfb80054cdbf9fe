import {
  languagesOfPrompt,
  nameBeside,
  onlyTrack,
  proposeTrack,
  trackFacts,
  trackName,
} from '../../containers/choose-track.ts';
import type { SubtitleTrack, TrackText, VideoContents } from '../../containers/container.ts';
import type { Notice } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import { WorkerDied } from '../../film-worker/calls.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import type { Port } from '../../lib/port.ts';
import { errorText, fail, isChunkError, type Result } from '../../lib/result.ts';
import { shownName } from '../../lib/text.ts';
import type { Settings } from '../../settings/settings.ts';
import type { PageStore } from './page-state.ts';
import type { SeriesDesk } from './series-desk.ts';
import type { VideoDesk } from './video.ts';

/** What the dialog about a video's subtitles shows, and what its buttons do. */
export interface TracksView {
  readonly file: File;
  /** undefined: the page is still looking for them. */
  readonly tracks: readonly SubtitleTrack[] | undefined;
  /** A track's number; undefined: no track has a text. */
  readonly chosen: number | undefined;
  /** How much of the chosen track is read; undefined: no track is being read. */
  readonly reading: { readonly share: number; readonly msLeft: number | undefined } | undefined;
  /** Why the last track could not be opened; '': it could, or none was tried. */
  readonly problem: string;
  choose(track: number): void;
  open(): void;
  /** Stops reading the track and shows the list of tracks again. */
  stop(): void;
  /** Closes the dialog. The video stays in the preview. */
  leave(): void;
  /** How many other films of the series have a video with the same tracks and no batches yet. */
  readonly others: number;
  /** True: the chosen track is opened in these other films, too. */
  readonly isForAll: boolean;
  chooseForAll(isForAll: boolean): void;
}

/** A video whose subtitles the page looks for. */
export interface FilmToRead {
  readonly file: File;
  /**
   * "preview": only the preview gets what the video contains. "offer": the dialog offers its subtitles, if the page is still empty by then. "choose": a person
   * wants its subtitles in place of the film on the page.
   */
  readonly purpose: 'preview' | 'offer' | 'choose';
  /** Aborted: a person has closed the dialog, or another file was opened. */
  readonly signal: AbortSignal;
  readonly end: () => void;
  /** Opens the subtitles of the video. False: the page has opened something else. */
  open(name: string, bytes: Uint8Array<ArrayBuffer>, notices: readonly Notice[]): Promise<boolean>;
  /** The other films of the series; undefined: there is no series. */
  readonly others: Pick<SeriesDesk, 'countLike' | 'openTrackOfLike'> | undefined;
  /** Begins another opening of the same video, for the track that a person chooses after stopping this one. */
  again(work: (next: FilmToRead) => Promise<void>): void;
}

/** Nobody could read a dialog in this time, and short tracks are read within it. */
const SOON_MS = 400;
/** Most videos are searched within this time. */
const LOOKING_MS = 1_000;
/** Before this time and this share have passed, an estimate would jump. */
const TELLING_MS = 1_000;
const TELLING_SHARE = 0.02;

/** The parts of the page that the opening of a video uses. */
export interface FilmServices {
  readonly session: Session;
  readonly settings: Settings;
  readonly page: PageStore;
  readonly video: VideoDesk;
  /** Shows the dialog; undefined: closes it. */
  readonly tracks: Port<[TracksView | undefined]>;
}

/** Finds the subtitles of a video and tells the preview what the video contains. If `purpose` says so, offers the subtitles and opens the chosen ones. */
export async function readFilm(services: FilmServices, film: FilmToRead): Promise<void> {
  const { session, settings, page, video } = services;
  const { file, purpose, signal } = film;
  endWithFilm(services, film);
  const dialog = createDialog(services, film);
  const late = purpose === 'preview' ? undefined : setTimeout(dialog.open, LOOKING_MS);
  const found = await orSentence(file, () => session.analysis.ask('tracks', { file }, signal)).finally(() =>
    clearTimeout(late),
  );
  if (!found || signal.aborted) return;
  video.tell(file, found);
  if (purpose === 'preview') return;
  const refuse = (refusal: string) => page.setState({ refusal });
  if (!found.ok) return refuse(`No subtitles could be read from ${shownName(file.name)}. ${found.error}`);
  const { subtitles } = found.value;
  if (purpose === 'offer' && session.store.getState().sourceText !== '') return;
  if (subtitles.length === 0) return refuse(noneWords(file, found.value));
  const state = settings.store.getState();
  const languages = languagesOfPrompt(state.prompt);
  dialog.show({ tracks: subtitles, chosen: proposeTrack(subtitles, languages, !followsFilm(state))?.number });
  void film.others?.countLike(subtitles).then((others) => dialog.show({ others }));
  const only = purpose === 'offer' ? onlyTrack(subtitles, languages) : undefined;
  await offer(services, film, dialog, only);
}

/** Ends the opening when its video is closed or another video replaces it. */
function endWithFilm({ video }: FilmServices, { file, signal, end }: FilmToRead): void {
  const unfollow = video.store.subscribe((now) => {
    if (now.file !== file) end();
  });
  signal.addEventListener('abort', unfollow);
}

type TracksDialog = ReturnType<typeof createDialog>;

/** The dialog of one opening. It closes when the opening ends. */
function createDialog({ tracks }: FilmServices, { file, signal, end }: FilmToRead) {
  let isShown = false;
  let isKept = false;
  const nothing = () => {};
  let view: TracksView = {
    file,
    tracks: undefined,
    chosen: undefined,
    reading: undefined,
    problem: '',
    choose: (chosen) => show({ chosen, problem: '' }),
    open: nothing,
    stop: nothing,
    leave: end,
    others: 0,
    isForAll: false,
    chooseForAll: (isForAll) => show({ isForAll }),
  };
  function show(change: Partial<TracksView>): void {
    if (signal.aborted) return;
    view = { ...view, ...change };
    if (isShown) void tracks.call(view);
  }
  signal.addEventListener('abort', () => {
    if (isShown && !isKept) void tracks.call(undefined);
  });
  return {
    show,
    open(change: Partial<TracksView> = {}): void {
      isShown = true;
      show(change);
    },
    view: () => view,
    /** Leaves the dialog open for the next opening, which shows it again. */
    keep: () => {
      isKept = true;
    },
  };
}

/** Opens the tracks that a person chooses, until one can be opened. `only`: the track to open first, without asking. */
async function offer(
  services: FilmServices,
  film: FilmToRead,
  dialog: TracksDialog,
  only?: SubtitleTrack,
): Promise<void> {
  const { file, signal } = film;

  function choice(): Promise<SubtitleTrack | undefined> {
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
      dialog.open({
        open() {
          const { tracks, chosen } = dialog.view();
          resolve(tracks?.find(({ number }) => number === chosen));
        },
      });
    });
  }

  function stop(): void {
    const { tracks, chosen, others, isForAll } = dialog.view();
    film.again((next) => {
      endWithFilm(services, next);
      const nextDialog = createDialog(services, next);
      nextDialog.show({ tracks, chosen, others, isForAll });
      return offer(services, next, nextDialog);
    });
    dialog.keep();
    film.end();
  }

  /** A series always names the track: a person has not seen the tracks of the other videos. */
  function noticesOf(isUnasked: boolean, chosen: SubtitleTrack): readonly Notice[] {
    if (film.others) return [trackNotice(file, withoutCount(chosen))];
    return isUnasked ? [trackNotice(file, chosen)] : [];
  }

  async function openInOthers(chosen: SubtitleTrack): Promise<void> {
    const { tracks, isForAll } = dialog.view();
    if (isForAll && tracks) await film.others?.openTrackOfLike(tracks, chosen);
  }

  for (let track = only; ; track = undefined) {
    const chosen = track ?? (await choice());
    if (!chosen) return;
    dialog.show({ problem: '', reading: { share: 0, msLeft: undefined }, stop });
    const late = setTimeout(dialog.open, SOON_MS);
    const opened = await orSentence(file, async () => {
      const found = await extract(services, film, chosen, dialog).finally(() => clearTimeout(late));
      if (!found?.ok || signal.aborted) return found;
      const { format, bytes, phrases } = found.value;
      if (phrases === 0) return fail('This track has no subtitles. Choose another track, or open a subtitle file.');
      const name = nameBeside(file.name, format, chosen);
      const notices = [...noticesOf(track !== undefined, chosen), ...cutNotices(file, found.value)];
      if (await film.open(name, bytes, notices)) await openInOthers(chosen);
      return found;
    });
    if (!opened || opened.ok || signal.aborted) return;
    dialog.show({ reading: undefined, problem: opened.error });
  }
}

/** Takes a track out of the video and shows the progress. */
function extract(
  { session }: FilmServices,
  { file, signal }: FilmToRead,
  { number: track }: SubtitleTrack,
  { show }: TracksDialog,
): Promise<Result<TrackText, string> | undefined> {
  const beganMs = performance.now();
  return session.analysis.ask('extract', { file, track }, signal, (share) => {
    const passedMs = performance.now() - beganMs;
    const isTelling = passedMs >= TELLING_MS && share >= TELLING_SHARE;
    show({ reading: { share, msLeft: isTelling ? (passedMs / share) * (1 - share) : undefined } });
  });
}

/** The list shows the number of subtitles in the row. */
export const withoutCount = (track: SubtitleTrack): SubtitleTrack => ({ ...track, phrases: undefined });

export const trackNotice = ({ name }: File, track: SubtitleTrack): Notice => ({
  kind: 'track-of-film',
  film: name,
  track: `${trackName(track)} · ${trackFacts(track)}`,
});

export const cutNotices = ({ name }: File, { isCutOff }: TrackText): readonly Notice[] =>
  isCutOff ? [{ kind: 'cut-off', film: name }] : [];

export const noneWords = (
  { name }: File,
  { isCutOff }: VideoContents,
  advice = 'Open a subtitle file instead.',
): string =>
  isCutOff
    ? `${shownName(name)} is incomplete, and the part that is there contains no subtitles. ${advice}`
    : `${shownName(name)} contains no subtitles. ${advice}`;

/** The worker's answer or, if the worker throws, a sentence that says so. undefined: the question was cancelled. */
export async function orSentence<Found>(
  { name }: File,
  ask: () => Promise<Result<Found, string> | undefined>,
): Promise<Result<Found, string> | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorkerDied)
      return fail(
        `The browser stopped reading ${shownName(name)}, perhaps because memory was low. Your work is kept. Close other tabs, then open the video again.`,
      );
    if (isChunkError(error))
      return fail(`A part of this page could not be loaded: ${errorText(error)} Reload the page.`);
    return fail(
      `Reading ${shownName(name)} failed because of a fault in this page. Reload the page. If it happens again, write to us (“Contact”). The error: ${errorText(error)}`,
    );
  }
}

import { createSignals } from '../../clock/clock.ts';
import { languagesOfPrompt, nameBeside, proposeTrack } from '../../containers/choose-track.ts';
import type { SubtitleTrack } from '../../containers/container.ts';
import { hasBatches } from '../../engine/run-state.ts';
import { fileNameOf } from '../../film/archive.ts';
import type { Notice } from '../../film/film.ts';
import { type FilmRow, pathBeside, workOfFile } from '../../film/series.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { countWords, shownName } from '../../lib/text.ts';
import { cutNotices, noneWords, orSentence, trackNotice, withoutCount } from './film-tracks.ts';
import { isBeside } from './given-files.ts';
import { withSource } from './mend-films.ts';
import { lettersNotices, lookedAtTooLong } from './read-file.ts';
import type { SeriesDesk } from './series-desk.ts';
import type { SeriesList } from './series-list.ts';

/** A video on this page. After a reload only its handle is there, if the browser gave one. */
export interface ChosenVideo {
  readonly file: File;
  readonly handle: FileSystemFileHandle | undefined;
}

/** The subtitles of a video as a file. */
export interface TakenTrack {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly notices: readonly Notice[];
}

const ADVICE = 'Add a subtitle file of the same name.';
const picturesWords = ({ name }: File): string => `All subtitles in ${shownName(name)} are pictures. ${ADVICE}`;

/** The videos of a series: takes their subtitles, and shows the open film's video in the preview. `showVideo`: opens a video in the preview. */
export function createSeriesVideos(its: SeriesList, showVideo: (video: ChosenVideo) => void) {
  const { session, settings, video, set, tell, records, prepareText } = its;
  const { getState, write, list, inTurn, inMemory, stored } = its;
  const film = session.store.getState;
  const { ask } = session.analysis;
  /** By film id. Entries of removed films and lists stay, because Undo may bring these back. */
  const files = new Map<string, ChosenVideo>();
  /** True while the page itself closes the video of another film, so that this does not count as a person's choice. */
  let isClosing = false;
  function closeOther(): void {
    isClosing = true;
    video.close();
    isClosing = false;
  }

  const folders = () => records.folders().catch(() => undefined);
  const keepHandle = async (id: string, handle: FileSystemFileHandle | undefined) =>
    (await folders())?.keepVideo(id, handle).catch(() => {});

  async function keep(ids: readonly string[], video: ChosenVideo): Promise<void> {
    for (const id of ids) {
      files.set(id, video);
      await keepHandle(id, video.handle);
    }
    if (ids.includes(film().id)) showVideo(video);
  }

  const setVideo = (ids: readonly string[], name: string) =>
    write(list(getState().rows.map((row) => (ids.includes(row.id) ? { ...row, video: name } : row))));

  /**
   * The films that a video belongs to, by their names. A video without a known folder may belong to a film of any folder; if films of several folders have that
   * name, it belongs to the open one and its folder.
   */
  function besideVideo(path: string): readonly FilmRow[] {
    const readable = getState().rows.filter(({ refusal }) => refusal === '');
    if (path.includes('/')) return readable.filter((row) => isBeside(row.path, path));
    const found = readable.filter((row) => isBeside(fileNameOf(row), path));
    const open = found.find(({ id }) => id === film().id);
    const inOneFolder = found.filter((row) => pathBeside(row, '') === pathBeside(open ?? found[0] ?? row, ''));
    return open || inOneFolder.length === found.length ? inOneFolder : [];
  }

  /** Shows the open film's video in the preview. */
  async function follow(): Promise<void> {
    const { id } = film();
    const row = getState().rows.find((one) => one.id === id);
    const known = files.get(id);
    const { file, previousName } = video.store.getState();
    if (known && row?.video !== '') {
      if (file !== known.file) showVideo(known);
    } else if (row && row.video !== '') await offer(row);
    else if (previousName !== '' || [...files.values()].some((one) => one.file === file)) closeOther();
  }

  /** Offers the video that was open before the reload, as for a film that is not in a series. */
  async function offer({ id, video: previousName }: FilmRow): Promise<void> {
    closeOther();
    video.store.setState({ previousName });
    const handle = await (await folders())?.videoOf(id).catch(() => undefined);
    if (film().id === id && video.store.getState().previousName === previousName)
      await video.handles?.setMany([['handle', handle]]).catch(() => {});
  }

  // If a person closes a video, it stays closed when its film is opened again.
  video.store.subscribe((now, before) => {
    const isClosed = now.file === undefined && now.previousName === '';
    const { id } = film();
    const row = getState().rows.find((one) => one.id === id);
    if (isClosing || !isClosed || !row || row.video === '') return;
    if (before.file ? before.file === files.get(id)?.file : before.previousName !== '')
      void inTurn(() => setVideo([id], ''));
  });

  const asked = () => {
    const state = settings.store.getState();
    return [languagesOfPrompt(state.prompt), !followsFilm(state)] as const;
  };

  /** Reads a track of a video, and only the bytes that the track needs. */
  async function extract(file: File, track: SubtitleTrack, signal: AbortSignal | undefined) {
    const found = await ask('extract', { file, track: track.number }, signal);
    if (!found?.ok) return found;
    const { format, bytes } = found.value;
    const notices = [trackNotice(file, withoutCount(track)), ...cutNotices(file, found.value)];
    return ok<TakenTrack>({ name: nameBeside(file.name, format, track), bytes, notices });
  }

  /** The track that D17.33 proposes or, if it cannot be read, the next one. */
  async function takeProposed(
    file: File,
    tracks: readonly SubtitleTrack[],
    signal: AbortSignal,
  ): Promise<Result<TakenTrack, string> | undefined> {
    const track = proposeTrack(tracks, ...asked());
    if (!track) return fail(picturesWords(file));
    const taken = await extract(file, track, signal);
    if (!taken || taken.ok || tracks.length === 1) return taken;
    const others = tracks.filter((one) => one !== track);
    const next = proposeTrack(others, ...asked()) ? await takeProposed(file, others, signal) : taken;
    return next?.ok === false ? taken : next;
  }

  /** Takes the subtitles of a video without asking. The error is a sentence for people. undefined: the question was cancelled. */
  function take(file: File, signal: AbortSignal): Promise<Result<TakenTrack, string> | undefined> {
    return orSentence(file, async () => {
      const found = await ask('tracks', { file }, signal);
      if (!found?.ok) return found;
      const { subtitles } = found.value;
      return subtitles.length === 0
        ? fail(noneWords(file, found.value, ADVICE))
        : takeProposed(file, subtitles, signal);
    });
  }

  /** Why a video has no subtitles that the page can read; empty: it has, or the question was cancelled. */
  async function whyNoText(file: File): Promise<string> {
    const found = await orSentence(file, () => ask('tracks', { file }));
    if (!found?.ok) return found?.error ?? '';
    const { subtitles } = found.value;
    if (subtitles.length === 0) return noneWords(file, found.value, ADVICE);
    return proposeTrack(subtitles, ...asked()) ? '' : picturesWords(file);
  }

  const likeness = (tracks: readonly SubtitleTrack[]): string =>
    JSON.stringify(tracks.map(({ number: _, phrases: __, ...facts }) => facts));

  /** The films without batches that have a video. */
  const unbegun = () =>
    getState().rows.flatMap((row) => {
      const file = files.get(row.id)?.file;
      return file && row.id !== film().id && row.track !== '' && row.batches === 0 ? [{ row, file }] : [];
    });

  /** The tracks of a video if they are the same as these. */
  async function sameTracks(file: File, tracks: readonly SubtitleTrack[], signal?: AbortSignal) {
    const of = await orSentence(file, () => ask('tracks', { file }, signal));
    return of?.ok && likeness(of.value.subtitles) === likeness(tracks) ? of.value.subtitles : undefined;
  }

  /**
   * Replaces the original of a film that is not open by a track. "kept": the film did not change. "not stored": the browser could not store the change, and
   * will not store further ones.
   */
  async function openTrackOf(
    { id }: FilmRow,
    { name, bytes, notices }: TakenTrack,
  ): Promise<'changed' | 'kept' | 'not stored'> {
    const found = await ask('decode', { bytes, name, encoding: undefined }).catch(lookedAtTooLong(name));
    const row = getState().rows.find((one) => one.id === id);
    // A subtitle file may have replaced the video's subtitles. A film in memory is being read by "Read the film".
    const isMeant = row && row.track !== '' && id !== film().id && !inMemory(id);
    const kept = isMeant && (await stored(id));
    if (!found?.ok || !kept || hasBatches(kept)) return 'kept';
    const { text } = found.value;
    await prepareText(text);
    const changed = workOfFile(id, text, name, [...lettersNotices(found.value), ...notices], kept);
    const [known, work] = await withSource(session.analysis, { ...row, path: pathBeside(row, name) }, changed);
    const isWritten = await write(list(getState().rows.map((one) => (one.id === id ? known : one))), [work]);
    return isWritten ? 'changed' : 'not stored';
  }

  /** The signals abort when a person stops the reading of tracks. */
  const signals = createSignals();

  /** Settles when the present tracks are opened in films that are not open. */
  let opening: Promise<unknown> = Promise.resolve();

  async function openIn(
    { row, file }: ReturnType<typeof unbegun>[number],
    tracks: readonly SubtitleTrack[],
    chosen: SubtitleTrack,
    signal: AbortSignal,
  ) {
    const own = await sameTracks(file, tracks, signal);
    const track = own?.[tracks.indexOf(chosen)];
    if (!track) return 'other';
    const taken = await orSentence(file, () => extract(file, track, signal));
    return taken?.ok ? inTurn(() => openTrackOf(row, taken.value)) : 'kept';
  }

  async function openTrackOfLike(tracks: readonly SubtitleTrack[], chosen: SubtitleTrack): Promise<void> {
    const listId = getState().id;
    const isOver = () => getState().id !== listId;
    const signal = signals.now();
    const films = unbegun();
    const count = (left: number) => set({ reading: getState().reading + left });
    count(films.length);
    const found: Awaited<ReturnType<typeof openIn>>[] = [];
    try {
      for (const one of films) {
        if (isOver() || signal.aborted) break;
        const how = await openIn(one, tracks, chosen, signal);
        // The page already says that it could not store them.
        if (how === 'not stored') return;
        found.push(how);
        count(-1);
      }
    } finally {
      count(found.length - films.length);
    }
    if (isOver()) return;
    const [changed = 0, others = 0] = ['changed', 'other'].map((which) => found.filter((how) => how === which).length);
    const left = films.length - changed;
    tell(signal.aborted ? stoppedWords(changed, left) : changedWords(changed, left - others));
  }

  const desk: Pick<SeriesDesk, 'keepVideo' | 'countLike' | 'openTrackOfLike'> = {
    async keepVideo(handle) {
      const { file } = video.store.getState();
      const { id } = film();
      if (!file || id === '') return;
      files.set(id, { file, handle });
      await keepHandle(id, handle);
      await inTurn(() => setVideo([id], file.name));
    },
    async countLike(tracks) {
      let count = 0;
      for (const { file } of unbegun()) if (await sameTracks(file, tracks)) count++;
      return count;
    },
    openTrackOfLike(tracks, track) {
      const done = openTrackOfLike(tracks, track);
      opening = Promise.all([opening, done.catch(() => {})]);
      return done;
    },
  };

  return {
    desk,
    take,
    whyNoText,
    follow,
    keep,
    show: showVideo,
    /** Stops reading tracks. Films whose track was opened keep it. */
    stop: () => signals.end(),
    /** Waits until tracks are opened in films that are not open. */
    opened: () => opening,
    /** Shows the video of one film beside another film, too. */
    async share({ id, video: name }: FilmRow, other: string): Promise<void> {
      const known = files.get(id);
      if (known) await keep([other], known);
      else if (name !== '') await keepHandle(other, await (await folders())?.videoOf(id).catch(() => undefined));
    },
    /** After the page was loaded: offers the open film's video, unless the page already does. */
    async followStored(): Promise<void> {
      const { file, previousName } = video.store.getState();
      const row = getState().rows.find(({ id }) => id === film().id);
      if (row && row.video !== '' && !file && previousName === '') await offer(row);
    },
    /** The name of the video beside a film that is not in a series; '': none. */
    nameBesideFirst(): string {
      const { file, previousName } = video.store.getState();
      return file?.name ?? previousName;
    },
    /** Stores the video of the film that becomes the first one of a series. */
    async keepFirst(id: string): Promise<void> {
      const [found] = (await video.handles?.getMany(['handle']).catch(() => [])) ?? [];
      const handle = found as FileSystemFileHandle | undefined;
      const { file } = video.store.getState();
      if (file) files.set(id, { file, handle });
      await keepHandle(id, handle);
    },
    /**
     * Shows a video beside the films with its name. False: there are none. `alone`: the path of a film that is on the page without a series; '': there is none.
     */
    async showBeside(path: string, found: ChosenVideo, alone: string): Promise<boolean> {
      const { name } = found.file;
      if (film().id === '') {
        const isInFolder = alone.includes('/') && path.includes('/');
        const isOf = isInFolder ? isBeside(alone, path) : isBeside(fileNameOf({ path: alone }), name);
        if (isOf) showVideo(found);
        return isOf;
      }
      const ids = besideVideo(path).map((row) => row.id);
      if (ids.length === 0 || !(await setVideo(ids, name))) return ids.length > 0;
      await keep(ids, found);
      return true;
    },
  };
}

const openedWords = (changed: number): string =>
  `The page opened the same track for ${changed === 0 ? 'no other film' : countWords(changed, 'other film')}.`;

const stoppedWords = (changed: number, left: number): string =>
  `${openedWords(changed)} Then you stopped reading: ${left === 1 ? '1 film was' : `${left} films were`} not changed.`;

/** `left`: how many films did not change, because they were begun, read or replaced meanwhile, or because their video could not be read. */
function changedWords(changed: number, left: number): string {
  const opened = openedWords(changed);
  if (left === 0) return opened;
  return left === 1
    ? `${opened} 1 film was not changed: it was in use or replaced meanwhile, or its video cannot be read.`
    : `${opened} ${left} films were not changed: they were in use or replaced meanwhile, or their videos cannot be read.`;
}

import type { SubtitleTrack } from '../../containers/container.ts';
import type { OtherNames, SeriesOfProject } from '../../film/archive.ts';
import type { Work } from '../../film/film.ts';
import type { OtherNotes } from '../../film/other-notes.ts';
import type { ReadingPlan } from '../../film/plan-reading.ts';
import type { Series } from '../../film/series.ts';
import type { ListChange, TranslateOptions } from '../../film/session.ts';
import type { SameLines } from '../../film/shared-lines.ts';
import { NO_ORDERS, type OrderedFilm } from '../../film/stored-series.ts';
import type { Result } from '../../lib/result.ts';
import type { Tokens } from '../../prices/price.ts';

/** The list of a series as the page shows it. */
export interface SeriesView extends Series {
  /** The removal of `removed` is newer than each step of the open film, so Undo takes it back first. */
  readonly isRemovedLast: boolean;
  /** A file is being removed: the browser has not stored that yet. Undo waits for it, and brings the file back. */
  readonly isRemoving: boolean;
  /** How F4 saves all films: in the way that was used last. null: none was, or a film was saved alone since. */
  readonly savedAs: 'zip' | 'folder' | null;
  /** The number of files that are still being read. */
  readonly reading: number;
  /** What happened to the last files or by the last command, as sentences; '': nothing to say. */
  readonly message: string;
  /** The database does not answer, so the page does not know the films that are not open. It must not write the list. */
  readonly isUnknown: boolean;
  /** The browser could not store answers for films that are not open. Only this tab has them. */
  readonly isUnstored: boolean;
  /** The ids of the films that the last "Mend all" repaired. Its Undo takes the repairs back. */
  readonly mended: readonly string[];
  /** A film that is not open is being translated, or will be. */
  readonly isRunning: boolean;
  /** Confirmed lines of other films with the same original as lines of the open one. */
  readonly offers: SameLines;
  /** The question beside the list. */
  readonly asked: SeriesQuestion | null;
  /** Translate was pressed, and waits until all files are read, if there are any. */
  readonly isWaiting: boolean;
  /** The films that commands still have to send. */
  readonly ordered: readonly OrderedFilm[];
  /** "Read the film" is reading the films of the series, one after another. */
  readonly readsAll: boolean;
  /** Per film, the lines that were translated with other notes than the present ones, as of the last count. */
  readonly otherNotes: readonly OtherNotes[];
}
/** What "Read the film" would send for several films. `tariff`: the model and tariff of the plan. `of`: the stamp of the original. */
export interface FilmsToRead {
  readonly films: readonly { readonly id: string; readonly of: string; readonly plan: ReadingPlan }[];
  readonly requests: number;
  readonly tokens: Tokens;
  readonly tariff: string;
}

export type SeriesQuestion =
  /** The files of "Save into a folder…" that exist already. */
  | { readonly kind: 'existing'; readonly paths: readonly string[]; answer(how: 'replace' | 'keep' | 'cancel'): void }
  /** Names of files that are not as "Save as" would make them. */
  | { readonly kind: 'names'; readonly names: OtherNames; answer(how: 'save' | 'cancel'): void }
  /** A project of one film: add the film to the list, or open it alone? */
  | { readonly kind: 'to-add'; readonly name: string; answer(how: 'add' | 'alone' | 'cancel'): void };

/** The commands for the films of a series (series.ts). */
export interface SeriesDesk {
  /**
   * Adds files to the film or the series on the page. On an empty page, opens the first readable file. `message`: sentences about other files. `handles`: those of
   * the folders that contain files, and of files. `goes` first makes the work on the page an undo step; if it resolves with false, nothing is added.
   */
  add(
    files: readonly File[],
    message?: string,
    handles?: readonly FileSystemHandle[],
    goes?: () => Promise<boolean>,
  ): Promise<void>;
  /** Stops reading files and tracks, and takes back a Translate that waits for them. What was read stays. */
  stopReading(): void;
  /** Takes back a Translate that waits until files are read. */
  stopWaiting(): void;
  /** Makes the whole work an undo step, or takes the step that brings another list. False: nothing was changed. */
  changeList(how: ListChange): Promise<boolean>;
  /** Opens a film at its last place, or at this line. The requests of both films continue. */
  open(id: string, line?: number): Promise<void>;
  /** Opens the next film of the list (1), or the previous one (-1). */
  step(by: 1 | -1): Promise<void>;
  /** Repairs all files that their formats' rules refuse, as "Mend the file" does. */
  mendAll(): Promise<void>;
  undoMending(): Promise<void>;
  /** Makes a series of the film on the page and the previous film. False: the browser could not store it. */
  keepBoth(): Promise<boolean>;
  /** Translates a film that the run would otherwise skip. */
  want(id: string): Promise<void>;
  /** What "Read the film" would send for the films that Translate would send. The error is a sentence for people. */
  planReading(): Promise<Result<FilmsToRead, string>>;
  /** Reads these films one after another. Skips a film whose reply is useless. Resolves after the last film. */
  readFilms(films: FilmsToRead): Promise<void>;
  /** Does the same as `Session.endReading`, for all films. */
  endReading(how: 'stop' | 'drop' | 'decline'): Promise<void>;
  /** Sends the failed batches of all films again. */
  retryFailed(): Promise<void>;
  /** Counts in all films, one after another, the lines that were translated with other notes. Ends without a result once `isOver` returns true. */
  countOtherNotes(isOver: () => boolean): Promise<void>;
  /** Sends those of these batches again that still have other notes. */
  translateOthersAgain(films: readonly OtherNotes[]): Promise<void>;
  /** Removes a film from the list. The removal is final once another film is removed or `forget` is called. */
  remove(id: string): Promise<void>;
  /** Translates all films that are not done: first the open one, then the others in the order of the list. Does not translate skipped and broken films. */
  translate(options?: TranslateOptions): Promise<void>;
  /** Puts the file back that was removed last. Returns its id; '': none came back. */
  bringBack(): Promise<string>;
  /** Saves all films as one .zip. `withOriginals`: including films that are not done. */
  saveAll(withOriginals: boolean): Promise<void>;
  /** Notes that a file contains a film of the list that is not open. */
  noteSaved(film: Work): Promise<void>;
  /** Saves all films as one project file. */
  saveProject(): Promise<void>;
  /** Asks whether to add the only film of a project to the list or to open it alone. Returns 'alone' if there is no list. */
  askToAdd(name: string): Promise<'add' | 'alone' | 'cancel'>;
  /** Adds the film of a project to the list. The project's prompt and model are not used. */
  addFilm(film: Work): Promise<void>;
  /** Opens the films of a project as a list, after `goes` has made the work on the page an undo step. `reading`: aborted if a person stops the reading before that. */
  openProject(project: ReadProject, goes: () => Promise<boolean>, reading: AbortSignal): Promise<void>;
  /** Saves all films beside their originals, or into a folder that the person chooses. Call it only in a press, because the browser asks for permission. */
  saveInto(withOriginals: boolean): Promise<void>;
  /** Begins or ends to save each film in the same way when it is done. Call it only in a press. */
  saveAsDone(isWanted: boolean): Promise<void>;
  forget(): Promise<void>;
  /** A film from memory or from storage; undefined: it cannot be read. */
  filmOf(row: { readonly id: string }): Promise<Work | undefined>;
  /** Stores that the video in the preview belongs to the open film. `handle`: the browser finds the video again by it. */
  keepVideo(handle: FileSystemFileHandle | undefined): Promise<void>;
  /** The number of other films without batches whose subtitles come from a video with the same tracks. */
  countLike(tracks: readonly SubtitleTrack[]): Promise<number>;
  /** Opens the same track of the videos of these other films. */
  openTrackOfLike(tracks: readonly SubtitleTrack[], track: SubtitleTrack): Promise<void>;
}

export const NO_SERIES: SeriesView = {
  id: '',
  rows: [],
  removed: null,
  spentByGone: [],
  options: {},
  declined: '',
  toRead: [],
  judgedBy: '',
  abouts: [],
  asDone: null,
  isRemovedLast: false,
  isRemoving: false,
  savedAs: null,
  reading: 0,
  message: '',
  isUnknown: false,
  isUnstored: false,
  mended: [],
  isRunning: false,
  offers: new Map(),
  asked: null,
  isWaiting: false,
  ordered: NO_ORDERS.films,
  readsAll: false,
  otherNotes: [],
};

/** The content of a project file. */
export interface ReadProject {
  readonly series: SeriesOfProject;
  /** The names of the films in it that cannot be read. */
  readonly damaged: readonly string[];
  /** Replaces the work by a film of the project, with the file's prompt and model. False: something else was opened in the meantime. */
  open(film: Work): Promise<boolean>;
}

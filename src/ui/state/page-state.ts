import { createStore } from 'zustand/vanilla';
import type { SubtitleTrack } from '../../containers/container.ts';
import type { Pause } from '../../engine/run-state.ts';
import type { EncodingName } from '../../files/encodings.ts';
import type { SeriesOfProject, Work } from '../../film/film.ts';
import type { OtherNotes } from '../../film/other-notes.ts';
import type { ReadingPlan } from '../../film/plan-reading.ts';
import type { FilmRow, Series, SeriesRecords } from '../../film/series.ts';
import type { ListChange, TranslateOptions } from '../../film/session.ts';
import type { SameLines } from '../../film/shared-lines.ts';
import type { FoundLines } from '../../film-worker/calls.ts';
import type { LanguagePair } from '../../languages/prompt-language.ts';
import type { Result } from '../../lib/result.ts';
import type { Tokens } from '../../prices/price.ts';
import type { FileOptions } from '../../review/finish-file.ts';
import type { SettingsState } from '../../settings/settings.ts';

/** The list of a series as the page shows it. */
export interface SeriesView extends Series {
  /** The removal of `removed` is newer than each step of the open film, so Undo takes it back first. */
  readonly isRemovedLast: boolean;
  /** The number of files that are still being read. */
  readonly reading: number;
  /** What became of the last files or the last command, as sentences; empty: nothing is to be told. */
  readonly told: string;
  /** The database does not answer, so the films that are not open are unknown. The list must not be written. */
  readonly isUnknown: boolean;
  /** Answers for films that are not open could not be stored, so they are in this tab alone. */
  readonly isUnstored: boolean;
  /** The ids of the films that "Mend all" has mended last, which its Undo takes back. */
  readonly mended: readonly string[];
  /** The run of a film that is not open goes on, or one is still to begin. */
  readonly isRunning: boolean;
  /** The confirmed lines of other films that say the same as lines of the open one. */
  readonly offers: SameLines;
  /** Each film is written into its folder as it is done. */
  readonly savesAsDone: boolean;
  /** What a person is asked beside the list. */
  readonly asked: SeriesQuestion | null;
  /** The ids of the films that Translate was pressed for, and that are still to begin. */
  readonly ordered: readonly string[];
  /** The films of the series are being read, one after another. */
  readonly readsAll: boolean;
  /** What was translated with other notes than now, by film, as it was last counted. */
  readonly otherNotes: readonly OtherNotes[];
}
/** What "Read the film" sends for several films. `told`: the model and tariff for which it was planned. `of`: the stamp of the original. */
export interface FilmsToRead {
  readonly films: readonly { readonly id: string; readonly of: string; readonly plan: ReadingPlan }[];
  readonly requests: number;
  readonly tokens: Tokens;
  readonly told: string;
}

export type SeriesQuestion =
  /** The files of "Save into a folder…" that are there already. */
  | { readonly kind: 'existing'; readonly paths: readonly string[]; answer(how: 'replace' | 'keep' | 'cancel'): void }
  /** The paths in the archive of "Save all" that get a number, because another one would be the same. */
  | { readonly kind: 'numbered'; readonly paths: readonly string[]; answer(how: 'save' | 'cancel'): void }
  /** A project of one film is added to the list or opened alone. */
  | { readonly kind: 'to-add'; readonly name: string; answer(how: 'add' | 'alone' | 'cancel'): void };

/** The commands for the films of a series (series.ts). */
export interface SeriesDesk {
  /**
   * Adds files to the film or the series on the page; on an empty page the first readable one is opened. `told`: sentences about other files.
   * `handles`: those of the folders that contain files, and of files. `goes` puts the work on the page away first; nothing is added if it resolves with false.
   */
  add(
    files: readonly File[],
    told?: string,
    handles?: readonly FileSystemHandle[],
    goes?: () => Promise<boolean>,
  ): Promise<void>;
  /** Reads no further file and no further track. What was read stays. */
  stopReading(): void;
  /** Puts the whole work away, or moves the step that brings another list. False: nothing was changed. */
  changeList(how: ListChange): Promise<boolean>;
  /** Opens a film at the place where it was left, or at this line. What is under way for both films goes on. */
  open(id: string, line?: number): Promise<void>;
  /** Opens the next film of the list, or the one before (-1). */
  step(by: 1 | -1): Promise<void>;
  /** Repairs all files that their formats' rules refuse, as "Mend the file" does. */
  mendAll(): Promise<void>;
  undoMending(): Promise<void>;
  /** Makes a series of the film on the page and the one over which it was opened. False: the browser could not store it. */
  keepBoth(): Promise<boolean>;
  /** Translates a film although it would be skipped. */
  want(id: string): Promise<void>;
  /** What is to be read of the films that Translate would send. The error is a sentence for people. */
  planReading(): Promise<Result<FilmsToRead, string>>;
  /** Reads these films one after another. One whose reply is no use is left out. Resolves when nothing more is read. */
  readFilms(films: FilmsToRead): Promise<void>;
  /** As `Session.endReading`, for all films. */
  endReading(how: 'stop' | 'drop' | 'decline'): Promise<void>;
  /** Sends the failed batches of all films again. */
  retryFailed(): Promise<void>;
  /** Counts what was translated with other notes than now in all films, one after another. Ends without a result once `isOver`. */
  countOtherNotes(isOver: () => boolean): Promise<void>;
  /** Sends these batches again, as far as they were still made with other notes. */
  translateOthersAgain(films: readonly OtherNotes[]): Promise<void>;
  /** Takes a film out of the list, for good once another one is removed or `forget` is called. */
  remove(id: string): Promise<void>;
  /** Translates all films that are not done: first the open one, then in the order of the list. Skipped and broken films are left out. */
  translate(options?: TranslateOptions): Promise<void>;
  bringBack(): Promise<void>;
  /** Saves all films as one .zip. `withOriginals`: also those that are not done. */
  saveAll(withOriginals: boolean): Promise<void>;
  /** Saves all films as one project file. */
  saveProject(): Promise<void>;
  /** Asks whether the only film of a project is added to the list or opened alone; 'alone' where there is no list. */
  askToAdd(name: string): Promise<'add' | 'alone' | 'cancel'>;
  /** Adds the film of a project to the list. Its prompt and its model are not used. */
  addFilm(film: Work): Promise<void>;
  /** Opens the films of a project as a list, once `goes` has put the work on the page away. */
  openProject(project: ReadProject, goes: () => Promise<boolean>): Promise<void>;
  /** Writes all films beside their originals, or into a folder that a person chooses. Only for a press: the browser asks for leave. */
  saveInto(withOriginals: boolean): Promise<void>;
  /** Does that with each film as it is done, or no longer. Only for a press. */
  saveAsDone(isWanted: boolean): Promise<void>;
  forget(): Promise<void>;
  readonly filmOf: SeriesList['filmOf'];
  /** The video in the preview was opened for the open film. `handle`: by which the browser finds it again. */
  keepVideo(handle: FileSystemFileHandle | undefined): Promise<void>;
  /** The number of other films that nobody has begun, and whose subtitles come from a video with these tracks. */
  countLike(tracks: readonly SubtitleTrack[]): Promise<number>;
  /** Opens the same track of their videos. */
  openTrackOfLike(tracks: readonly SubtitleTrack[], track: SubtitleTrack): Promise<void>;
}

/** The list, for the parts that carry out its commands. */
export interface SeriesList {
  readonly getState: () => SeriesView;
  /** Writes the list and these films. False: nothing has changed, and the page says so. */
  readonly write: (next: Series, films?: readonly Work[]) => Promise<boolean>;
  /** The list with these rows. */
  readonly list: (rows: readonly FilmRow[]) => Series;
  /** Commands follow one another, because each one writes the whole list. */
  readonly inTurn: <Found>(work: () => Promise<Found>) => Promise<Found>;
  /** A film that is not open, if its lines are in memory. */
  readonly inMemory: (id: string) => Work | undefined;
  /** A film whose lines are in memory, open or not. */
  readonly known: (id: string) => Work | undefined;
  /** Reads a film, from memory or as it is stored; undefined: it cannot be read. */
  readonly filmOf: (row: Pick<FilmRow, 'id'>) => Promise<Work | undefined>;
  /** The film as it is stored; undefined: it cannot be read. */
  readonly stored: (id: string) => Promise<Work | undefined>;
  /** Writes a film that is to be sent. undefined: the browser could not store it, so nothing is sent for it. */
  readonly keptToSend: (film: Work) => Promise<Work | undefined>;
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
  isRemovedLast: false,
  reading: 0,
  told: '',
  isUnknown: false,
  isUnstored: false,
  mended: [],
  isRunning: false,
  offers: new Map(),
  savesAsDone: false,
  asked: null,
  ordered: [],
  readsAll: false,
  otherNotes: [],
};

/** What the page shows that belongs neither to the session nor to the settings. */
export interface PageState {
  /** Why the work is not stored as usual; null: it is. */
  readonly storageProblem: PageStorageProblem | null;
  /** Name of a film that was put away and is stored nowhere, '' where it has none; null: there is no such film. */
  readonly unkeptFilm: string | null;
  /** Why prompt, model or keys are not stored as usual; null: they are. */
  readonly settingsProblem: PageStorageProblem | null;
  /** Starts the newer version that is there and reloads the page; only called when the person agrees. null: none is there. */
  readonly applyUpdate: (() => void) | null;
  /** The message of an unexpected error. */
  readonly bug: string | null;
  /** Why a project file was not opened, or the finished part not saved, or what a saved file lacks. */
  readonly refusal: string | null;
  /** The name of the file that is opened once the code for it has come; empty: none waits. */
  readonly opening: string;
  /** Why the file that was opened last was refused, while that is the session's error; empty: it was opened. */
  readonly refused: string;
  /** How the work is shown once there are batches: as the panels' texts, or line by line. */
  readonly view: ViewName;
  /** The text being typed over a line; becomes part of its batch's output when it is committed. */
  readonly draft: LineDraft | null;
  /** Drafts of other lines, whose batches were asked for again: each stands over what comes once its line is opened. */
  readonly heldDrafts: readonly LineDraft[];
  /** What a person has told the model of single lines, the newest first. */
  readonly wishes: readonly string[];
  /** How the result is saved; kept between visits. */
  readonly saving: Saving;
  /** Once a run has ended, how many lines need a look, as the view of lines has judged them; null: not known. */
  readonly toReview: number | null;
  /** The lines of a film that need a look, and the film as the view of lines has judged it last; null: none was judged. */
  readonly judged: { readonly of: Pick<Work, 'phrases' | 'batches' | 'marks'>; readonly review: FoundLines } | null;
  /** How long the film's run took in all, in ms, once it stands still; null: not known, as after a reload. */
  readonly tookMs: number | null;
  /** The pause in which the run was at once again when a person resumed it, and the prices and the limit then; null: it went on. */
  readonly resumedInVain: { readonly paused: Pause; readonly prices: SettingsState['prices'] } | null;
  /** The film and the prompt that the person has answered to translate as they are; empty: none. */
  readonly languageAnswered: string;
  /** What a person typed in the language fields before their code was there, at most one for each field. */
  readonly typedLanguages: readonly TypedLanguage[];
  /** The films beside the open one. Only state/series.ts changes it. */
  readonly series: SeriesView;
  /** The list of keyboard shortcuts is open. */
  readonly shortcutsShown: boolean;
  /** Whether "?" opens it; kept between visits. */
  readonly sheetKey: 'on' | 'off';
  /** Undo or Redo was pressed where there is nothing to undo or redo: another object at each press. */
  readonly nothingTo: { readonly how: 'undo' | 'redo' } | null;
  /** The film notes are open over the page. */
  readonly notesShown: boolean;
  /** The line that a person is at, or was at before a reload. */
  readonly linePlace: LinePlace | null;
  /** How Lines shows the line breaks of a text that nobody edits: as ↵ in the running text, or as breaks. */
  readonly lineBreaks: 'running' | 'as-they-are';
  /** Whether Ctrl+Enter in an open line opens the next one. */
  readonly editAsIGo: 'on' | 'off';
}

export interface LinePlace {
  readonly number: number;
  /** What tells the film from others. */
  readonly film: string;
  /** Its text was open to be written. */
  readonly isOpen: boolean;
  /** The option of "Show": a name of `FILTERS`. */
  readonly show: string;
}

export interface GoTo {
  readonly batch: number;
  /** From its JSON: the line that was left takes the focus. */
  readonly isBack?: boolean;
  /** A line of the batch, which takes the focus. */
  readonly line?: number;
  /** These lines alone are shown. */
  readonly only?: readonly number[];
}

export interface TypedLanguage {
  readonly label: 'From' | 'Into' | 'Tone';
  readonly text: string;
  /** Chosen with Enter; else the field was left. */
  readonly isChosen: boolean;
}

/** What is asked before a run. */
export type RunQuestion = LanguageQuestion | { readonly kind: 'notes' } | { readonly kind: 'model' };

export interface LanguageQuestion {
  readonly kind: 'languages';
  /** "The film seems to be in English, but the prompt translates from Russian." */
  readonly words: string;
  /** For which languages the standard prompt is offered. */
  readonly pair: LanguagePair;
  /** Film and prompt: what the answer is for. */
  readonly about: string;
}

/** Under the specified name, or under that of the opened file with the translation's language. */
export type MainSave = 'download' | 'save-as';

export interface Saving {
  /** The way that was used last, which F4 repeats; null: none was used yet. */
  readonly main: MainSave | null;
  /** BCP 47, chosen for what this prompt makes: one that asks for another language is not meant. Missing: guessed. */
  readonly language?: string;
  readonly prompt?: string;
  readonly options: FileOptions;
}

/** The way that stands first: under the opened file's name where there is one. */
export const mainSave = ({ fileName }: Pick<Work, 'fileName'>): MainSave => (fileName === '' ? 'download' : 'save-as');

/** With a language that a person has chosen for what the prompt makes; empty: guessed again. */
export function withLanguage({ language: _, ...others }: Saving, language: string, prompt: string): Saving {
  return language === '' ? others : { ...others, language, prompt };
}

export interface LineDraft {
  /** As filmOf tells films apart: another film has the same numbers, and may have the same line. Empty: an earlier version stored the draft. */
  readonly film: string;
  readonly number: number;
  /** The line's original, by which the draft finds its line. */
  readonly original: string;
  /**
   * The translation when typing began; if the line has another one now, the draft is out of date. null: the line's batch was asked for again
   * meanwhile, and the draft stands over what comes.
   */
  readonly base: string | null;
  readonly text: string;
}

export type ViewName = (typeof VIEW_NAMES)[number];
export const VIEW_NAMES = ['text', 'lines'] as const;

export interface PageStorageProblem {
  readonly kind: 'full' | 'unavailable' | 'newer-version' | 'other-tab';
  /** Where the work is kept instead; missing: only older work is stored. */
  readonly keptIn?: 'indexed-db' | 'memory';
}

/** What finds a file again after a reload; undefined: the browser gives none. */
export type DroppedHandle = Promise<FileSystemHandle> | undefined;

export interface OpeningOptions {
  /**
   * 'open': by "Open…" or "Open folder…", which begin anew; 'upload': by "Upload .srt" or F2, which begin anew, too, and refuse other formats and
   * videos; 'drop': dropped or pasted, which a series adds.
   */
  readonly how: 'open' | 'upload' | 'drop';
  /** Of each file or folder, by which the browser finds it again. Without files, those of the folders are opened. */
  readonly handles?: readonly DroppedHandle[];
  /** What was dropped, if a folder is among it: the files in it are opened in place of those that are given. */
  readonly folder?: readonly FileSystemEntry[] | undefined;
}

/** 'film': the film on the page goes, with the replies under way; 'all': the whole work goes, with its series, and replies under way are waited for. */
export type Going = 'film' | 'all';

/** Brings a picked, dropped or pasted file into the session, and films into the preview. */
export interface FileIntake {
  /**
   * A refused file, or code that cannot be loaded, becomes the session's error. Of several files the first one is opened, with a word about
   * the others; of several calls the latest wins, unless its file is refused unread. A film goes to the preview, at any time; on an empty
   * page its subtitles are offered.
   */
  open(files: readonly File[], options?: OpeningOptions): Promise<void>;
  /** Offers the subtitles in the film of the preview; one that is chosen opens as any other file does. */
  openTracks(): Promise<void>;
  /** Opens a project file in place of the work, with its series. */
  openProject(file: File): Promise<void>;
  /** Reads the open file's bytes anew, where its encoding was guessed wrongly. */
  readAgainAs(encoding: EncodingName): Promise<void>;
  /** Puts the letters that were meant in place of those of a text whose letters are garbled. */
  repairLetters(): Promise<void>;
  /** The films beside the open one; undefined: this page has no series. */
  series(): Promise<SeriesDesk | undefined>;
  /** False where only the text is there: after a reload, a project, or Undo. */
  canReadAgain(): boolean;
}

export interface DemoCommands {
  /** Returns to the work, which then opens what `open` gives to its intake. */
  leave(open?: (work: FileIntake) => void): void;
  /** The same, and asks for a film. */
  openOwnFilm(): void;
  /** Id of the scene that is played. */
  readonly scene: string;
  /** Names of the scenes' languages, by id. */
  readonly names: Readonly<Record<string, string>>;
  play(id: string): void;
}

/** Whether the work is still there after a reload. */
export const isWorkKept = ({ storageProblem }: PageState): boolean =>
  storageProblem === null || storageProblem.keptIn === 'indexed-db';

export const createPageState = () =>
  createStore<PageState>(() => ({
    storageProblem: null,
    unkeptFilm: null,
    settingsProblem: null,
    applyUpdate: null,
    bug: null,
    refusal: null,
    opening: '',
    refused: '',
    view: 'text',
    draft: null,
    heldDrafts: [],
    wishes: [],
    saving: { main: null, options: {} },
    toReview: null,
    judged: null,
    tookMs: null,
    resumedInVain: null,
    linePlace: null,
    lineBreaks: 'running',
    editAsIGo: 'off',
    languageAnswered: '',
    typedLanguages: [],
    series: NO_SERIES,
    shortcutsShown: false,
    sheetKey: 'on',
    nothingTo: null,
    notesShown: false,
  }));
export type PageStore = ReturnType<typeof createPageState>;

/** A project file that was read. */
export interface ReadProject {
  /** One film, or several. */
  readonly series: SeriesOfProject;
  /** The names of films that cannot be read. */
  readonly damaged: readonly string[];
  /** Opens a film of it in place of the work, with the prompt and the model of the file. False: something else was opened in the meantime. */
  open(film: Work): Promise<boolean>;
}

/** Commands for files of whole works and of settings. */
export interface FileCommands {
  /** Saves the film on the page, or its series under this name, as one file without keys. */
  saveProject(series?: SeriesOfProject & { readonly name: string }): Promise<void>;
  /** Reads a project file and changes nothing. The error is a sentence that says what is wrong. */
  readProject(text: string): Promise<Result<ReadProject, string>>;
  /** Saves the settings as a file for the program of the terminal, without keys. Returns a sentence for people if a key stands in them. */
  exportSettings(file: FileOptions): Promise<string | undefined>;
}

/** Commands that reach beyond session and settings; made by main.ts. */
export interface PageCommands extends FileCommands {
  /** Shows the demo in place of the work, which stays untouched; missing in the demo itself. */
  startDemo?(): void;
  /** Stores the films of a series that are not open. Missing: files are opened one by one. */
  readonly films?: SeriesRecords;
  /** Missing outside the demo. */
  readonly demo?: DemoCommands;
}

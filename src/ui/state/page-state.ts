import { createStore } from 'zustand/vanilla';
import type { Pause } from '../../engine/run-state.ts';
import type { EncodingName } from '../../files/encodings.ts';
import type { SeriesOfProject } from '../../film/archive.ts';
import type { Work } from '../../film/film.ts';
import type { SeriesRecords } from '../../film/stored-series.ts';
import type { FoundLines } from '../../film-worker/calls.ts';
import type { LanguagePair } from '../../languages/prompt-language.ts';
import type { Result } from '../../lib/result.ts';
import type { FileOptions } from '../../review/finish-file.ts';
import type { SettingsState } from '../../settings/settings.ts';
import { NO_SERIES, type ReadProject, type SeriesDesk, type SeriesView } from './series-desk.ts';

/** What the page shows that is neither in the session nor in the settings. */
export interface PageState {
  /** Why the work is not stored as usual; null: it is. */
  readonly storageProblem: PageStorageProblem | null;
  /** Name of a closed film that the browser could not store, '' if it has none; null: there is no such film. */
  readonly unkeptFilm: string | null;
  /** Why prompt, model or keys are not stored as usual; null: they are. */
  readonly settingsProblem: PageStorageProblem | null;
  /** Starts the new version of the page and reloads; called only if the person agrees. null: there is no new version. */
  readonly applyUpdate: (() => void) | null;
  /** The message of an unexpected error. */
  readonly bug: string | null;
  /** Why the page did not open a project file or did not save the finished part, or what a saved file lacks. */
  readonly refusal: string | null;
  /** The name of the file that waits for the code that opens it; '': none. */
  readonly opening: string;
  /** Ends the reading of what is being opened, and opens nothing; null: nothing is being read, or it is already coming on the page. */
  readonly stopOpening: (() => void) | null;
  /** Why the page refused the last file, as long as the session's error is about it; '': the page opened it. */
  readonly refused: string;
  /** The view of a film that has batches: the panels with the whole texts, or line by line. */
  readonly view: ViewName;
  /** The text that a person is typing over a line. It becomes part of the batch's output when it is committed. */
  readonly draft: LineDraft | null;
  /** Drafts of lines whose batches were requested again. A draft appears over the new translation when its line is opened. */
  readonly heldDrafts: readonly LineDraft[];
  /** A person's own instructions for single lines, the newest first. */
  readonly wishes: readonly string[];
  /** How the result is saved; stored between visits. */
  readonly saving: Saving;
  /** After a run, how many lines need a look, as the view of lines judged them; null: not known. */
  readonly toReview: number | null;
  /** Whether all films of the list, at least two, are translated, skipped ones aside; and whether their lines are judged, too. The list says it. */
  readonly filmsDone: 'no' | 'unjudged' | 'judged';
  /** The lines of a film that need a look, and the film that the view of lines judged last; null: none was judged. */
  readonly judged: { readonly of: Pick<Work, 'phrases' | 'batches' | 'marks'>; readonly review: FoundLines } | null;
  /** How long the film's run took in all, in ms; null: the run goes on, or the time is not known, as after a reload. */
  readonly tookMs: number | null;
  /** The pause that Resume could not end, and the prices and the limit at that moment; null: the run has continued. */
  readonly resumedInVain: { readonly paused: Pause; readonly prices: SettingsState['prices'] } | null;
  /** The film and the prompt for which the person chose to translate as they are; '': none. */
  readonly languageAnswered: string;
  /** What a person typed in the language fields before their code was loaded, at most one text for each field. */
  readonly typedLanguages: readonly TypedLanguage[];
  /** The list of the series. Only state/series.ts changes it. */
  readonly series: SeriesView;
  /** The list of keyboard shortcuts is open. */
  readonly shortcutsShown: boolean;
  /** Whether "?" opens it; stored between visits. */
  readonly sheetKey: 'on' | 'off';
  /** Undo or Redo was pressed with nothing to undo or redo. Each press sets a new object. */
  readonly nothingTo: { readonly how: 'undo' | 'redo' } | null;
  /** The dialog of the film notes is open. */
  readonly notesShown: boolean;
  /** The person's present line, or the last one before a reload. */
  readonly linePlace: LinePlace | null;
  /** How Lines shows the line breaks of a text that is not open: as ↵ in the running text, or as breaks. */
  readonly lineBreaks: 'running' | 'as-they-are';
  /** Whether Ctrl+Enter in an open line opens the next one. */
  readonly editAsIGo: 'on' | 'off';
}

export interface LinePlace {
  readonly number: number;
  /** A text that differs between films. */
  readonly film: string;
  /** The line's text box was open. */
  readonly isOpen: boolean;
  /** The option of "Show": a name of `FILTERS`. */
  readonly show: string;
}

export interface GoTo {
  readonly batch: number;
  /** The person returns from the batch's JSON: the line where they were gets the focus. */
  readonly isBack?: boolean;
  /** A line of the batch. It gets the focus. */
  readonly line?: number;
  /** Lines shows only these lines. */
  readonly only?: readonly number[];
}

export interface TypedLanguage {
  readonly label: 'From' | 'Into' | 'Tone';
  readonly text: string;
  /** True: the person pressed Enter; false: the field lost the focus. */
  readonly isChosen: boolean;
}

/** A question before a run. */
export type RunQuestion = LanguageQuestion | { readonly kind: 'notes' } | { readonly kind: 'model' };

export interface LanguageQuestion {
  readonly kind: 'languages';
  /** "The film seems to be in English, but the prompt translates from Russian." */
  readonly words: string;
  /** The languages for which the page offers the standard prompt. */
  readonly pair: LanguagePair;
  /** The film and the prompt that the answer is valid for. */
  readonly about: string;
}

/** 'download': under the specified name. 'save-as': under the opened file's name with the language of the translation. */
export type MainSave = 'download' | 'save-as';

export interface Saving {
  /** The last way that was used, which F4 repeats; null: none yet. */
  readonly main: MainSave | null;
  /** BCP 47, a person's choice for the result of the present prompt. Missing: the page guesses the language, also after the prompt asks for another one. */
  readonly language?: string;
  readonly prompt?: string;
  readonly options: FileOptions;
}

/** The first way: 'save-as' if the film has a file name. */
export const mainSave = ({ fileName }: Pick<Work, 'fileName'>): MainSave => (fileName === '' ? 'download' : 'save-as');

/** Sets the language that a person chose for the result of the prompt; '': the page guesses it again. */
export function withLanguage({ language: _, ...others }: Saving, language: string, prompt: string): Saving {
  return language === '' ? others : { ...others, language, prompt };
}

export interface LineDraft {
  /**
   * The film of the draft, by the stamp that filmOf makes. The line's number and original are not enough, because another film may have the same. '': an
   * earlier version stored the draft.
   */
  readonly film: string;
  readonly number: number;
  /** The line's original. The draft finds its line by it. */
  readonly original: string;
  /**
   * The translation when the typing began. If the line's translation is another one now, the draft is outdated. null: the line's batch was requested again
   * meanwhile, and the draft will appear over the new translation.
   */
  readonly base: string | null;
  readonly text: string;
}

export type ViewName = (typeof VIEW_NAMES)[number];
export const VIEW_NAMES = ['text', 'lines'] as const;

export interface PageStorageProblem {
  readonly kind: 'full' | 'unavailable' | 'newer-version' | 'other-tab';
  /** Where the work is stored instead; missing: only older work is stored. */
  readonly keptIn?: 'indexed-db' | 'memory';
}

/** The handle by which the browser finds a file again after a reload; undefined: the browser gave none. */
export type DroppedHandle = Promise<FileSystemHandle> | undefined;

interface OpeningOptions {
  /**
   * 'open': "Open…", F2 or "Open folder…", which replace the work. 'upload': "Upload .srt", which replaces it too, and refuses other formats and videos.
   * 'drop': dropped or pasted files, which are added to a series.
   */
  readonly how: 'open' | 'upload' | 'drop';
  /** The handle of each file or folder, by which the browser finds it again. Without files, the files of these folders are opened. */
  readonly handles?: readonly DroppedHandle[];
  /** What was dropped, if it contains a folder: the page then opens the files in it instead of the given files. */
  readonly folder?: readonly FileSystemEntry[] | undefined;
}

/**
 * 'film': another film replaces the open one, and its replies that have not come are lost. 'all': the whole work with its series is replaced, and the page
 * waits for those replies first.
 */
export type Going = 'film' | 'all';

/** Opens a picked, dropped or pasted file: subtitles in the session, a video in the preview. */
export interface FileIntake {
  /**
   * A refused file, or code that cannot be loaded, becomes the session's error. Of several files the first one is opened, and a sentence names the others. Of
   * several calls the latest one wins, unless its file is refused unread. A video opens in the preview at any time; on an empty page its subtitles are offered.
   */
  open(files: readonly File[], options?: OpeningOptions): Promise<void>;
  /** Offers the subtitles of the video in the preview. The chosen ones open like any other file. */
  openTracks(): Promise<void>;
  /** Opens a project file in place of the work, with its series. */
  openProject(file: File): Promise<void>;
  /** Reads the open file's bytes again with another encoding, if the page guessed wrong. */
  readAgainAs(encoding: EncodingName): Promise<void>;
  /** Replaces garbled letters of the text by the letters that were meant. */
  repairLetters(): Promise<void>;
  /** The commands for the series; undefined: this page has no series. */
  series(): Promise<SeriesDesk | undefined>;
  /** False if the page has only the text, not the file's bytes: after a reload, a project, or Undo. */
  canReadAgain(): boolean;
}

export interface DemoCommands {
  /** Leaves the demo and shows the work. `open` then opens something there. */
  leave(open?: (work: FileIntake) => void): void;
  /** Leaves the demo and asks for a film. */
  openOwnFilm(): void;
  /** Id of the scene that the demo plays. */
  readonly scene: string;
  /** Names of the scenes' languages, by id. */
  readonly names: Readonly<Record<string, string>>;
  play(id: string): void;
}

/** Whether a reload keeps the work. */
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
    stopOpening: null,
    refused: '',
    view: 'text',
    draft: null,
    heldDrafts: [],
    wishes: [],
    saving: { main: null, options: {} },
    toReview: null,
    filmsDone: 'no',
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

/** Commands for files of whole works and of settings. */
export interface FileCommands {
  /** Saves the film on the page, or its series under this name, as one file. The file contains no keys. */
  saveProject(series?: SeriesOfProject & { readonly name: string }): Promise<void>;
  /** Reads a project file without opening it. The error is a sentence that says what is wrong. */
  readProject(text: string): Promise<Result<ReadProject, string>>;
  /**
   * Saves the settings, without keys, as a file for the program of the terminal. If a text of the settings contains a key, saves nothing and returns a
   * sentence.
   */
  exportSettings(file: FileOptions): Promise<string | undefined>;
}

/** Commands beyond session and settings. main.ts makes them. */
export interface PageCommands extends FileCommands {
  /** Shows the demo in place of the work, which does not change; missing in the demo itself. */
  startDemo?(): void;
  /** Stores the films of a series that are not open. Missing: the page opens one film at a time. */
  readonly films?: SeriesRecords;
  /** Missing outside the demo. */
  readonly demo?: DemoCommands;
}

import { type FilmBatch, isFinished, outputOf } from '../engine/batch.ts';
import type { Run } from '../engine/job.ts';
import {
  goesOnByItself,
  hasBatches,
  isLastCall,
  isLeftToRun,
  isPending,
  nextBatch,
  type Provenance,
  progress,
  type RunEvent,
  type RunState,
  type SuggestionFailure,
  type SuggestionRequest,
} from '../engine/run-state.ts';
import { memoizeByObject } from '../lib/memo.ts';
import { nameWithoutMarks, stampOf } from '../lib/text.ts';
import { type FilmNotes, NO_NOTES } from '../notes/notes.ts';
import { NO_USAGE } from '../providers/provider.ts';
import type { ProblemKind } from '../review/line.ts';
import type { LanguagesSaid } from '../settings/settings.ts';
import type { Phrase } from '../subtitles/document.ts';
import type { ReadAs } from '../subtitles/formats.ts';
import type { TypedLines } from '../translation/assemble.ts';
import { AS_SPECIFIED, type FilmOptions } from '../translation/batch.ts';
import type { WishKind } from '../translation/suggestions.ts';

/**
 * All facts of one translation; selectors below derive everything else. Read this first: commands of the page become events, reducer.ts turns an
 * event into the next state, and the page and storage/ show and store the state.
 */
export interface Work extends RunState {
  /** Identifies the film in its series (series.ts). It stays the same while the film's contents change. '': the film is not in a series. */
  readonly id: string;
  /** The text of the left panel: uploaded, typed or pasted. Stored as "uploadedFile". */
  readonly sourceText: string;
  /** The format in which `sourceText` is read and the result is written. */
  readonly readAs: ReadAs;
  /** The names of styles of an ASS or SSA file that are not translated. */
  readonly withoutStyles: readonly string[];
  /** The index of the open batch; null: the main view is open. */
  readonly shownBatch: number | null;
  /** The result that the page shows and saves: `ownResult`, or what the film worker writes from the lines. Empty: none yet, or a person has cleared it. */
  readonly translated: string;
  /** Set if `translated` is a person's text that contains more than the lines; null: the lines contain all of it. */
  readonly ownResult: OwnResult | null;
  /** A person has cleared the result. It is written again after the next change of an output, at Close of a batch, and at Result. */
  readonly isCleared: boolean;
  /** The stamp of the outputs when they were last saved (`stampOfSaved`); empty: never saved. */
  readonly saved: string;
  /** The error text of the main view. Stored as "err". */
  readonly error: string;
  /** The notes of the film before this one, which the page offers again; null: there are none. */
  readonly lastNotes: LastNotes | null;
  /** Notices that are no errors, in order. A person can dismiss them. */
  readonly notices: readonly Notice[];
  /** Marks by phrase number. A line without marks has no entry. */
  readonly marks: LineMarksByNumber;
  /** Suggestions by phrase number. A suggestion is not part of any output until a person uses it. */
  readonly suggestions: SuggestionsByNumber;
  /** The steps that Undo takes back, the newest last. Translate keeps the newest two earlier films that have batches. Stored separately. */
  readonly past: readonly Step[];
  /** The steps that were undone since the newest command, for Redo, which takes the last one. Only a part is stored (`withoutFuture`). */
  readonly future: readonly Step[];
  /** The newest Undo or Redo, which the page announces; null: another command came since. Not stored. */
  readonly moved: { readonly how: 'undone' | 'redone'; readonly step: Step } | null;
}

/**
 * Stamps of the file that the lines make. `since`: when the lines last contained all text typed in the result; null: unknown; '': the lines never contained it.
 * `now`: the present lines; null: unknown.
 */
export interface OwnResult {
  readonly since: string | null;
  readonly now: string | null;
}

/** `film`: the name of that film; empty: unknown. */
export interface LastNotes {
  readonly film: string;
  readonly notes: FilmNotes;
}

/** A person's marks of one line. All except the flag belong to one text: if the model writes another text, the line counts as new. */
export interface LineMarks {
  /** The stamp of the translation that the marks belong to. */
  readonly of?: string;
  readonly confirmed?: true;
  readonly flagged?: true;
  /** The kinds of problems that a person has dismissed for this line. */
  readonly dismissed?: readonly ProblemKind[];
  /** The model's text before the first edit by a person; null: the model gave no text. */
  readonly before?: string | null;
}

type LineMarksByNumber = Readonly<Record<number, LineMarks>>;

/** One answer of the model for one line, or the reason for its absence. Exactly one of `text` and `failure` is set. */
export interface Suggestion {
  /** The stamp of the translation that the suggestion would replace. */
  readonly of: string;
  readonly text?: string;
  /** The text began with the speaker's name, which was removed. */
  readonly nameTaken?: true;
  readonly failure?: SuggestionFailure;
  /** What the person asked for. `told`: the person's own instruction, for wishes of that kind. */
  readonly wish: WishKind;
  readonly told?: string;
  /** This is the line's own text, which was moved to another line. It stays a suggestion until a person uses or dismisses it. */
  readonly fallenOut?: true;
}

/** The suggestions of each line, the newest last: at most three texts beside those that fell out, and a failure only if it is the newest. */
type SuggestionsByNumber = Readonly<Record<number, readonly Suggestion[]>>;

/** A change of a line. A missing part does not change. `text`: null: none, as before the model's first answer. `suggestions`: null: none. */
export interface LineChange {
  readonly number: number;
  readonly text?: string | null;
  readonly marks?: LineMarks | null;
  readonly suggestions?: readonly Suggestion[] | null;
  /** True if the text began with the speaker's name when it came. */
  readonly nameTaken?: boolean;
}

/** What an undo step did, in words that follow "Undone:". A function receives how many lines changed, and the number of the first. */
export type StepWords = string | ((count: number, first: number) => string);

/** A fact about the opened file that is no error. The page words it. */
export type Notice =
  | { readonly kind: 'renumbered' }
  /** Phrases without a blank line before them. They were read as phrases of their own. */
  | { readonly kind: 'blank-lines-missing'; readonly count: number }
  | { readonly kind: 'encoding'; readonly name: string }
  /** The text was once read in a wrong encoding and saved, so its letters are garbled. */
  | { readonly kind: 'doubly-encoded' }
  /** The person wants a schema for replies, but the model accepts none. */
  | { readonly kind: 'reply-form'; readonly model: string; readonly form: 'object' | 'free' }
  | { readonly kind: 'room'; readonly model: string; readonly lines: number; readonly hasContext: boolean }
  /** One of several dropped files was opened: its name, and the number of files that were not opened. */
  | { readonly kind: 'one-of-several'; readonly name: string; readonly left: number }
  /** The video file contains only one subtitle track, which was opened without asking. `track`: its description. */
  | { readonly kind: 'track-of-film'; readonly film: string; readonly track: string }
  /** The video file is cut off: only the subtitles before the cut were opened. */
  | { readonly kind: 'cut-off'; readonly film: string }
  /** Blocks that cannot be read. They stay in the file and are not sent. `line` (from 1) and `text` belong to the first block. */
  | { readonly kind: 'kept'; readonly count: number; readonly line: number; readonly text: string }
  /** The file breaks the rules of XML; `line`: the first place. */
  | { readonly kind: 'damaged'; readonly line: number; readonly text: string };

/** A batch as it was before a command. */
export interface BatchBefore {
  readonly index: number;
  readonly batch: FilmBatch;
}

/** Prompt and model in use. `follows`: nobody has typed or chosen the prompt, so it is adapted to the film. */
export type SettingsInUse = Provenance & {
  readonly follows?: true;
  /** What a person chose beside the prompt; missing: nothing, or it is not known any more. */
  readonly said?: LanguagesSaid;
};

/** A prompt. `follows`: it is adapted to the film. `said`: what a person chose beside it. */
export interface PromptBefore {
  readonly text: string;
  readonly follows: boolean;
  readonly said: LanguagesSaid;
}

/** The facts of a film in an undo step: without its name in a series, without its history, without what is shown, and without requests under way. */
export type WorkFacts = Omit<Work, 'id' | 'past' | 'future' | 'moved' | 'pace' | 'shownBatch' | 'suggestionRequests'>;

/** The commands whose undo step contains the whole film. `open-next`: other files were opened over a finished film, or over a series. */
export type FilmCommand =
  | 'restart'
  | 'open-project'
  | 'open-original'
  | 'open-next'
  | 'clear-original'
  | 'mend-original';

/** The commands that Undo takes back; their words are in ui/words/undo-words.ts. `change-lines` can also change the result. */
export type StepCommand =
  | FilmCommand
  | 'translate-again'
  | 'fill-gaps'
  | 'change-lines'
  | 'drop-reading'
  | 'change-notes'
  | 'change-prompt';

/** A film in an undo step, which the step's command has replaced. */
interface FilmOfStep {
  readonly facts: WorkFacts;
  /** The settings that were in use with the film and come back with it; null: the present settings stay. */
  readonly settings: SettingsInUse | null;
  /** For mending: the stamp of the mended text. If the original has another stamp now, a person has edited it since. */
  readonly madeStamp: string | null;
  /** If the step contains the whole list: the film's `Work.id` in it ('': the film was not in a series). null: the list on the page stays. */
  readonly id: string | null;
}

type StepFields = Partial<Pick<Work, 'notes' | 'reading' | 'translated' | 'ownResult' | 'isCleared' | 'error'>>;

/** The values that a command replaced. Undo exchanges them with the present values, and Redo exchanges them back. */
export interface Step {
  readonly command: StepCommand;
  /** What the command did, for people: "changing 3 lines"; empty: the name of the command is enough. */
  readonly words: string;
  readonly lines: readonly LineChange[];
  readonly batches: readonly BatchBefore[];
  readonly fields: StepFields;
  /** The film notes right after the command. The page compares them with the present notes to find what a person has typed since. */
  readonly made: Pick<StepFields, 'notes'>;
  readonly film: FilmOfStep | null;
  /** The prompt that the command replaced, for example when a person chose a language; null: it replaced none. */
  readonly prompt: PromptBefore | null;
  /** True if Undo made this step. It contains the state that the command had reached, for Redo. */
  readonly isUndone: boolean;
  /** True if only this step contains something that was paid for or typed. A new command ends Redo, and moves this step below the other steps. */
  readonly isOnlyCopy: boolean;
}

export const EMPTY_WORK: Work = {
  id: '',
  sourceText: '',
  fileName: '',
  readAs: 'srt',
  withoutStyles: [],
  phrases: [],
  batches: [],
  spent: [],
  notes: NO_NOTES,
  options: AS_SPECIFIED,
  lastNotes: null,
  reading: null,
  readingUsage: NO_USAGE,
  provenances: [],
  shownBatch: null,
  translated: '',
  ownResult: null,
  isCleared: false,
  saved: '',
  error: '',
  notices: [],
  paused: null,
  pace: null,
  suggestionRequests: [],
  marks: {},
  suggestions: {},
  past: [],
  future: [],
  moved: null,
};

export type SourceReading = { readonly readAs: ReadAs; readonly text?: string } | Pick<Work, 'withoutStyles'>;

/** Everything that can happen to a session, named noun-verb. Events are the only way to change the state. */
export type SessionEvent =
  | RunEvent
  /** The session of a project file replaces the work. `inUse`: the settings until then, which Undo brings back. */
  | { readonly type: 'project-opened'; readonly state: Work; readonly inUse?: SettingsInUse | undefined }
  /**
   * The film gets a place in a series with this id, or leaves its series (''). `isApart`: the film in the newest undo step with a film has become a film of
   * the series, too. It takes its own steps along, so all of these leave this history. `spent`: what the films have cost that left the series for good. The
   * film counts it from now on.
   */
  | { readonly type: 'film-named'; readonly id: string; readonly isApart: boolean; readonly spent: Work['spent'] }
  /** Another film of the series, with its own history, takes the place of this one, which is stored elsewhere. */
  | { readonly type: 'film-opened'; readonly state: Work }
  /** The film and its list become an undo step. The page is empty then. */
  | { readonly type: 'work-set-aside'; readonly inUse?: SettingsInUse | undefined }
  | { readonly type: 'command-undone'; readonly inUse?: SettingsInUse | undefined }
  /** `grows`: the newest undo step contains the text that was being typed before this command, so it also covers this change. */
  | {
      readonly type: 'lines-changed';
      readonly lines: readonly LineChange[];
      readonly words: StepWords;
      readonly grows: boolean;
    }
  | { readonly type: 'command-redone'; readonly inUse?: SettingsInUse | undefined }
  /** `step`: what the command did, in words for Undo; missing: the person is typing. */
  | { readonly type: 'notes-changed'; readonly notes: FilmNotes; readonly step?: string | undefined }
  /** Another film of the series is translated with the present prompt. */
  | { readonly type: 'prompt-used' }
  /** A person has replaced the prompt without typing. `before`: the former prompt. `words`: describe the new one. */
  | { readonly type: 'prompt-changed'; readonly before: PromptBefore; readonly words: string }
  | { readonly type: 'reading-dropped' }
  | { readonly type: 'options-changed'; readonly options: FilmOptions }
  | { readonly type: 'lines-asked'; readonly suggestionRequests: readonly SuggestionRequest[] }
  | {
      readonly type: 'source-opened';
      readonly text: string;
      readonly fileName?: string;
      readonly notices: readonly Notice[];
      readonly inUse: SettingsInUse | undefined;
    }
  /** A person has chosen how to read the original. `text`: the mended text that replaces the original. */
  | ({ readonly type: 'source-read-as' } & SourceReading)
  | { readonly type: 'source-edited'; readonly text: string }
  | { readonly type: 'source-cleared' }
  | { readonly type: 'source-refused'; readonly error: string }
  | {
      readonly type: 'source-parsed';
      readonly phrases: readonly Phrase[];
      readonly notices: readonly Notice[];
      readonly firstOnly: boolean;
    }
  /** null: the open batch is closed. */
  | { readonly type: 'batch-shown'; readonly index: number | null }
  /** Queues batches as one undo step. `asWhole`: a failed batch, too, keeps only a person's lines, and not its answers. */
  | {
      readonly type: 'batches-queued';
      readonly indexes: readonly number[];
      readonly asWhole: boolean;
      readonly inHalves: boolean;
      /** True: also translate confirmed lines again. */
      readonly withConfirmed: boolean;
      /** True: also translate edited lines again. */
      readonly withEdited: boolean;
    }
  | {
      readonly type: 'gaps-filled';
      readonly index: number;
      readonly output: string;
      readonly numbers: readonly number[];
    }
  | { readonly type: 'output-edited'; readonly index: number; readonly output: string }
  | { readonly type: 'output-validated'; readonly index: number; readonly error: string }
  /** The film worker has written the lines as a file. */
  | { readonly type: 'result-written'; readonly text: string }
  /** A person wants a result that is written from the lines. */
  | { readonly type: 'result-asked' }
  /** `grows`: the newest undo step belongs to the same visit of the text box, so it also covers this typing. */
  | { readonly type: 'result-typed'; readonly text: string; readonly grows: boolean }
  /** The film worker has found the lines for the text typed in the result. */
  | ({ readonly type: 'result-read'; readonly grows: boolean } & TypedLines)
  | { readonly type: 'result-cleared' }
  | { readonly type: 'notice-dismissed'; readonly index: number }
  | { readonly type: 'work-saved'; readonly saved: Work }
  | { readonly type: 'session-restarted'; readonly inUse?: SettingsInUse | undefined };

/** What commands use: the present state, and the only way to change it. */
export interface StateAccess {
  readonly getState: () => Work;
  readonly dispatch: (event: SessionEvent) => void;
}

/** A film for commands: its state and its run. */
export interface FilmInRun extends StateAccess {
  readonly run: Run;
}

/** Functions that derive from the facts what the page shows and which commands are possible. All are pure. */

/** True if the error is the specified error of an original that cannot be read. */
export const hasSourceError = ({ error }: Work): boolean => error.startsWith('Invalid input format: ');

/** True if another film may be opened: there are no batches, or the run has ended, even with failures. The present film becomes an undo step. */
export const canOpenSource = (state: Work): boolean => state.batches.every(isFinished) && !canStop(state);
export const isInSeries = ({ id }: Pick<Work, 'id'>): boolean => id !== '';
/** True if the page can use a subtitle file: it opens the file, or adds it to the series. */
export const takesSubtitles = (state: Work): boolean => isInSeries(state) || canOpenSource(state);
/** True if Restart would remove something. */
export const canRestart = ({ sourceText, batches, translated, error }: Work): boolean =>
  batches.length > 0 || sourceText + translated + error !== '';

/** True while the run continues: the prompt is read-only then, so that all batches are requested with the same prompt. */
export const isPromptFixed = (state: Work): boolean => hasBatches(state) && goesOnByItself(state.paused);

export const allOk = (state: Work): boolean => hasBatches(state) && progress(state).ok === state.batches.length;

/** After a change only the changed batches are read again. */
const stampOfOutput = memoizeByObject((batch: FilmBatch) => stampOf(outputOf(batch)));
/** A hash of all that a saved file contains: the outputs, and the text that a person edited. */
const stampOfSaved = ({ batches, translated, ownResult }: WorkFacts): string =>
  stampOf([...batches.map(stampOfOutput), ownResult ? stampOf(translated) : ''].join());
export const withSaved = (state: Work, saved: Work): Work => ({ ...state, saved: stampOfSaved(saved) });

/** True if the film is done and was not saved since its last change. */
export const isUnsaved = (state: Work): boolean => allOk(state) && isInNoFile(state);
/** True if the film has translations that are not in any saved file. */
export const isInNoFile = (film: WorkFacts): boolean =>
  film.batches.length > 0 && (film.saved === '' || film.saved !== stampOfSaved(film));

/** True if outputs and the result may be edited, validated and formatted: no batch is pending. */
export const canReview = (state: Work): boolean => !isPending(state);

/** True if the run is paused and would start a batch by itself. */
export const canResume = (state: Work): boolean => state.paused !== null && isLeftToRun(state);

/** True if a request is under way that is not being stopped, or the run will start one by itself, now or after a pause that ends by itself. */
export const canStop = (state: Work): boolean =>
  nextBatch(state) !== undefined ||
  state.batches.some((batch) => batch.state === 'loading' && !isLastCall(state.paused, batch)) ||
  (goesOnByItself(state.paused) && isLeftToRun(state));

export const canTranslate = (state: Work): boolean => !hasBatches(state) && state.sourceText.trim() !== '';
export const canDownload = (state: Work): boolean => allOk(state) && state.translated !== '';
/** True if the film worker writes the result in a moment, as after a film of the list was opened. What saves the result waits for it. */
export const isResultToCome = (state: Work): boolean =>
  allOk(state) && state.translated === '' && !state.isCleared && state.error === '';
/** True if the page offers to save the result. */
export const canSave = (state: Work): boolean => canDownload(state) || isResultToCome(state);
/** True if the film can be saved under its own name. If only failed batches are missing, the translated part is saved. */
export const canSaveAs = (state: Work): boolean =>
  canSave(state) || (hasBatches(state) && !allOk(state) && state.batches.every(isFinished));
/** True if a line was changed after the person's own result was written. */
export const isResultBehind = ({ ownResult }: Pick<Work, 'ownResult'>): boolean =>
  ownResult !== null && ownResult.since !== null && ownResult.now !== null && ownResult.since !== ownResult.now;
export const canClearTranslated = (state: Work): boolean => state.translated !== '' || state.error !== '';

/** The name of the film: its file name without the extension; empty: no file name is known. */
export const filmName = ({ fileName }: Pick<Work, 'fileName'>): string =>
  nameWithoutMarks(fileName).replace(/\.[^.]{1,5}$/, '');

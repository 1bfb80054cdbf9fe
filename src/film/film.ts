import { type FilmBatch, isFinished, outputOf } from '../engine/batch.ts';
import {
  endsByItself,
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
  statusShown,
} from '../engine/run-state.ts';
import { stampOf } from '../lib/text.ts';
import { type FilmNotes, NO_NOTES } from '../notes/notes.ts';
import { NO_USAGE } from '../providers/provider.ts';
import type { ProblemKind } from '../review/line.ts';
import type { Phrase } from '../subtitles/document.ts';
import type { ReadAs } from '../subtitles/formats.ts';
import type { TypedLines } from '../translation/assemble.ts';
import { AS_SPECIFIED, type FilmOptions } from '../translation/batch.ts';
import type { WishKind } from '../translation/suggestions.ts';

/**
 * All facts of one translation; what can be worked out from them is a selector below.
 * READ THIS FIRST: commands of the page become events, reducer.ts turns events into the next state,
 * the page and storage/ follow it.
 */
export interface Work extends RunState {
  /** The left panel's text: uploaded, typed or pasted. Stored as "uploadedFile". */
  readonly sourceText: string;
  /** Name of the file that `sourceText` was opened from; empty: typed or pasted, or not known. */
  readonly fileName: string;
  /** How `sourceText` is read, and so in which format the result is written. */
  readonly readAs: ReadAs;
  /** Names of styles of an ASS or SSA file that are not translated. */
  readonly withoutStyles: readonly string[];
  /** Index of the open batch; null: the main view is open. */
  readonly shownBatch: number | null;
  /** The result as the page shows and saves it: the film worker writes it from the lines, unless `ownResult` is set. Empty: none yet, or cleared. */
  readonly translated: string;
  /** `translated` is a person's text that says more than the lines; null: the lines say all of it. */
  readonly ownResult: OwnResult | null;
  /** A person has cleared the result. It is written again with the next change of an output, on Close of a batch and on Result. */
  readonly isCleared: boolean;
  /** Stamp of the outputs as they were saved last (`stampOfSaved`); empty: they were not. */
  readonly saved: string;
  /** The main view's error text. Stored as "err". */
  readonly error: string;
  /** The notes of the film before this one, to be used again; null: there are none. */
  readonly lastNotes: LastNotes | null;
  /** Notices that are no errors, in order; a person can dismiss them. */
  readonly notices: readonly Notice[];
  /** Marks by phrase number; a line without marks has no entry. */
  readonly marks: LineMarksByNumber;
  /** The model's answers to asks, by phrase number. A suggestion is no part of any output until a person uses it. */
  readonly suggestions: SuggestionsByNumber;
  /**
   * The steps that Undo takes back, the newest last. Below those of this film are the works that were put away, each with its own steps; Translate
   * leaves the newest two of them that have batches. Stored apart from the rest.
   */
  readonly past: readonly Step[];
  /** What was undone since the newest command, for Redo: the step that it takes next is the last. Stored in part (`withoutFuture`). */
  readonly future: readonly Step[];
  /** The newest Undo or Redo, as it is announced; null: a command came since. Not stored. */
  readonly moved: { readonly how: 'undone' | 'redone'; readonly step: Step } | null;
}

/** Stamps of the file as the lines write it: when the lines last had all that was typed in the result, and now. null: to be found out; empty: never. */
export interface OwnResult {
  readonly since: string | null;
  readonly now: string | null;
}

/** `film`: its name; empty: not known. */
export interface LastNotes {
  readonly film: string;
  readonly notes: FilmNotes;
}

/** A person's marks of one line. All but the flag belong to one text: after another text by the model the line counts as new. */
export interface LineMarks {
  /** Stamp of the translation that the marks belong to. */
  readonly of?: string;
  readonly confirmed?: true;
  readonly flagged?: true;
  /** Kinds of problems that the person has dismissed for this line. */
  readonly dismissed?: readonly ProblemKind[];
  /** The model's text before the first edit by hand; null: there was none. */
  readonly before?: string | null;
}

type LineMarksByNumber = Readonly<Record<number, LineMarks>>;

/** One answer of the model for one line, or why there is none: exactly one of `text` and `failure` is set. */
export interface Suggestion {
  /** Stamp of the translation that the suggestion is meant to replace. */
  readonly of: string;
  readonly text?: string;
  /** The text began with a name. */
  readonly nameTaken?: true;
  readonly failure?: SuggestionFailure;
  /** What the person asked for. `told`: the person's own words, of a wish of that kind. */
  readonly wish: WishKind;
  readonly told?: string;
  /** The line's own text, which a person has moved on to another line: kept until it is used or put away. */
  readonly fallenOut?: true;
}

/** Each line's suggestions, the newest last: three texts at most beside those that fell out, and a failure only as the newest. */
type SuggestionsByNumber = Readonly<Record<number, readonly Suggestion[]>>;

/** A line's new text (null: none, as before the model's first answer), marks, suggestions (null: none) and whether a name was taken off. A missing part stays. */
export interface LineChange {
  readonly number: number;
  readonly text?: string | null;
  readonly marks?: LineMarks | null;
  readonly suggestions?: readonly Suggestion[] | null;
  /** Whether the text began with a name as it came. */
  readonly nameTaken?: boolean;
}

/** What an undo step did, worded for people; a function gets the number of changed lines. */
export type StepWords = string | ((count: number) => string);

/** A fact about the opened file that is no error; the page words it. */
export type Notice =
  | { readonly kind: 'renumbered' }
  /** Phrases that stood without the blank line before them and were read as phrases of their own. */
  | { readonly kind: 'blank-lines-missing'; readonly count: number }
  | { readonly kind: 'encoding'; readonly name: string }
  /** Its letters are other ones than were meant: the text was read in a wrong encoding, and saved so. */
  | { readonly kind: 'doubly-encoded' }
  /** The model takes no schema for its replies, which the person wants. */
  | { readonly kind: 'reply-form'; readonly model: string; readonly form: 'object' | 'free' }
  | { readonly kind: 'room'; readonly model: string; readonly lines: number; readonly hasContext: boolean }
  /** Of several dropped files one was opened: its name, and how many were not opened. */
  | { readonly kind: 'one-of-several'; readonly name: string; readonly left: number }
  /** The one text that is in a film was opened unasked. `track`: what it is. */
  | { readonly kind: 'track-of-film'; readonly film: string; readonly track: string }
  /** The film ends before its end: the text is what is there. */
  | { readonly kind: 'cut-off'; readonly film: string }
  /** Blocks that cannot be read: they stay in the file and are not sent. `line` (from 1) and `text` are the first block's. */
  | { readonly kind: 'kept'; readonly count: number; readonly line: number; readonly text: string }
  /** The file breaks the rules of XML, first at that line. */
  | { readonly kind: 'damaged'; readonly line: number; readonly text: string };

/** A batch as it was before a command. */
export interface BatchBefore {
  readonly index: number;
  readonly batch: FilmBatch;
}

/** Prompt and model in use; `follows`: nobody has typed or chosen the prompt, it follows the film. */
export type SettingsInUse = Provenance & { readonly follows?: true };

/** The facts of a film as a step stores them: without its history, how it is shown, and what is under way. */
export type WorkFacts = Omit<Work, 'past' | 'future' | 'moved' | 'pace' | 'shownBatch' | 'suggestionRequests'>;

/** The commands whose step puts the whole film away. `open-next`: another film over a finished one. */
export type FilmCommand =
  | 'restart'
  | 'open-project'
  | 'open-original'
  | 'open-next'
  | 'clear-original'
  | 'mend-original';

/** The commands that Undo takes back; ui/words/undo-words.ts has their words. `change-lines`: of the result, too. */
export type StepCommand =
  | FilmCommand
  | 'translate-again'
  | 'fill-gaps'
  | 'change-lines'
  | 'drop-reading'
  | 'change-notes';

/** A film that a command put away. */
interface PutAway {
  readonly facts: WorkFacts;
  /** The settings in use with it, which come back with it; null: those in use stay. */
  readonly settings: SettingsInUse | null;
  /** Of mending: stamp of the text that it put in place of this film's. The original has another stamp once it was edited after that. */
  readonly madeStamp: string | null;
}

type StepFields = Partial<Pick<Work, 'notes' | 'reading' | 'translated' | 'ownResult' | 'isCleared' | 'error'>>;

/** The values that a command replaced. Undo swaps them with those that are there then, which Redo swaps back. */
export interface Step {
  readonly command: StepCommand;
  /** What was done, for people: "Changed 3 lines"; empty: the command says it. */
  readonly words: string;
  readonly lines: readonly LineChange[];
  readonly batches: readonly BatchBefore[];
  readonly fields: StepFields;
  /** The notes as the command made them: what a person has typed in them since is known by that. */
  readonly made: Pick<StepFields, 'notes'>;
  readonly film: PutAway | null;
  /** Undo made it of a step: it holds what the command had brought. */
  readonly isUndone: boolean;
  /** It holds what was paid for or typed, and nothing else does: a new command, which ends Redo, puts it below the other steps. */
  readonly isKept: boolean;
}

export const EMPTY_WORK: Work = {
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

/** Everything that can happen to a session, as noun-verb. The only way the state changes. */
export type SessionEvent =
  | RunEvent
  /** A project file's session takes the place of the work. `inUse`: the settings until then, which Undo brings back. */
  | { readonly type: 'project-opened'; readonly state: Work; readonly inUse?: SettingsInUse | undefined }
  | { readonly type: 'command-undone'; readonly inUse?: SettingsInUse | undefined }
  | { readonly type: 'lines-changed'; readonly lines: readonly LineChange[]; readonly words: StepWords }
  | { readonly type: 'command-redone'; readonly inUse?: SettingsInUse | undefined }
  /** `step`: what a person has done at once, for people, which Undo takes back; missing: typing. */
  | { readonly type: 'notes-changed'; readonly notes: FilmNotes; readonly step?: string | undefined }
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
  | { readonly type: 'styles-left'; readonly names: readonly string[] }
  /** A person has chosen how the original is read. `text`: the mended original in place of the one before. */
  | { readonly type: 'source-read-as'; readonly readAs: ReadAs; readonly text?: string }
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
  /** As one step. `isAnew`: failed ones, too, keep nothing but the lines of a person. */
  | {
      readonly type: 'batches-queued';
      readonly indexes: readonly number[];
      readonly isAnew: boolean;
      readonly inHalves: boolean;
      /** Confirmed lines are translated again, too. */
      readonly withConfirmed: boolean;
      /** Edited lines are translated again, too. */
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
  /** A person wants the result as the lines say it. */
  | { readonly type: 'result-asked' }
  /** `grows`: the newest undo step is the one of this stay in the text box, also of `result-read`. */
  | { readonly type: 'result-typed'; readonly text: string; readonly grows: boolean }
  /** What was typed in the result goes to these lines. */
  | ({ readonly type: 'result-read'; readonly grows: boolean } & TypedLines)
  | { readonly type: 'result-cleared' }
  | { readonly type: 'notice-dismissed'; readonly index: number }
  | { readonly type: 'work-saved'; readonly saved: Work }
  | { readonly type: 'session-restarted'; readonly inUse?: SettingsInUse | undefined };

/** What commands work with: the state as it is, and the one way to change it. */
export interface StateAccess {
  readonly getState: () => Work;
  readonly dispatch: (event: SessionEvent) => void;
}

/** Judgements over the facts: what the page shows and which command is possible. All pure. */

/** The error is the specified one of an original that cannot be read. */
export const hasSourceError = ({ error }: Work): boolean => error.startsWith('Invalid input format: ');

/** Another film may be opened: there are no batches, or all of them are done; their film is kept as an undo step. */
export const canOpenSource = (state: Work): boolean => !hasBatches(state) || allOk(state);

/** The prompt is read-only while the run goes on, so that all batches are requested with the same prompt. */
export const isPromptFixed = (state: Work): boolean =>
  hasBatches(state) && (state.paused === null || endsByItself(state.paused));

export const allOk = (state: Work): boolean => hasBatches(state) && progress(state).ok === state.batches.length;

/** What a saved file is made of: all outputs, and a person's own result. */
const stampOfSaved = ({ batches, translated, ownResult }: WorkFacts): string =>
  stampOf([...batches.map(outputOf), ownResult ? translated : ''].join('\0'));
export const withSaved = (state: Work, saved: Work): Work => ({ ...state, saved: stampOfSaved(saved) });

/** The film is done, and was not saved since its last change. */
export const isUnsaved = (state: Work): boolean => allOk(state) && isInNoFile(state);
/** The film has translations that are in no file. */
export const isInNoFile = (film: WorkFacts): boolean => film.batches.length > 0 && film.saved !== stampOfSaved(film);

/** Outputs and the result may be edited, validated and formatted: no batch is pending. */
export const canReview = (state: Work): boolean => !isPending(state);

/** The run is paused, and there is a batch that it would start by itself. */
export const canResume = (state: Work): boolean => state.paused !== null && isLeftToRun(state);

/** A request is under way that is not stopped yet, or the run will start one by itself: now, or after a pause that ends by itself. */
export const canStop = (state: Work): boolean =>
  isUnstopped(state) || ((state.paused === null || endsByItself(state.paused)) && isLeftToRun(state));

const isUnstopped = (state: Work): boolean =>
  nextBatch(state) !== undefined ||
  state.batches.some((batch) => batch.state === 'loading' && !isLastCall(state.paused, batch));

export const canTranslate = (state: Work): boolean => !hasBatches(state) && state.sourceText.trim() !== '';
export const canDownload = (state: Work): boolean => allOk(state) && state.translated !== '';
/** The film can be saved under its own name. Where batches have failed and the others are OK, that is what of it is translated. */
export const canSaveAs = (state: Work): boolean =>
  canDownload(state) || (hasBatches(state) && !allOk(state) && state.batches.every(isFinished));
/** A line was changed since, and a person's own result has it not. */
export const isResultBehind = ({ ownResult }: Pick<Work, 'ownResult'>): boolean =>
  ownResult !== null && ownResult.since !== null && ownResult.now !== null && ownResult.since !== ownResult.now;
export const canClearTranslated = (state: Work): boolean => state.translated !== '' || state.error !== '';
/** Only a batch with a result, OK or failed, can be opened. */
export const canShowBatch = (state: Work, index: number): boolean => isFinished(state.batches[index]);

/** Without those that the run tries again by itself as a pause ends: they are shown as waiting. */
export const failedBatches = (state: Work): readonly number[] =>
  indexesOf(state, (batch) => statusShown(state, batch) === 'failed');

/** Index of the next failed batch after `from`; after the last batch comes the first. undefined: no batch has failed. */
export function nextFailed(state: Work, from: number): number | undefined {
  const failed = failedBatches(state);
  return failed.find((index) => index > from) ?? failed[0];
}

/** Index of the nearest failed batch before `from`; before the first batch comes the last. undefined: no batch has failed. */
export function previousFailed(state: Work, from: number): number | undefined {
  const failed = failedBatches(state);
  return failed.findLast((index) => index < from) ?? failed.at(-1);
}

/** Index of the nearest finished batch before (-1) or after (1) the given one; undefined: none. */
export function neighbourBatch(state: Work, from: number, step: -1 | 1): number | undefined {
  const finished = indexesOf(state, isFinished);
  return step === 1 ? finished.find((index) => index > from) : finished.findLast((index) => index < from);
}

const indexesOf = ({ batches }: Work, which: (batch: FilmBatch) => boolean): readonly number[] =>
  batches.flatMap((batch, index) => (which(batch) ? [index] : []));

/** The input of a batch as text: its phrases as they stand in a strict .srt file. */
export const phrasesText = (phrases: readonly Phrase[]): string =>
  phrases.map(({ number, time, text }) => `${number}\n${time}\n${text}`).join('\n\n');

/** The film's name: its file name without the extension; empty where no file name is known. */
export const filmName = ({ fileName }: Pick<Work, 'fileName'>): string => fileName.replace(/\.[^.]{1,5}$/, '');

/** Only the first batch has been tried so far. */
export const isTrying = ({ paused, batches }: Work): boolean =>
  paused?.reason === 'person' &&
  batches.length > 1 &&
  isFinished(batches[0]) &&
  batches.every(({ state }, index) => index === 0 || state === 'waiting');

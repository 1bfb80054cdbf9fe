import type { AskFailure, BatchDetails, MadeWith, RunState } from '../engine/run-state.ts';
import type { ProblemKind } from '../review/line.ts';
import type { ReadAs } from '../subtitles/document.ts';
import type { BatchSlot } from '../translation/batch.ts';
import type { WishKind } from '../translation/suggestions.ts';

/**
 * All facts of one translation; what can be worked out from them is a selector (session-selectors.ts).
 * READ THIS FIRST: commands of the page become events, session-reducer.ts turns events into the next state,
 * the page and storage/ follow it.
 */
export interface SessionState extends RunState {
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
  /** The assembled .srt text, possibly edited by hand. Empty: none yet. */
  readonly translated: string;
  /** A person changed `translated` since it was assembled. */
  readonly translatedEdited: boolean;
  /**
   * By number, the texts of lines that were changed while `translated` was edited by hand, as they stood in it before; null: none. With them
   * an edit there is told from one in Lines.
   */
  readonly textsBeforeEdit: Readonly<Record<number, string | null>>;
  /** `translated` is to be assembled: all batches have become OK, or one changed since. Where a person edited it: offer "Assemble again" or "Keep mine". */
  readonly translatedStale: boolean;
  /** The main view's error text. Stored as "err". */
  readonly error: string;
  /** Notices that are no errors, in order; a person can dismiss them. */
  readonly notices: readonly Notice[];
  /** Marks by phrase number; a line without marks has no entry. */
  readonly marks: LineMarksByNumber;
  /** The model's answers to asks, by phrase number. A suggestion is no part of any output until a person uses it. */
  readonly suggestions: SuggestionsByNumber;
  /** The undo steps, the newest first; the next upload forgets them. Stored apart from the rest. */
  readonly undo: Undo | null;
  /** Changes of lines that were undone since the newest command, the newest first. Not stored. */
  readonly redo: LineStep | null;
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

export type LineMarksByNumber = Readonly<Record<number, LineMarks>>;

/** One answer of the model for one line, or why there is none: exactly one of `text` and `failure` is set. */
export interface Suggestion {
  /** Stamp of the translation that the suggestion is meant to replace. */
  readonly of: string;
  readonly text?: string;
  readonly failure?: AskFailure;
  /** What the person asked for. `told`: the person's own words, of a wish of that kind. */
  readonly wish: WishKind;
  readonly told?: string;
  /** The line's own text, which a person has moved on to another line: kept until it is used or put away. */
  readonly fallenOut?: true;
}

/** Each line's suggestions, the newest last: three texts at most beside those that fell out, and a failure only as the newest. */
export type SuggestionsByNumber = Readonly<Record<number, readonly Suggestion[]>>;

/** A line's new text (null: none, as before the model's first answer), marks and suggestions (null: none). A missing part stays. */
export interface LineChange {
  readonly number: number;
  readonly text?: string | null;
  readonly marks?: LineMarks | null;
  readonly suggestions?: readonly Suggestion[] | null;
}

/** What an undo step did, worded for people; a function gets the number of changed lines. */
export type StepWords = string | ((count: number) => string);

/** The undo step of a change of lines. */
export interface LineStep {
  readonly command: 'change-lines';
  /** What was done, for people: "Changed 3 lines". */
  readonly words: string;
  /** As the lines were before. */
  readonly lines: readonly LineChange[];
  readonly previous: LineStep | null;
}

/** A fact about the opened file that is no error; the page words it. */
export type Notice =
  | { readonly kind: 'renumbered' }
  /** Phrases that stood without the blank line before them and were read as phrases of their own. */
  | { readonly kind: 'blank-lines-missing'; readonly count: number }
  | { readonly kind: 'encoding'; readonly name: string }
  /** The text was encoded twice: its letters are other ones than were meant. */
  | { readonly kind: 'doubly-encoded' }
  /** Of several dropped files one was opened: its name, and how many were not opened. */
  | { readonly kind: 'one-of-several'; readonly name: string; readonly left: number }
  /** Blocks that cannot be read: they stay in the file and are not sent. `line` (from 1) and `text` are the first block's. */
  | { readonly kind: 'kept'; readonly count: number; readonly line: number; readonly text: string };

/** What a command threw away, so that it can be taken back. */
export type Undo = {
  readonly previous: Undo | null;
} /** `madeWith`: the settings in use before a project file replaced them. */ & (
  | {
      readonly command: FilmCommand | ResultCommand;
      readonly before: UndoFacts;
      readonly madeWith?: MadeWith;
      /** Stamp of the original that mending made. The original has another stamp once it was edited after that. */
      readonly madeStamp?: string;
    }
  | {
      readonly command: BatchCommand;
      readonly index: number;
      readonly slot: BatchSlot;
      readonly details: BatchDetails;
      /** The output that the command itself wrote. A person has edited the batch since if its output is another one. */
      readonly made?: string;
    }
  | Omit<LineStep, 'previous'>
);

/** Commands that can be undone and throw away the work or the original. */
export type FilmCommand = (typeof FILM_COMMANDS)[number];
export const FILM_COMMANDS = [
  'restart',
  'open-project',
  'open-original',
  // Another film over a finished one.
  'open-next',
  'clear-original',
  'mend-original',
  // Undo itself, where it brings back a film in place of newer work.
  'bring-back',
] as const;

/** Commands that can be undone and throw away the result alone. */
export type ResultCommand = (typeof RESULT_COMMANDS)[number];
export const RESULT_COMMANDS = ['clear-translated', 'assemble-again', 'bring-back-text'] as const;

/** Commands that can be undone and throw away one batch's output. */
export type BatchCommand = (typeof BATCH_COMMANDS)[number];
export const BATCH_COMMANDS = ['translate-again', 'fill-gaps', 'bring-back-batch'] as const;

/** The facts of a session that an undo step keeps: without how the session is shown, and without what is under way. */
export type UndoFacts = Omit<SessionState, 'undo' | 'redo' | 'role' | 'pace' | 'shownBatch' | 'asks'>;

export const EMPTY_SESSION: SessionState = {
  sourceText: '',
  fileName: '',
  readAs: 'srt',
  withoutStyles: [],
  phrases: [],
  results: [],
  details: [],
  spent: [],
  makings: [],
  shownBatch: null,
  translated: '',
  translatedEdited: false,
  textsBeforeEdit: {},
  translatedStale: false,
  error: '',
  notices: [],
  paused: null,
  pace: null,
  asks: [],
  marks: {},
  suggestions: {},
  undo: null,
  redo: null,
  role: 'holder',
};

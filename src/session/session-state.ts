import type { AskFailure, BatchDetails, MadeWith, RunState } from '../engine/state/run-state.ts';
import type { ProblemKind } from '../review/problem.ts';
import type { ReadAs } from '../subtitles/document.ts';
import type { BatchSlot } from '../translation/batch.ts';
import type { WishKind } from '../translation/suggest/wish.ts';

/**
 * All facts of one translation; what can be worked out from them is a selector (session-selectors.ts).
 * READ THIS FIRST: commands of the page become events, session-reducer.ts turns events into the next state,
 * the page and storage/ follow it.
 */
export interface SessionState extends RunState {
  /** The left panel's text: uploaded, typed or pasted. Stored as "uploadedFile". */
  readonly sourceText: string;
  /** Of the file that it was opened from; empty: none, or not known. */
  readonly fileName: string;
  /** How that text is read, and with it in which format the result is written. */
  readonly readAs: ReadAs;
  /** Names of styles of an ASS or SSA file that are not translated. */
  readonly withoutStyles: readonly string[];
  /** Index of the open batch. */
  readonly shownBatch: number | null;
  /** The assembled .srt text, possibly edited by hand. Empty: none yet. */
  readonly translated: string;
  /** A person changed `translated` since it was assembled. */
  readonly translatedEdited: boolean;
  /** A batch changed since `translated` was assembled. Where a person edited it: offer "Assemble again" or "Keep mine". */
  readonly translatedStale: boolean;
  /** The main view's error text. Stored as "err". */
  readonly error: string;
  /** Notices that are no errors, in order; a person can dismiss them. */
  readonly notices: readonly Notice[];
  /** What a person has said of lines, by phrase number; only where there is something. */
  readonly marks: LineMarksByNumber;
  /** What the model has said when it was asked for single lines, by phrase number; no part of any output until a person uses it. */
  readonly suggestions: SuggestionsByNumber;
  /** What can be taken back, the newest first; until the next upload. Stored apart from the rest. */
  readonly undo: Undo | null;
  /** Changes of lines that were taken back since the newest command, the newest first. Not stored. */
  readonly redo: LineStep | null;
}

/** What a person has said of one line. All but the flag belong to a text: with another one, made by the model, the line is new again. */
export interface LineMarks {
  /** Stamp of the translation that the marks belong to. */
  readonly of?: string;
  readonly confirmed?: true;
  readonly flagged?: true;
  /** Kinds of problems that are none here. */
  readonly dismissed?: readonly ProblemKind[];
  /** The model's text before the first edit by hand; null: there was none. */
  readonly before?: string | null;
}

export type LineMarksByNumber = Readonly<Record<number, LineMarks>>;

/** One answer of the model for one line, or why there is none: of `text` and `failure` one is there. */
export interface Suggestion {
  /** Stamp of the translation that it was asked in place of. */
  readonly of: string;
  readonly text?: string;
  readonly failure?: AskFailure;
  /** What was wished for; `told`: in these words. */
  readonly wish: WishKind;
  readonly told?: string;
}

/** The newest last, three texts at most, and beside them a failure where it is the newest. */
export type SuggestionsByNumber = Readonly<Record<number, readonly Suggestion[]>>;

/** How one line is to be: its text (null: none, as before a model's first answer), its marks and suggestions (null: none); missing: as it is. */
export interface LineChange {
  readonly number: number;
  readonly text?: string | null;
  readonly marks?: LineMarks | null;
  readonly suggestions?: readonly Suggestion[] | null;
}

/** What a step did, for people; a function is given how many lines it has changed. */
export type StepWords = string | ((count: number) => string);

/** A change of lines, and how it is taken back. */
export interface LineStep {
  readonly command: 'change-lines';
  /** What was done, for people: "Changed 3 lines". */
  readonly words: string;
  /** As the lines were before. */
  readonly lines: readonly LineChange[];
  readonly previous: LineStep | null;
}

/** Worded for people by the page. */
export type Notice =
  | { readonly kind: 'renumbered' }
  /** Phrases that stood without the blank line before them and were read as phrases of their own. */
  | { readonly kind: 'blank-lines-missing'; readonly count: number }
  | { readonly kind: 'encoding'; readonly name: string }
  /** One of several files was opened: its name, and how many were left. */
  | { readonly kind: 'one-of-several'; readonly name: string; readonly left: number }
  /** Blocks that cannot be read: they stay as they are and are not sent. The first one and its line, counted from 1. */
  | { readonly kind: 'kept'; readonly count: number; readonly line: number; readonly text: string };

/** What a command threw away, so that it can be taken back. */
export type Undo = {
  readonly previous: Undo | null;
} /** `madeWith`: the settings that a project file brought its own in place of. */ & (
  | {
      readonly command: FilmCommand;
      readonly before: UndoFacts;
      readonly madeWith?: MadeWith;
      /** The stamp of the text that mending made; another one has come since. */
      readonly madeStamp?: string;
    }
  | {
      readonly command: BatchCommand;
      readonly index: number;
      readonly slot: BatchSlot;
      readonly details: BatchDetails;
      /** The output that the command made at once; another one has been edited since. */
      readonly made?: string;
    }
  | Omit<LineStep, 'previous'>
);

/** Commands that can be taken back, and that throw away the work, or one of its two texts. */
export type FilmCommand = (typeof FILM_COMMANDS)[number];
export const FILM_COMMANDS = [
  'restart',
  'open-project',
  'open-original',
  'clear-original',
  'mend-original',
  'clear-translated',
  'assemble-again',
  // Undo itself, where it brings back a film or a text in place of newer work.
  'bring-back',
  'bring-back-text',
] as const;

/** The same of one batch's output. */
export type BatchCommand = (typeof BATCH_COMMANDS)[number];
export const BATCH_COMMANDS = ['translate-again', 'fill-gaps', 'bring-back-batch'] as const;

/** The stored facts of a session; not how it is shown. */
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

import type { BatchDetails, MadeWith, RunState } from '../engine/run-state.ts';
import type { ProblemKind } from '../review/problem.ts';
import type { BatchSlot } from '../translation/batch.ts';

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

/** How one line is to be: its text (null: none, as before a model's first answer), its marks (null: none); missing: as it is. */
export interface LineChange {
  readonly number: number;
  readonly text?: string | null;
  readonly marks?: LineMarks | null;
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
  | { readonly kind: 'encoding'; readonly name: string };

/** What a command threw away, so that it can be taken back. */
export type Undo = {
  readonly previous: Undo | null;
} /** `madeWith`: the settings that a project file brought its own in place of. */ & (
  | { readonly command: FilmCommand; readonly before: UndoFacts; readonly madeWith?: MadeWith }
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
export type UndoFacts = Omit<SessionState, 'undo' | 'redo' | 'role' | 'pace' | 'shownBatch'>;

export const EMPTY_SESSION: SessionState = {
  sourceText: '',
  fileName: '',
  phrases: [],
  results: [],
  details: [],
  makings: [],
  shownBatch: null,
  translated: '',
  translatedEdited: false,
  translatedStale: false,
  error: '',
  notices: [],
  paused: null,
  pace: null,
  marks: {},
  undo: null,
  redo: null,
  role: 'holder',
};

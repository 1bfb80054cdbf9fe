import type { FailureKind, TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchSlot, Correction } from '../translation/batch.ts';
import type { PaceLimit } from '../engine/pace/scheduler-state.ts';

export type { PaceLimit } from '../engine/pace/scheduler-state.ts';

/**
 * All facts of one translation; what can be worked out from them is a selector (session-selectors.ts).
 * READ THIS FIRST: commands of the page become events, session-reducer.ts turns events into the next state,
 * the page and storage/ follow it.
 */
export interface SessionState {
  /** The left panel's text: uploaded, typed or pasted. Stored as "uploadedFile". */
  readonly sourceText: string;
  /** Empty until Translate is pressed and the text could be parsed. */
  readonly phrases: readonly Phrase[];
  /** One slot a batch; its length is the number of batches. Stored as "batchDataResults". */
  readonly results: readonly BatchSlot[];
  /** What else is known of each batch; same length as `results`. */
  readonly details: readonly BatchDetails[];
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
  /** Why no batch is started; null while the run may go on. */
  readonly paused: Pause | null;
  /** What the run waits for before the next request; not stored. */
  readonly pace: Pace | null;
  /** What can be taken back, the newest first; until the next upload. Stored apart from the rest. */
  readonly undo: Undo | null;
  /** A follower shows what another tab, the holder of the run, does; it changes nothing. Not stored. */
  readonly role: 'holder' | 'follower';
}

/** Facts of one batch beside its result. */
export interface BatchDetails {
  /** While in progress: when it began, ms since the epoch. Not stored. */
  readonly startedAt?: number;
  /** Tokens of all the calls made for the batch so far. */
  readonly usage?: TokenUsage;
  /** Why it failed: a provider's failure, differences that the corrective pass left, or a bug. */
  readonly failure?: FailureKind | 'differences' | 'bug';
  /** A person asked for it: it goes before all others. */
  readonly byHand?: boolean;
  /**
   * It failed through network or server: the run tries it again by itself from `at` on (ms since the epoch), unless a person has
   * edited it meanwhile. Kept until it has ended, for the tries are counted.
   */
  readonly retry?: { readonly at: number; readonly tries: number };
  /**
   * It failed as others did, which paused the run. When the person goes on it is sent once more, after all others; `taken`: it
   * has been.
   */
  readonly secondChance?: 'planned' | 'taken';
  /** While it is not finished, and where it failed: what has been answered of it, so that nothing of it is asked for again. */
  readonly progress?: BatchProgress;
  /** Its output was put together from the replies to several parts. */
  readonly inParts?: boolean;
  /** The first answer that needed the corrective pass; for review. `worked`: the corrective pass mended it. */
  readonly correction?: Correction & { readonly worked?: boolean };
  /** A person has changed its output. */
  readonly edited?: boolean;
  /** Numbers of the phrases that a person filled with the original text. */
  readonly filled?: readonly number[];
}

/** How far a batch has come by the calls made for it; translate-batch.ts reads and makes it. */
export interface BatchProgress {
  /** The usable translations so far, by phrase number. */
  readonly texts?: Readonly<Record<string, string>>;
  /** How many phrases one call asks for at most; missing: all that are left. */
  readonly atMost?: number;
  /** How many calls were cut off and brought nothing new. */
  readonly fruitless?: number;
  /** The next call is the corrective pass for these phrases. */
  readonly correcting?: Correction & { readonly numbers: readonly number[] };
  /** A corrective pass mended what it was made for. */
  readonly corrected?: boolean;
  /** These phrases are not asked for again: the corrective pass failed, or the model refused them. With the first reason. */
  readonly givenUp?: {
    readonly numbers: readonly number[];
    readonly error: string;
    readonly failure: 'differences' | 'refused';
  };
}

/** Worded for people by the page. */
export type Notice =
  | { readonly kind: 'renumbered' }
  /** Phrases that stood without the blank line before them and were read as phrases of their own. */
  | { readonly kind: 'blank-lines-missing'; readonly count: number }
  | { readonly kind: 'encoding'; readonly name: string };

/** Why nothing is started by itself. */
export type Pause =
  | { readonly reason: 'person' }
  /** Ends by itself when the browser is online again. Not stored. */
  | { readonly reason: 'offline' }
  /**
   * The provider does not answer: one batch is tried at `nextTryAt` (ms since the epoch), after `tries` vain ones, and an answer
   * ends the pause. Not stored.
   */
  | {
      readonly reason: 'outage';
      readonly kind: FailureKind;
      readonly message: string;
      readonly tries: number;
      readonly nextTryAt: number;
    }
  /** A failure that would hit every batch: the run waits for the person. */
  | { readonly reason: 'failure'; readonly kind: PauseKind; readonly message: string };

/** `chunk`: a part of the page could not be loaded. `no-room`: replies are cut off before they hold a translation. */
export type PauseKind = FailureKind | 'differences' | 'chunk' | 'no-room';

export interface Pace {
  /** The next start is due then, ms since the epoch. */
  readonly nextAt: number;
  /** What the scheduler has found out, if anything. */
  readonly limit: PaceLimit;
}

/** What a command threw away, so that it can be taken back. */
export type Undo = { readonly previous: Undo | null } & (
  | { readonly command: FilmCommand; readonly before: UndoFacts; readonly madeWith?: MadeWith }
  | {
      readonly command: BatchCommand;
      readonly index: number;
      readonly slot: BatchSlot;
      readonly details: BatchDetails;
      /** The output that the command made at once; another one has been edited since. */
      readonly made?: string;
    }
);

/** The settings that a project file brings its own in place of. */
export interface MadeWith {
  readonly prompt: string;
  readonly model: string;
}

/** Commands that can be taken back, and that throw away the work, or one of its two texts. */
export type FilmCommand = (typeof FILM_COMMANDS)[number];
export const FILM_COMMANDS = [
  'restart',
  'open-project',
  'open-original',
  'clear-original',
  'clear-translated',
  'assemble-again',
  // Undo itself, where it brings back a whole film in place of other work.
  'bring-back',
] as const;

/** The same of one batch's output. */
export type BatchCommand = (typeof BATCH_COMMANDS)[number];
export const BATCH_COMMANDS = ['translate-again', 'fill-gaps', 'bring-back-batch'] as const;

/** The stored facts of a session; not how it is shown. */
export type UndoFacts = Omit<SessionState, 'undo' | 'role' | 'pace' | 'shownBatch'>;

export const EMPTY_SESSION: SessionState = {
  sourceText: '',
  phrases: [],
  results: [],
  details: [],
  shownBatch: null,
  translated: '',
  translatedEdited: false,
  translatedStale: false,
  error: '',
  notices: [],
  paused: null,
  pace: null,
  undo: null,
  role: 'holder',
};

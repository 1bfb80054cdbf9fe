import type { FailureKind, TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchSlot } from '../translation/batch.ts';
import type { PaceLimit } from './scheduler-state.ts';

export type { PaceLimit } from './scheduler-state.ts';

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
  /** The reply was cut off, or a person asked: the batch is sent in halves. */
  readonly inHalves?: boolean;
  /**
   * The corrective pass is needed: the first answer and what is wrong with it. Stays for review; where the batch is not
   * finished, because the run was stopped or the page left, it goes on with the corrective pass.
   */
  readonly correction?: { readonly answer: string; readonly errors: readonly string[] };
  /** While the batch is sent in halves: what has been answered to its parts, so that nothing of it is asked for again. */
  readonly parts?: readonly PartAnswer[];
}

/** The newest answer to some consecutive phrases of a batch. */
export interface PartAnswer {
  /** Number of the first phrase. */
  readonly first: number;
  /** How many phrases. */
  readonly count: number;
  readonly answer: string;
}

/** Worded for people by the page. */
export type Notice =
  | { readonly kind: 'renumbered' }
  /** Phrases that stood without the blank line before them and were read as phrases of their own. */
  | { readonly kind: 'blank-lines-missing'; readonly count: number }
  | { readonly kind: 'encoding'; readonly name: string };

export type Pause =
  | { readonly reason: 'person' }
  | { readonly reason: 'offline' }
  /** A failure that would fail every batch (key, model, quota, an outage, a missing chunk): the run waits for the person. */
  | { readonly reason: 'failure'; readonly kind: FailureKind | 'chunk'; readonly message: string };

export interface Pace {
  /** The next start is due then, ms since the epoch. */
  readonly nextAt: number;
  /** What the scheduler has found out, if anything. */
  readonly limit: PaceLimit;
}

/** What a command threw away, so that it can be taken back. */
export type Undo = { readonly previous: Undo | null } & (
  | { readonly command: 'restart' | 'clear-original' | 'clear-translated'; readonly before: UndoFacts }
  | {
      readonly command: 'translate-again';
      readonly index: number;
      readonly slot: BatchSlot;
      readonly details: BatchDetails;
    }
);

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

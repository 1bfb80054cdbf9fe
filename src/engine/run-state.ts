import type { FailureKind, Model, TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchSlot, Correction } from '../translation/batch.ts';
import type { PaceLimit } from './pace/scheduler-state.ts';

/** What the engine works on. The slots are its queue: an empty one is a batch to translate. run-reducer.ts alone changes it. */
export interface RunState {
  /** Empty until Translate is pressed and the text could be parsed. */
  readonly phrases: readonly Phrase[];
  /** One slot a batch; its length is the number of batches. Stored as "batchDataResults". */
  readonly results: readonly BatchSlot[];
  /** What else is known of each batch; same length as `results`. */
  readonly details: readonly BatchDetails[];
  /** Prompts and models in the order of their first answers; null: what was made before they were noted. */
  readonly makings: readonly (MadeWith | null)[];
  /** Why no batch is started; null while the run may go on. */
  readonly paused: Pause | null;
  /** What the run waits for before the next request; not stored. */
  readonly pace: Pace | null;
  /** A follower shows what another tab, the holder of the run, does; it changes nothing. Not stored. */
  readonly role: 'holder' | 'follower';
}

/** What an answer was made with. */
export interface MadeWith {
  readonly prompt: string;
  readonly model: Model;
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
   * edited it meanwhile. Kept until it has ended, for the tries since the first failure (`since`) are counted.
   */
  readonly retry?: { readonly at: number; readonly tries: number; readonly since: number };
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
  /** The place in `makings` of what it was made with; missing: the first one. */
  readonly making?: number;
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

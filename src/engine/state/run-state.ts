import type { Spending } from '../../prices/spending.ts';
import type { EndpointId, FailureKind, Model, TokenUsage } from '../../providers/provider.ts';
import type { Phrase } from '../../subtitles/phrase.ts';
import type { BatchSlot, Correction } from '../../translation/batch.ts';
import type { SuggestionFacts } from '../../translation/suggest/wish.ts';
import type { PaceLimit } from '../pace/scheduler-state.ts';

/** What the engine works on; changed by run-reducer.ts alone. The slots are the queue: an undefined one is a batch to translate. */
export interface RunState {
  /** Empty until Translate is pressed and the text parses. */
  readonly phrases: readonly Phrase[];
  /** One slot a batch; its length is the number of batches. Stored as "batchDataResults". */
  readonly results: readonly BatchSlot[];
  /** More facts of each batch; same length as `results`. */
  readonly details: readonly BatchDetails[];
  /** What is asked for single lines and has not been answered, the oldest first: goes before all batches. Not stored. */
  readonly asks: readonly Ask[];
  /** What the film's calls have taken, by model and price. */
  readonly spent: readonly Spending[];
  /** Prompts and models in the order of their first answers; null: what was made before they were noted. */
  readonly makings: readonly (MadeWith | null)[];
  /** Why no batch is started; null while the run may go on. */
  readonly paused: Pause | null;
  /** What the run waits for before the next request; not stored. */
  readonly pace: Pace | null;
  /** The holder's tab changes the work; a follower only shows the holder's work. Not stored. */
  readonly role: 'holder' | 'follower';
}

/** A request for other translations of some lines, 20 at most. */
export interface Ask {
  readonly id: string;
  readonly phrases: readonly Phrase[];
  readonly suggestion: SuggestionFacts;
  /** Stamps of the translations that they are asked in place of, by number. */
  readonly of: Readonly<Record<number, string>>;
  /** `last`: its call is under way and the run was stopped: no other call follows. */
  readonly stage: 'waiting' | 'loading' | 'last';
  /** A part of what an answer and its corrective pass left without a text: it is asked for once. */
  readonly isPart?: true;
  /** The next call is the corrective pass; `texts`: what of the first answer can be used as it is. */
  readonly correcting?: Correction & { readonly texts: Readonly<Record<number, string>> };
}

/** Why some lines of it have no suggestion. `left`: the page that asked was closed, or lost the run, before the answer came. */
export interface AskFailure {
  readonly kind: FailureKind | 'differences' | 'chunk' | 'limit' | 'bug' | 'left';
  readonly message: string;
}

/** What an answer was made with. */
export interface MadeWith {
  readonly prompt: string;
  readonly model: Model;
}

/** Facts of one batch beside its result. */
export interface BatchDetails {
  /** While in progress: when it began, in ms since 1970. Not stored. */
  readonly startedAt?: number;
  /** Tokens of all the batch's calls so far. */
  readonly usage?: TokenUsage;
  /** Why it failed: a provider's failure, differences that the corrective pass left, or a bug. */
  readonly failure?: FailureKind | 'differences' | 'bug';
  /** A person asked for this batch: it goes before all others. */
  readonly byHand?: boolean;
  /**
   * Network or server failed the batch: the run tries it again from `at` on (ms since 1970), unless a person edits it first. Kept
   * while retries go on, since `tries` counts from the first failure (`since`).
   */
  readonly retry?: { readonly at: number; readonly tries: number; readonly since: number };
  /** Failed as others did, which paused the run: sent once more, after all others, when the person resumes; `taken`: it was. */
  readonly secondChance?: 'planned' | 'taken';
  /** Of an unfinished or failed batch: what has been answered, so that none of it is asked for twice. */
  readonly progress?: BatchProgress;
  /** The output was put together from several replies. */
  readonly inParts?: boolean;
  /** The first answer that needed the corrective pass, for review. `worked`: the corrective pass removed all differences. */
  readonly correction?: Correction & { readonly worked?: boolean };
  /** The place in `makings` of what it was made with; missing: the first one. */
  readonly making?: number;
  /** A person has changed its output. */
  readonly edited?: boolean;
  /** Numbers of the phrases that a person filled with the original. */
  readonly filled?: readonly number[];
}

/** What a batch's calls have brought so far; read and made by translate-batch.ts. */
export interface BatchProgress {
  /** The usable translations so far, by phrase number. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Most phrases in one call; missing: all that are left. */
  readonly atMost?: number;
  /** Number of answers, one after another, without anything new. */
  readonly fruitless?: number;
  /** The next call is the corrective pass for these phrases. */
  readonly correcting?: Correction & { readonly numbers: readonly number[] };
  /** A corrective pass removed its differences. */
  readonly corrected?: boolean;
  /** Phrases that are not asked for again, because the corrective pass failed or the model refused; with the first reason. */
  readonly givenUp?: {
    readonly numbers: readonly number[];
    readonly error: string;
    readonly failure: 'differences' | 'refused';
  };
}

/** Why no batch starts by itself. */
export type Pause =
  | { readonly reason: 'person' }
  /** Ends when the browser is online again. Not stored. */
  | { readonly reason: 'offline' }
  /**
   * The provider does not answer: at `nextTryAt` (ms since 1970), after `tries` failed tries, one batch is tried. An answer ends the
   * pause. Not stored.
   */
  | {
      readonly reason: 'outage';
      readonly kind: FailureKind;
      readonly message: string;
      readonly tries: number;
      readonly nextTryAt: number;
      /** Who does not answer; the person may have chosen another model meanwhile. */
      readonly endpoint?: EndpointId | undefined;
    }
  /** A failure that every batch would meet: the run waits for the person. */
  | {
      readonly reason: 'failure';
      readonly kind: PauseKind;
      readonly message: string;
      /** The run was stopped, and a person had asked for these batches: Resume sends them alone, and the run is stopped again. */
      readonly alone?: readonly number[];
    };

/**
 * `chunk`: a part of the page could not be loaded. `no-room`: replies are cut off before they hold a translation. `limit`: the next
 * call would pass the sum that the person has set.
 */
export type PauseKind = FailureKind | 'differences' | 'chunk' | 'no-room' | 'limit';

export interface Pace {
  /** When the next start is due, in ms since 1970. */
  readonly nextAt: number;
  /** What the scheduler knows of the limit. */
  readonly limit: PaceLimit;
  /** Whose limit it is; undefined: not known. */
  readonly endpoint?: EndpointId | undefined;
}

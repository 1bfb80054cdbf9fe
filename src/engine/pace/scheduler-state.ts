/** What the page says about the limit that the scheduler has found. */
export type PaceLimit =
  | { readonly kind: 'none' }
  | { readonly kind: 'at-once'; readonly requests: number }
  | { readonly kind: 'per-minute'; readonly requests: number };

/** What an earlier film learned about the same provider and model. */
export interface KnownPace {
  /** This many requests in flight were accepted. */
  readonly mostAtOnce: number;
}

/**
 * All that the scheduler knows (docs/scheduler.md). Only refusals show a limit, so it is found in three modes:
 * `ramp`: starts come closer and closer together, until the first refusal;
 * `cap`:  as many stay in flight as were accepted; each finish starts one (a swap), now and then one more is tried (a trial);
 * `rate`: refusals turned out to depend on time: starts are `gapMs` apart.
 * Times are milliseconds of the caller's clock; a ticket is the number of a start, counted from 1.
 */
export interface SchedulerState {
  readonly mode: 'ramp' | 'cap' | 'rate';
  /** The person's limit of requests in flight; Infinity: automatic. */
  readonly maxAtOnce: number;
  readonly inFlight: ReadonlyMap<number, StartedRequest>;
  readonly started: number;
  readonly mostInFlight: number;
  /** From an earlier film: the ramp begins there. */
  readonly known: KnownPace | undefined;
  /** Time of the latest event; an earlier one means that the clock was set back. */
  readonly now: number;
  /** No start before this time. */
  readonly nextStartAt: number;
  /** A start that is not refused within this time counts as accepted. */
  readonly acceptedAfterMs: number;
  readonly lastFinishedAt: number;
  readonly lastRefusedAt: number;

  /** In mode `cap`: how many requests the provider accepts at once. */
  readonly cap: number;
  /** A swap was accepted, so that the cap is not only a guess. */
  readonly capProven: boolean;
  /** The wait before a trial, if the provider names no longer one. */
  readonly trialMs: number;
  /** The trial that is neither accepted nor refused yet. */
  readonly trialTicket: number | undefined;
  /** Swaps refused in a row. */
  readonly refusedSwaps: number;

  /** When the start was sent that met the limit; the starts after it are counted. */
  readonly limitMetAt: number;
  /** The ticket of that start. */
  readonly limitMetTicket: number;
  /** Starts since `limitMetAt` that were not refused. */
  readonly taken: number;
  /** In mode `rate`: the time between two starts. */
  readonly gapMs: number;
  /** The last gap that a refusal measured; undefined: none yet. */
  readonly measuredGapMs: number | undefined;
  /** When the gap was last shrunk. */
  readonly shrunkAt: number;
  /** When the gap was last measured: refusals of earlier starts teach nothing new. */
  readonly judgedAt: number;
  readonly lastRefusedTicket: number;
  /** Starts refused in a row; a burst counts as one. */
  readonly refusedInRow: number;
}

/** Why a request was started, on which the meaning of its refusal depends. */
export type StartKind = 'ramp' | 'swap' | 'trial' | 'rate';

export interface StartedRequest {
  readonly kind: StartKind;
  readonly sentAt: number;
  /** `taken` before this start. */
  readonly takenBefore: number;
  /** In mode `cap`: a start that is not refused by then counts as accepted. undefined: no need to check. */
  readonly checkAt: number | undefined;
}

/** The shortest wait before a trial; each refused trial doubles the wait. */
export const TRIAL_MS = 500;

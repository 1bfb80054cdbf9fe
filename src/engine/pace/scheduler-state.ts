/** What the page says of the limit that the scheduler has found. */
export type PaceLimit =
  | { readonly kind: 'none' }
  | { readonly kind: 'at-once'; readonly requests: number }
  | { readonly kind: 'per-minute'; readonly requests: number };

/** What an earlier film found out about the same provider and model. */
export interface KnownPace {
  /** So many requests in flight together were taken. */
  readonly mostAtOnce: number;
}

/**
 * All that the scheduler knows. A limit shows itself only by refusals, so it is found in three modes:
 * `ramp`: starts come ever closer together, until the first refusal;
 * `cap`:  as many as were not refused stay in flight, each finish starts one (a swap), now and then one goes beyond (a trial);
 * `rate`: refusals turned out to depend on time: starts stand `gapMs` apart.
 * Times are milliseconds of the caller's clock; a ticket is the number of a start, counted from 1.
 */
export interface SchedulerState {
  readonly mode: 'ramp' | 'cap' | 'rate';
  /** Infinity: automatic. */
  readonly maxAtOnce: number;
  readonly inFlight: ReadonlyMap<number, StartedRequest>;
  readonly started: number;
  readonly mostInFlight: number;
  /** Of an earlier film: the ramp begins there. */
  readonly known: KnownPace | undefined;
  /** The time of the latest event, to notice a clock that was set back. */
  readonly now: number;
  /** Time allows no start before it. */
  readonly nextStartAt: number;
  /** A start that was not refused for so long counts as accepted. */
  readonly acceptedAfterMs: number;
  readonly lastFinishedAt: number;
  readonly lastRefusedAt: number;

  /** How many the provider takes at once, in mode `cap`. */
  readonly cap: number;
  /** A swap was accepted, so that the cap is more than a guess. */
  readonly capProven: boolean;
  /** The wait before a trial, unless the provider names a longer one. */
  readonly trialMs: number;
  /** The trial whose fate is not known yet. */
  readonly trialTicket: number | undefined;
  /** Swaps refused in a row. */
  readonly refusedSwaps: number;

  /** The limit was reached then: starts are counted from there. */
  readonly limitMetAt: number;
  /** The ticket that was refused then; later ones count. */
  readonly limitMetTicket: number;
  /** Starts since `limitMetAt` that were not refused. */
  readonly taken: number;
  /** Between two starts, in mode `rate`. */
  readonly gapMs: number;
  /** The last gap that a refusal measured; undefined while none did. */
  readonly measuredGapMs: number | undefined;
  /** The gap shrank last. */
  readonly shrunkAt: number;
  /** The gap was measured last: only starts after it can tell more. */
  readonly judgedAt: number;
  readonly lastRefusedTicket: number;
  /** Starts refused one after the other; a burst counts once. */
  readonly refusedInRow: number;
}

/** Why a request was started; what its refusal means depends on it. */
export type StartKind = 'ramp' | 'swap' | 'trial' | 'rate';

export interface StartedRequest {
  readonly kind: StartKind;
  readonly sentAt: number;
  /** `taken` before this start. */
  readonly takenBefore: number;
  /** In mode `cap`: not refused by then means accepted. Undefined: nothing to look up. */
  readonly checkAt: number | undefined;
}

/** The least wait before a trial; doubles with each that is refused. */
export const TRIAL_MS = 500;

/** Shorter waits are not shown and not reported: at a provider's pace every request waits for a moment. */
export const SHORTEST_WAIT_MS = 1_000;

/** What the page shows about the limit that the scheduler has found. */
export type PaceLimit =
  | { readonly kind: 'none' }
  | { readonly kind: 'at-once'; readonly requests: number }
  | { readonly kind: 'per-minute'; readonly requests: number };

/**
 * Everything the scheduler knows (docs/scheduler.md). Only refusals show a limit, so the scheduler finds it in three modes. `ramp`: starts come closer and
 * closer together until the first refusal. `cap`: as many requests stay in flight as were accepted; each finished request starts one (a swap), and sometimes
 * one more is tried (a trial). `rate`: refusals depend on time, so starts are `gapMs` apart. Times are milliseconds of the caller's clock. A ticket is the
 * number of a start, counted from 1.
 */
export interface SchedulerState {
  readonly mode: 'ramp' | 'cap' | 'rate';
  /** The person's limit of requests in flight; Infinity: automatic. */
  readonly maxAtOnce: number;
  readonly inFlight: ReadonlyMap<number, StartedRequest>;
  readonly started: number;
  readonly mostInFlight: number;
  /** The pace that an earlier film learned. The ramp begins with it. */
  readonly known: { readonly mostAtOnce: number } | undefined;
  /** Time of the latest event. The clock never goes back. */
  readonly now: number;
  /** Nothing starts before this time. */
  readonly nextStartAt: number;
  /** A start that is not refused within this time counts as accepted. */
  readonly acceptedAfterMs: number;
  readonly lastFinishedAt: number;
  readonly lastRefusedAt: number;

  /** In mode `cap`: how many requests the provider accepts at once. */
  readonly cap: number;
  /** True if a swap was accepted, which confirms the cap. */
  readonly capProven: boolean;
  /** The wait before a trial, unless the provider names a longer one. */
  readonly trialMs: number;
  /** The trial that is neither accepted nor refused yet. */
  readonly trialTicket: number | undefined;
  /** Number of swaps refused in a row. */
  readonly refusedSwaps: number;

  /** When the start that met the limit was sent. Starts after it are counted. */
  readonly limitMetAt: number;
  /** The ticket of the start that met the limit. */
  readonly limitMetTicket: number;
  /** Number of starts since `limitMetAt` that were not refused. */
  readonly acceptedStarts: number;
  /** In mode `rate`: the time between two starts. */
  readonly gapMs: number;
  /** The last gap that a refusal measured. undefined: no gap is measured. */
  readonly measuredGapMs: number | undefined;
  /** When the gap was last shrunk. */
  readonly shrunkAt: number;
  /** When the gap was last measured. Refusals of earlier starts teach nothing new. */
  readonly judgedAt: number;
  readonly lastRefusedTicket: number;
  /** Number of starts refused in a row. A burst counts as one. */
  readonly refusedInRow: number;
  /** The shortest and the longest wait that refusals have named. A true wait is at most the time in which the provider refills for one start. */
  readonly shortestNamedMs: number;
  readonly longestNamedMs: number;
}

/** Why a request was started. The meaning of its refusal depends on it. */
export type StartKind = 'ramp' | 'swap' | 'trial' | 'rate';

export interface StartedRequest {
  readonly kind: StartKind;
  readonly sentAt: number;
  /** The value of `acceptedStarts` before this start. */
  readonly acceptedBefore: number;
  /** In mode `cap`: a start that is not refused by this time counts as accepted. undefined: no check is needed. */
  readonly checkAt: number | undefined;
}

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
  /** Time of the latest event. The clock never goes back. */
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

/**
 * What a film has learned about its provider and model that helps the next film; undefined: nothing. A limit does not help: the
 * next ramp finds it within a second, and starting with the limit saves neither time nor refusals (bench/scheduler-simulation.ts:
 * ratio 1.05 against 1.04 at 8 at once, 1.00 against 1.00 at 60 a minute).
 */
export function knownPaceOf(state: SchedulerState): KnownPace | undefined {
  const wasRefused = state.lastRefusedAt > Number.NEGATIVE_INFINITY;
  if (wasRefused || state.mostInFlight === 0) return undefined;
  // A short film does not reach what a long film has had in flight, so the larger number counts.
  return { mostAtOnce: Math.max(state.mostInFlight, state.known?.mostAtOnce ?? 0) };
}

/** Where the learned pace is kept, for the model in use. */
export interface PaceMemory {
  recall(): KnownPace | undefined;
  /** Whether another model is in use than when the pace was recalled. */
  isOfAnother(): boolean;
  keep(known: KnownPace | undefined): void;
}

/** No start is this late by itself: the computer slept, or nothing was waiting to be sent. */
const IDLE_MS = 10_000;

/** Brings the state to `now`: handles time without starts, and requests that now count as accepted. */
export function advanceTo(state: SchedulerState, now: number): SchedulerState {
  let next = state;
  const lateMs = now - Math.max(next.now, next.nextStartAt);
  // Time without starts does not count for the rate.
  if (next.mode === 'rate' && lateMs > IDLE_MS) next = { ...next, limitMetAt: next.limitMetAt + lateMs };
  for (;;) {
    const due = earliestCheck(next);
    if (due === undefined || due.at > now) return { ...next, now };
    next = acceptRequest(next, due.ticket, due.at);
  }
}

/** The earliest time at which a request in flight will count as accepted. */
export function earliestCheck(state: SchedulerState): { readonly ticket: number; readonly at: number } | undefined {
  let earliest: { ticket: number; at: number } | undefined;
  if (state.mode !== 'cap') return undefined;
  for (const [ticket, { checkAt }] of state.inFlight) {
    if (checkAt !== undefined && (earliest === undefined || checkAt < earliest.at)) earliest = { ticket, at: checkAt };
  }
  return earliest;
}

/** In mode `cap`: a request was answered, or not refused within `acceptedAfterMs`, and counts as accepted. */
export function acceptRequest(state: SchedulerState, ticket: number, at: number): SchedulerState {
  const request = state.inFlight.get(ticket);
  if (request?.checkAt === undefined) return state;
  const inFlight = new Map(state.inFlight).set(ticket, { ...request, checkAt: undefined });
  const checked = { ...state, inFlight };
  if (state.mode !== 'cap') return checked;
  if (request.kind !== 'trial') return { ...checked, refusedSwaps: 0, capProven: true };
  const ended = { ...checked, trialTicket: undefined, nextStartAt: at };
  // Nothing finished since the refusal: time alone allowed this start, so the limit is one of time.
  if (state.lastFinishedAt < state.lastRefusedAt) return toRate(ended, at - state.limitMetAt, state.taken, at);
  // Nothing finished since the trial was sent: the provider accepts one more at once.
  if (state.lastFinishedAt < request.sentAt) return { ...ended, cap: state.cap + 1, trialMs: TRIAL_MS };
  return { ...ended, nextStartAt: at + TRIAL_MS };
}

/** Enters mode `rate`: `taken` starts were accepted in `elapsedMs`. */
export function toRate(state: SchedulerState, elapsedMs: number, taken: number, now: number): SchedulerState {
  return {
    ...state,
    mode: 'rate',
    trialTicket: undefined,
    gapMs: Math.max(1, elapsedMs) / Math.max(1, taken),
    shrunkAt: now,
    judgedAt: now,
  };
}

import type { SchedulerState, StartedRequest } from './scheduler-state.ts';
import { toRate } from './scheduler-time.ts';

/**
 * The wait before the first trial where the provider names none: longer than most answers take,
 * for a start that follows an answer tells as much at less risk.
 */
const FIRST_TRIAL_MS = 4000;
const MAX_TRIAL_MS = 30_000;
/** The wait after a refusal while nothing at all is accepted and the provider names none. */
const ALONE_MS = 1000;
/** A refusal that came later than that had waited for something else. */
const MAX_REFUSAL_MS = 1500;
/** No provider's limit is lower: one that has been shut for hours is still asked now and then. */
const LONGEST_GAP_MS = 120_000;
/** More starts than that are not needed to measure a rate; the older half is forgotten, for rates change. */
const MEASURED_STARTS = 40;

/** What a refusal teaches. The request has left `inFlight` already; `waitMs`: the wait that the provider named. */
export function learnFromRefusal(
  state: SchedulerState,
  ticket: number,
  request: StartedRequest,
  waitMs: number | undefined,
  now: number,
): SchedulerState {
  const refusedAfterMs = Math.min(MAX_REFUSAL_MS, now - request.sentAt);
  const known: SchedulerState = {
    ...state,
    taken: ticket > state.limitMetTicket ? state.taken - 1 : state.taken,
    lastRefusedAt: now,
    lastRefusedTicket: ticket,
    refusedInRow: refusalsInRow(state, ticket, request),
    acceptedAfterMs: Math.max(state.acceptedAfterMs, 2 * refusedAfterMs),
    trialTicket: state.trialTicket === ticket ? undefined : state.trialTicket,
  };
  if (state.mode === 'ramp') return afterRamp(endRamp(known, ticket, request), waitMs, now);
  if (request.kind === 'ramp') return state.mode === 'cap' ? afterRamp(known, waitMs, now) : known;
  if (state.mode === 'rate') return afterRate(known, request, waitMs, now);
  return request.kind === 'trial' ? afterTrial(known, waitMs, now) : afterSwap(known, request, waitMs, now);
}

function refusalsInRow(state: SchedulerState, ticket: number, request: StartedRequest): number {
  if (state.mode !== 'rate') return 1;
  if (request.sentAt <= state.judgedAt) return state.refusedInRow;
  return ticket === state.lastRefusedTicket + 1 ? state.refusedInRow + 1 : 1;
}

function endRamp(state: SchedulerState, ticket: number, request: StartedRequest): SchedulerState {
  return { ...state, mode: 'cap', limitMetAt: request.sentAt, limitMetTicket: ticket, taken: state.started - ticket };
}

/** The ramp's refusals come in a burst, which counts once: each leaves as cap what is still in flight. No trial before it is over. */
function afterRamp(state: SchedulerState, waitMs: number | undefined, now: number): SchedulerState {
  const cap = Math.max(1, state.inFlight.size);
  const ownMs = state.inFlight.size === 0 ? ALONE_MS : FIRST_TRIAL_MS;
  return { ...state, cap, nextStartAt: now + Math.max(waitMs ?? ownMs, state.acceptedAfterMs) };
}

function afterTrial(state: SchedulerState, waitMs: number | undefined, now: number): SchedulerState {
  const trialMs = Math.min(MAX_TRIAL_MS, 2 * state.trialMs);
  return { ...state, trialMs, nextStartAt: now + Math.max(waitMs ?? 0, trialMs) };
}

/** One finished, one was started and refused: the limit is lower than thought, or it is none of requests at once. */
function afterSwap(
  state: SchedulerState,
  request: StartedRequest,
  waitMs: number | undefined,
  now: number,
): SchedulerState {
  const refusedSwaps = state.refusedSwaps + 1;
  if (refusedSwaps >= 2 || request.takenBefore === 0)
    return measureRate({ ...state, refusedSwaps }, request, waitMs, now);
  const cap = Math.max(1, state.inFlight.size);
  return { ...state, refusedSwaps, cap, nextStartAt: now + Math.max(waitMs ?? 0, ALONE_MS) };
}

function afterRate(
  state: SchedulerState,
  request: StartedRequest,
  waitMs: number | undefined,
  now: number,
): SchedulerState {
  // Sent before the last measurement: part of the same burst.
  if (request.sentAt <= state.judgedAt) {
    return { ...state, nextStartAt: Math.max(state.nextStartAt, now + state.gapMs / 2) };
  }
  const measured = measureRate(state, request, waitMs, now);
  if (request.takenBefore <= MEASURED_STARTS) return measured;
  return {
    ...measured,
    limitMetAt: state.limitMetAt + (request.sentAt - state.limitMetAt) / 2,
    taken: measured.taken - request.takenBefore / 2,
  };
}

/**
 * The limit was met then and is met now: what was taken in between came in at the limit's own rate. A token may have been half there,
 * so half a start is added, and half a gap is how long the next one takes.
 */
function measureRate(
  state: SchedulerState,
  request: StartedRequest,
  waitMs: number | undefined,
  now: number,
): SchedulerState {
  const rate = toRate(state, request.sentAt - state.limitMetAt, 0, now);
  const gapMs = Math.min(LONGEST_GAP_MS, rate.gapMs / (Math.max(0, request.takenBefore) + 0.5));
  // Refused time and again with nothing taken in between: how long it was shut says little of the rate once it opens.
  const isGuess = request.takenBefore <= 0 && state.refusedInRow > 1;
  // The named wait is honoured, but not blindly: what was measured limits it, ever more loosely while refusals go on.
  const namedMs = Math.min(waitMs ?? 0, Math.max(gapMs, ALONE_MS) * 2 ** (state.refusedInRow - 1));
  return {
    ...rate,
    gapMs,
    measuredGapMs: isGuess ? undefined : gapMs,
    nextStartAt: now + Math.max(namedMs, gapMs / 2),
  };
}

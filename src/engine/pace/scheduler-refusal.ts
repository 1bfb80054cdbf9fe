import type { SchedulerState, StartedRequest } from './scheduler-state.ts';
import { toRate } from './scheduler-time.ts';

/** The first trial's wait if the provider names none: longer than most answers take, since a start after an answer risks less. */
const FIRST_TRIAL_MS = 4000;
const MAX_TRIAL_MS = 30_000;
/** The wait after a refusal while nothing is accepted and the provider names no wait. */
const ALONE_MS = 1000;
/** Slower refusals were queued elsewhere; they do not tell the provider's refusal latency. */
const MAX_REFUSAL_MS = 1500;
/** Even a provider that has refused for hours is asked at least this often. */
const LONGEST_GAP_MS = 120_000;
/** After this many starts the older half is forgotten: more are not needed to measure a rate, and rates change. */
const MEASURED_STARTS = 40;

/** What a refusal teaches. The request is no longer in `inFlight`; `waitMs`: the wait that the provider named. */
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

/** The ramp's refusals come in one burst. After each, the cap is what is still in flight, and no trial starts before the burst ends. */
function afterRamp(state: SchedulerState, waitMs: number | undefined, now: number): SchedulerState {
  const cap = Math.max(1, state.inFlight.size);
  const ownMs = state.inFlight.size === 0 ? ALONE_MS : FIRST_TRIAL_MS;
  return { ...state, cap, nextStartAt: now + Math.max(waitMs ?? ownMs, state.acceptedAfterMs) };
}

function afterTrial(state: SchedulerState, waitMs: number | undefined, now: number): SchedulerState {
  const trialMs = Math.min(MAX_TRIAL_MS, 2 * state.trialMs);
  return { ...state, trialMs, nextStartAt: now + Math.max(waitMs ?? 0, trialMs) };
}

/** A request was refused although another one had finished: the limit is lower than thought, or does not count requests at once. */
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
  // Sent before the last measurement, so part of the same burst.
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
 * The provider's token bucket was empty at `limitMetAt` and is empty now: the starts between used up exactly what was refilled.
 * On average half a token had come when the refused start asked, hence the 0.5; the next start waits for the other half.
 */
function measureRate(
  state: SchedulerState,
  request: StartedRequest,
  waitMs: number | undefined,
  now: number,
): SchedulerState {
  const rate = toRate(state, request.sentAt - state.limitMetAt, 0, now);
  const gapMs = Math.min(LONGEST_GAP_MS, rate.gapMs / (Math.max(0, request.takenBefore) + 0.5));
  // Nothing was taken between several refusals: the time that the provider refused everything does not tell its rate.
  const isGuess = request.takenBefore <= 0 && state.refusedInRow > 1;
  // Limits the wait that the provider named by the measured gap, doubled with each refusal in a row: some name far too long a wait.
  const namedMs = Math.min(waitMs ?? 0, Math.max(gapMs, ALONE_MS) * 2 ** (state.refusedInRow - 1));
  return {
    ...rate,
    gapMs,
    measuredGapMs: isGuess ? undefined : gapMs,
    nextStartAt: now + Math.max(namedMs, gapMs / 2),
  };
}

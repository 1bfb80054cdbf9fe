import { type SchedulerState, type StartedRequest, TRIAL_MS } from './scheduler-state.ts';

/** No start is this late by itself: the computer slept, or nothing was waiting to be sent. */
const IDLE_MS = 10_000;

/** Brings the state to `now`: handles a clock that was set back, time without starts, and requests that now count as accepted. */
export function advanceTo(state: SchedulerState, now: number): SchedulerState {
  let next = now < state.now ? shiftTimes(state, now - state.now) : state;
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
  const checked = withRequest(state, ticket, { ...request, checkAt: undefined });
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

function withRequest(state: SchedulerState, ticket: number, request: StartedRequest): SchedulerState {
  return { ...state, inFlight: new Map(state.inFlight).set(ticket, request) };
}

function shiftTimes(state: SchedulerState, byMs: number): SchedulerState {
  const inFlight = new Map<number, StartedRequest>();
  for (const [ticket, request] of state.inFlight) {
    const checkAt = request.checkAt === undefined ? undefined : request.checkAt + byMs;
    inFlight.set(ticket, { ...request, sentAt: request.sentAt + byMs, checkAt });
  }
  return {
    ...state,
    inFlight,
    nextStartAt: state.nextStartAt + byMs,
    lastFinishedAt: state.lastFinishedAt + byMs,
    lastRefusedAt: state.lastRefusedAt + byMs,
    limitMetAt: state.limitMetAt + byMs,
    shrunkAt: state.shrunkAt + byMs,
    judgedAt: state.judgedAt + byMs,
  };
}

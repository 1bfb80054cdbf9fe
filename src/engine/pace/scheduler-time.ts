import { type SchedulerState, type StartedRequest, TRIAL_MS } from './scheduler-state.ts';

/** Nothing waited for is ever that late: the computer slept, or nothing was waiting to be sent. */
const IDLE_MS = 10_000;

/** Brings the state to `now`: a clock set back, time asleep or idle, and the requests that by now count as accepted. */
export function advanceTo(state: SchedulerState, now: number): SchedulerState {
  let next = now < state.now ? shiftTimes(state, now - state.now) : state;
  const lateMs = now - Math.max(next.now, next.nextStartAt);
  // Time in which nothing could be started says nothing of the rate.
  if (next.mode === 'rate' && lateMs > IDLE_MS) next = { ...next, limitMetAt: next.limitMetAt + lateMs };
  for (;;) {
    const due = earliestCheck(next);
    if (due === undefined || due.at > now) return { ...next, now };
    next = acceptRequest(next, due.ticket, due.at);
  }
}

/** The next moment at which a request in flight counts as accepted. */
export function earliestCheck(state: SchedulerState): { readonly ticket: number; readonly at: number } | undefined {
  let earliest: { ticket: number; at: number } | undefined;
  if (state.mode !== 'cap') return undefined;
  for (const [ticket, { checkAt }] of state.inFlight) {
    if (checkAt !== undefined && (earliest === undefined || checkAt < earliest.at)) earliest = { ticket, at: checkAt };
  }
  return earliest;
}

/** A request in flight was not refused in time, or was answered: what that teaches in mode `cap`. */
export function acceptRequest(state: SchedulerState, ticket: number, at: number): SchedulerState {
  const request = state.inFlight.get(ticket);
  if (request?.checkAt === undefined) return state;
  const checked = withRequest(state, ticket, { ...request, checkAt: undefined });
  if (state.mode !== 'cap') return checked;
  if (request.kind !== 'trial') return { ...checked, refusedSwaps: 0, capProven: true };
  const ended = { ...checked, trialTicket: undefined, nextStartAt: at };
  // Nothing had finished since the refusal: time alone opened the door.
  if (state.lastFinishedAt < state.lastRefusedAt) return toRate(ended, at - state.limitMetAt, state.taken, at);
  // Nothing finished since the trial was sent: there is room for one more.
  if (state.lastFinishedAt < request.sentAt) return { ...ended, cap: state.cap + 1, trialMs: TRIAL_MS };
  return { ...ended, nextStartAt: at + TRIAL_MS };
}

/** Mode `rate`: `taken` starts were accepted in `elapsedMs`. */
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

import type { PaceLimit, SchedulerState, StartedRequest, StartKind } from './pace.ts';

/** The shortest wait before a trial. Each refused trial doubles the wait. */
const TRIAL_MS = 500;

/** Whether a request may start now. */
export type Decision =
  /** Yes; `ticket` identifies the start in later events. */
  | { readonly kind: 'start'; readonly state: SchedulerState; readonly ticket: number }
  /** No; ask again at `until`, or after the next event. */
  | { readonly kind: 'wait'; readonly state: SchedulerState; readonly until: number }
  /** No; ask again after the next event. */
  | { readonly kind: 'hold'; readonly state: SchedulerState };

/** The ramp makes up for the starts of a busy page up to this time. After a longer time nobody wanted to start. */
const BUSY_PAGE_MS = 250;
/** Each start shrinks the gap by this share. */
const SHRINK = {
  /** Until a refusal measures the rate. */
  unmeasured: 0.5,
  /** After that from `most` to `least`: the more starts the measurement includes, the less. */
  most: 0.12,
  least: 0.02,
  /** A true limit refuses again after some starts. The longer no refusal comes, the more doubtful the measured gap is, and the faster it shrinks. */
  doublesMs: 120_000,
} as const;
/** A limit that other programs use too: the gap halves in this time, so that the shares of all become equal. */
const SHARED_HALVES_MS = 8_000;

/** What an earlier film learned about the same provider and model. */
export interface KnownPace {
  /** The provider accepted this many requests in flight. */
  readonly mostAtOnce: number;
}

/** `maxAtOnce`: the person's limit of requests in flight; Infinity: automatic. `known`: from an earlier film. */
export function createScheduler({
  maxAtOnce,
  known,
}: Pick<SchedulerState, 'maxAtOnce'> & { readonly known?: KnownPace | undefined }): SchedulerState {
  return {
    mode: 'ramp',
    maxAtOnce,
    inFlight: new Map(),
    started: 0,
    mostInFlight: 0,
    known,
    now: Number.NEGATIVE_INFINITY,
    nextStartAt: Number.NEGATIVE_INFINITY,
    acceptedAfterMs: 100,
    lastFinishedAt: Number.NEGATIVE_INFINITY,
    lastRefusedAt: Number.NEGATIVE_INFINITY,
    cap: 1,
    capProven: false,
    trialMs: TRIAL_MS,
    trialTicket: undefined,
    refusedSwaps: 0,
    limitMetAt: 0,
    limitMetTicket: 0,
    acceptedStarts: 0,
    gapMs: 0,
    measuredGapMs: undefined,
    shrunkAt: 0,
    judgedAt: 0,
    lastRefusedTicket: 0,
    refusedInRow: 0,
    shortestNamedMs: Number.POSITIVE_INFINITY,
    longestNamedMs: 0,
  };
}

/** Decides whether a request may start; call it while a job is ready. `now` is in ms. The caller continues with the returned state. */
export function decide(state: SchedulerState, now: number): Decision {
  const current = advanceTo(state, now);
  if (current.inFlight.size >= current.maxAtOnce) return { kind: 'hold', state: current };
  if (current.mode === 'cap') return decideByCap(current);
  if (now < current.nextStartAt) return { kind: 'wait', state: current, until: current.nextStartAt };
  return current.mode === 'ramp' ? start(narrowRamp(current), 'ramp') : start(shrinkGap(current), 'rate');
}

function decideByCap(state: SchedulerState): Decision {
  const { now, nextStartAt, trialTicket } = state;
  const hasRoom = state.inFlight.size < state.cap;
  if (hasRoom && !needsTime(state)) return start(state, 'swap');
  if (trialTicket === undefined && now >= nextStartAt) {
    return hasRoom ? start({ ...state, nextStartAt: now + state.trialMs }, 'swap') : start(state, 'trial');
  }
  // When a start counts as accepted, the next one may follow.
  const checkAt = earliestCheck(state)?.at ?? Number.POSITIVE_INFINITY;
  return { kind: 'wait', state, until: trialTicket === undefined ? Math.min(nextStartAt, checkAt) : checkAt };
}

/**
 * The provider refused the request for pace (429: requests come too fast), and may have named a wait. The caller returns the request to the front of its
 * queue.
 */
export function requestRefused(
  state: SchedulerState,
  ticket: number,
  waitMs: number | undefined,
  now: number,
): SchedulerState {
  const current = advanceTo(state, now);
  const request = current.inFlight.get(ticket);
  if (request === undefined) return current;
  return learnFromRefusal(without(current, ticket), ticket, request, waitMs, now);
}

/** The provider answered, perhaps with a failure. The request counts for the limit. */
export function requestFinished(state: SchedulerState, ticket: number, now: number): SchedulerState {
  const current = advanceTo(state, now);
  if (!current.inFlight.has(ticket)) return current;
  return { ...without(acceptRequest(current, ticket, now), ticket), lastFinishedAt: now };
}

/** The request was aborted. Its place is free, and the scheduler learns nothing. */
export function requestCancelled(state: SchedulerState, ticket: number, now: number): SchedulerState {
  const current = advanceTo(state, now);
  const trialTicket = current.trialTicket === ticket ? undefined : current.trialTicket;
  return { ...without(current, ticket), trialTicket };
}

/** The person changed the limit. Requests in flight beyond it continue; none starts until there is room. */
export const withMaxAtOnce = (state: SchedulerState, maxAtOnce: number): SchedulerState => ({ ...state, maxAtOnce });

/** What the scheduler knows about the limit, for the page. 'none': not measured yet. */
export function limitOf(state: SchedulerState): PaceLimit {
  if (state.mode === 'cap' && state.capProven) return { kind: 'at-once', requests: state.cap };
  if (state.mode !== 'rate' || state.measuredGapMs === undefined) return { kind: 'none' };
  return { kind: 'per-minute', requests: Math.max(1, Math.round(60_000 / state.measuredGapMs)) };
}

/** After a refused swap, or if nothing was accepted since the limit was met, a free place is not enough: time must pass, too. */
const needsTime = (state: SchedulerState): boolean => state.refusedSwaps > 0 || state.lastFinishedAt < state.limitMetAt;

/**
 * Makes the next gap of the ramp smaller. 80 requests start within 0.9 s, and few are refused before the first refusal arrives (after about 0.1 s). The first
 * four gaps have 55 ms more, for limits of two or three. Tuned with bench/scheduler-simulation.ts.
 */
function narrowRamp(state: SchedulerState): SchedulerState {
  const started = state.started + 1;
  const { known } = state;
  if (known && started <= known.mostAtOnce) return { ...state, nextStartAt: state.now };
  const from = state.now - state.nextStartAt <= BUSY_PAGE_MS ? state.nextStartAt : state.now;
  return { ...state, nextStartAt: from + 520 / (25 + started) + (started <= 4 ? 55 : 0) };
}

function shrinkGap(state: SchedulerState): SchedulerState {
  const { now } = state;
  if (now - state.shrunkAt < state.acceptedAfterMs) return { ...state, nextStartAt: now + state.gapMs };
  const unrefused = SHRINK.least * 2 ** ((now - state.judgedAt) / SHRINK.doublesMs);
  const measured = Math.min(SHRINK.unmeasured, Math.max(unrefused, SHRINK.most / (1 + state.acceptedStarts / 5)));
  const left = 1 - (state.measuredGapMs === undefined ? SHRINK.unmeasured : measured);
  const gapMs = isShared(state)
    ? Math.max(state.longestNamedMs, state.gapMs * Math.min(left, 2 ** ((state.shrunkAt - now) / SHARED_HALVES_MS)))
    : state.gapMs * left;
  return { ...state, gapMs, shrunkAt: now, nextStartAt: now + gapMs };
}

/** The gap is far longer than every wait that was named, so other programs use the rest of the limit. A wait that is always the same says nothing. */
const isShared = ({ gapMs, shortestNamedMs, longestNamedMs }: SchedulerState): boolean =>
  shortestNamedMs < longestNamedMs && gapMs > 4 * longestNamedMs;

function start(state: SchedulerState, kind: StartKind): Decision {
  const { now } = state;
  const ticket = state.started + 1;
  const checkAt = kind === 'swap' || kind === 'trial' ? now + state.acceptedAfterMs : undefined;
  const inFlight = new Map(state.inFlight).set(ticket, {
    kind,
    sentAt: now,
    acceptedBefore: state.acceptedStarts,
    checkAt,
  });
  const trialTicket = kind === 'trial' ? ticket : state.trialTicket;
  const mostInFlight = Math.max(state.mostInFlight, inFlight.size);
  const acceptedStarts = state.acceptedStarts + 1;
  return {
    kind: 'start',
    ticket,
    state: { ...state, inFlight, mostInFlight, trialTicket, started: ticket, acceptedStarts },
  };
}

function without(state: SchedulerState, ticket: number): SchedulerState {
  const inFlight = new Map(state.inFlight);
  inFlight.delete(ticket);
  return { ...state, inFlight };
}

/** The wait before the first trial if the provider names none. It is longer than most answers take, because a start after an answer risks less. */
const FIRST_TRIAL_MS = 4000;
const MAX_TRIAL_MS = 30_000;
/** The wait after a refusal while no request is accepted and the provider names no wait. */
const ALONE_MS = 1000;
/** The longest refusal that measures the provider's speed. A slower refusal had waited in a queue elsewhere. */
const MAX_REFUSAL_MS = 1500;
/** The longest gap: even a provider that has refused for hours gets a request this often. */
const LONGEST_GAP_MS = 120_000;
/** After this many starts the scheduler forgets the older half: a rate needs no more, and rates change. */
const MEASURED_STARTS = 40;

/** Learns from a refusal. The request is no longer in `inFlight`. `waitMs`: the wait that the provider named. */
function learnFromRefusal(
  state: SchedulerState,
  ticket: number,
  request: StartedRequest,
  waitMs: number | undefined,
  now: number,
): SchedulerState {
  const refusedAfterMs = Math.min(MAX_REFUSAL_MS, now - request.sentAt);
  const known: SchedulerState = {
    ...state,
    acceptedStarts: ticket > state.limitMetTicket ? state.acceptedStarts - 1 : state.acceptedStarts,
    lastRefusedAt: now,
    lastRefusedTicket: ticket,
    refusedInRow: refusalsInRow(state, ticket, request),
    shortestNamedMs: Math.min(state.shortestNamedMs, waitMs ?? Number.POSITIVE_INFINITY),
    longestNamedMs: Math.max(state.longestNamedMs, waitMs ?? 0),
    acceptedAfterMs: Math.max(state.acceptedAfterMs, 2 * refusedAfterMs),
    trialTicket: state.trialTicket === ticket ? undefined : state.trialTicket,
  };
  if (state.mode === 'ramp') return afterRamp({ ...countFrom(known, request), mode: 'cap' }, waitMs, now);
  if (request.kind === 'ramp') return state.mode === 'cap' ? afterRamp(known, waitMs, now) : known;
  if (state.mode === 'rate') return afterRate(known, request, waitMs, now);
  return request.kind === 'trial' ? afterTrial(known, waitMs, now) : afterSwap(known, request, waitMs, now);
}

function refusalsInRow(state: SchedulerState, ticket: number, request: StartedRequest): number {
  if (state.mode !== 'rate') return 1;
  if (request.sentAt <= state.judgedAt) return state.refusedInRow;
  return ticket === state.lastRefusedTicket + 1 ? state.refusedInRow + 1 : 1;
}

/** Restarts the count of starts at the start that was refused. */
function countFrom(state: SchedulerState, request: StartedRequest): SchedulerState {
  const ticket = state.lastRefusedTicket;
  return { ...state, limitMetAt: request.sentAt, limitMetTicket: ticket, acceptedStarts: state.started - ticket };
}

/** The ramp's refusals come in one burst. Each sets the cap to the number still in flight, and no trial starts before the burst ends. */
function afterRamp(state: SchedulerState, waitMs: number | undefined, now: number): SchedulerState {
  const cap = Math.max(1, state.inFlight.size);
  const ownMs = state.inFlight.size === 0 ? ALONE_MS : FIRST_TRIAL_MS;
  return { ...state, cap, nextStartAt: now + Math.max(waitMs ?? ownMs, state.acceptedAfterMs) };
}

function afterTrial(state: SchedulerState, waitMs: number | undefined, now: number): SchedulerState {
  const trialMs = Math.min(MAX_TRIAL_MS, 2 * state.trialMs);
  return { ...state, trialMs, nextStartAt: now + Math.max(waitMs ?? 0, trialMs) };
}

/** A swap was refused although a request had finished. The limit is lower than assumed, or it does not count requests at once. */
function afterSwap(
  state: SchedulerState,
  request: StartedRequest,
  waitMs: number | undefined,
  now: number,
): SchedulerState {
  const refusedSwaps = state.refusedSwaps + 1;
  if (refusedSwaps >= 2 || request.acceptedBefore === 0)
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
  // This request was sent before the last measurement, so it belongs to the same burst.
  if (request.sentAt <= state.judgedAt) {
    return { ...state, nextStartAt: Math.max(state.nextStartAt, now + state.gapMs / 2) };
  }
  const measured = measureRate(state, request, waitMs, now);
  if (isOutdated(state)) return countFrom(measured, request);
  if (request.acceptedBefore <= MEASURED_STARTS) return measured;
  return {
    ...measured,
    limitMetAt: state.limitMetAt + (request.sentAt - state.limitMetAt) / 2,
    acceptedStarts: measured.acceptedStarts - request.acceptedBefore / 2,
  };
}

/** Since its measurement the gap has shrunk below its half, and the provider accepted starts: the limit has changed. */
const isOutdated = ({ measuredGapMs = 0, gapMs }: SchedulerState): boolean => measuredGapMs > 2 * gapMs;

/**
 * Measures the rate. The provider's token bucket was empty at `limitMetAt` and is empty now, so the starts in between used exactly what was refilled. On
 * average half a token was there when the refused start came, hence the 0.5. The next start waits for the other half.
 */
function measureRate(
  state: SchedulerState,
  request: StartedRequest,
  waitMs: number | undefined,
  now: number,
): SchedulerState {
  // Refused although the scheduler waited for the measured gap: the provider refuses everything now, and this time does not show its rate.
  const isShut = state.refusedInRow > 2 && state.measuredGapMs !== undefined;
  const limitMetAt = state.limitMetAt + (isShut ? request.sentAt - state.judgedAt : 0);
  const rate = toRate({ ...state, limitMetAt }, request.sentAt - limitMetAt, 0, now);
  // An outdated measurement includes time in which the provider refilled more than the starts used, so its bucket overflowed.
  const longestMs = isOutdated(state) ? 2 * state.gapMs : LONGEST_GAP_MS;
  const gapMs = Math.min(longestMs, rate.gapMs / (Math.max(0, request.acceptedBefore) + 0.5));
  const ownMs = Math.min(LONGEST_GAP_MS, isShut ? gapMs * 2 ** (state.refusedInRow - 2) : gapMs) / 2;
  // The provider accepted nothing between several refusals. That time does not show its rate.
  const isGuess = request.acceptedBefore <= 0 && state.refusedInRow > 1;
  // Some providers name far too long a wait. It may be at most the measured gap, doubled with each refusal in a row.
  const namedMs = Math.min(waitMs ?? 0, Math.max(gapMs, ALONE_MS) * 2 ** (state.refusedInRow - 1));
  return {
    ...rate,
    gapMs,
    measuredGapMs: isGuess ? undefined : gapMs,
    nextStartAt: now + Math.max(namedMs, ownMs),
  };
}

/** No start is this late without a cause: the computer slept, or nothing was waiting to be sent. */
const IDLE_MS = 10_000;

/** Brings the state to `now`: skips time without starts, and accepts requests that now count as accepted. */
function advanceTo(state: SchedulerState, now: number): SchedulerState {
  const lateMs = now - Math.max(state.now, state.nextStartAt);
  // With a cap, requests in flight may be the reason why nothing starts.
  const isMeasured = state.mode === 'rate' || (state.mode === 'cap' && state.inFlight.size === 0);
  let next = isMeasured && lateMs > IDLE_MS ? withoutTime(state, lateMs) : state;
  for (;;) {
    const due = earliestCheck(next);
    if (due === undefined || due.at > now) return { ...next, now };
    next = acceptRequest(next, due.ticket, due.at);
  }
}

/** Time without starts does not count for the rate. Requests in flight move along, so that a late refusal belongs to no earlier burst. */
const withoutTime = (state: SchedulerState, ms: number): SchedulerState => ({
  ...state,
  inFlight: new Map([...state.inFlight].map(([ticket, each]) => [ticket, { ...each, sentAt: each.sentAt + ms }])),
  limitMetAt: state.limitMetAt + ms,
  judgedAt: state.judgedAt + ms,
  lastFinishedAt: state.lastFinishedAt + ms,
});

/** The earliest time at which a request in flight will count as accepted. */
function earliestCheck(state: SchedulerState): { readonly ticket: number; readonly at: number } | undefined {
  let earliest: { ticket: number; at: number } | undefined;
  if (state.mode !== 'cap') return undefined;
  for (const [ticket, { checkAt }] of state.inFlight) {
    if (checkAt !== undefined && (earliest === undefined || checkAt < earliest.at)) earliest = { ticket, at: checkAt };
  }
  return earliest;
}

/** In mode `cap`: a request was answered, or was not refused within `acceptedAfterMs`, and so counts as accepted. */
function acceptRequest(state: SchedulerState, ticket: number, at: number): SchedulerState {
  const request = state.inFlight.get(ticket);
  if (request?.checkAt === undefined) return state;
  const inFlight = new Map(state.inFlight).set(ticket, { ...request, checkAt: undefined });
  const checked = { ...state, inFlight };
  if (state.mode !== 'cap') return checked;
  if (request.kind !== 'trial') return { ...checked, refusedSwaps: 0, capProven: true };
  const ended = { ...checked, trialTicket: undefined, nextStartAt: at };
  // No request ended since the refusal, yet this one was accepted: so the limit counts requests in a time, not requests at once.
  if (state.lastFinishedAt < state.lastRefusedAt) return toRate(ended, at - state.limitMetAt, state.acceptedStarts, at);
  // No request finished since the trial was sent, so the provider accepts one more at once.
  if (state.lastFinishedAt < request.sentAt) return { ...ended, cap: state.cap + 1, trialMs: TRIAL_MS };
  return { ...ended, nextStartAt: at + TRIAL_MS };
}

/** Enters mode `rate`. `acceptedStarts` starts were accepted in `elapsedMs`. */
function toRate(state: SchedulerState, elapsedMs: number, acceptedStarts: number, now: number): SchedulerState {
  return {
    ...state,
    mode: 'rate',
    trialTicket: undefined,
    gapMs: Math.max(1, elapsedMs) / Math.max(1, acceptedStarts),
    shrunkAt: now,
    judgedAt: now,
  };
}

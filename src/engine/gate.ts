import type { Clock } from '../clock/clock.ts';
import type { SchedulerState } from './pace.ts';
import type { Pace } from './run-state.ts';
import {
  createScheduler,
  decide,
  type KnownPace,
  limitOf,
  requestCancelled,
  requestFinished,
  requestRefused,
  withMaxAtOnce,
} from './scheduler.ts';

interface GateOptions<Ready> {
  readonly clock: Clock;
  /** The most requests in flight: the person's limit, or the automatic one. Read at each decision. */
  readonly maxAtOnce: () => number;
  /** True if the next call asks for half price. Each price tier has a pace of its own. */
  readonly isHalfPrice: () => boolean;
  /** The next call. undefined: no call may start. */
  readonly nextReady: () => Ready | undefined;
  /** The implementation calls `onEnd` once, when the call has ended. */
  readonly start: (ready: Ready, onEnd: OnCallEnd) => void;
  readonly onPace: (pace: Pace) => void;
  /** Returns the pace that an earlier film learned. Read when a film begins. */
  readonly recallPace: () => KnownPace | undefined;
}

/**
 * How a request ended, for the scheduler. `refusedForMs`: the provider refused it for pace (429: requests come too fast); the wait in ms, if the provider
 * named one.
 */
export type RequestEnd = 'finished' | 'cancelled' | { readonly refusedForMs: number | undefined };

/** Reports how one call ended. Calls that started before the last reset() teach the scheduler nothing. */
export type OnCallEnd = (end: RequestEnd) => void;

/**
 * Number of starts in one task. One start per task is slow, because each task waits for the clock's worker. After a long task, all delayed starts together
 * would block the page again.
 */
const STARTS_A_TASK = 3;

/** Starts the calls of jobs at the pace that the scheduler allows. */
export function createGate<Ready>(options: GateOptions<Ready>) {
  const { clock } = options;
  const create = (known?: KnownPace) => createScheduler({ maxAtOnce: options.maxAtOnce(), known });
  type Tier = 'standard' | 'half';
  const createTiers = (): Record<Tier, SchedulerState> => ({ standard: create(options.recallPace()), half: create() });
  let tiers = createTiers();
  let resets = 0;
  /** Counts the calls of both tiers, and those from before a reset: the person's limit holds for all of them. */
  let inFlight = 0;
  let cancelWake = () => {};
  let pumping = false;

  const tierNow = (): Tier => (options.isHalfPrice() ? 'half' : 'standard');

  function pump(): void {
    if (pumping) return;
    pumping = true;
    cancelWake();
    const tier = tierNow();
    const others = inFlight - tiers[tier].inFlight.size;
    tiers[tier] = withMaxAtOnce(tiers[tier], options.maxAtOnce() - others);
    let starts = 0;
    while (starts < STARTS_A_TASK && startOne(tier)) starts++;
    if (starts === STARTS_A_TASK) cancelWake = clock.after(0, pump);
    pumping = false;
  }

  /** Returns false when no job is ready, or when none may start yet. */
  function startOne(tier: Tier): boolean {
    const ready = options.nextReady();
    if (ready === undefined) return false;
    const now = clock.now();
    const decision = decide(tiers[tier], now);
    tiers[tier] = decision.state;
    if (decision.kind === 'start') {
      const { ticket } = decision;
      const startedAfter = resets;
      inFlight++;
      options.start(ready, (end) => {
        inFlight--;
        if (startedAfter === resets) tiers[tier] = ended(tiers[tier], ticket, end, clock.now());
      });
      return true;
    }
    const nextAt = decision.kind === 'wait' ? decision.until : now;
    if (decision.kind === 'wait') cancelWake = clock.after(nextAt - now, pump);
    options.onPace({ nextAt, limit: limitOf(tiers[tier]) });
    return false;
  }

  return {
    /** Starts what may start now. To be called after every change that may allow a start. */
    pump,
    /** True if the provider refused a call for pace after `at` (ms since 1970). A call that started before then must wait for its turn again. */
    isRefusedSince: (at: number) => tiers[tierNow()].lastRefusedAt > at,
    /** What was learned about the provider's pace at the standard price, for the next film. */
    found: () => knownPaceOf(tiers.standard),
    /** Forgets what was learned about the limit: the next film may use another provider. */
    reset() {
      resets++;
      tiers = createTiers();
    },
    /** Cancels the timer. The gate then sleeps until the next pump(). */
    dispose: () => cancelWake(),
  };
}

function ended(scheduler: SchedulerState, ticket: number, end: RequestEnd, now: number): SchedulerState {
  if (end === 'finished') return requestFinished(scheduler, ticket, now);
  if (end === 'cancelled') return requestCancelled(scheduler, ticket, now);
  return requestRefused(scheduler, ticket, end.refusedForMs, now);
}

/**
 * What a film has learned about its provider and model that helps the next film; undefined: nothing. The limit itself does not help: the next ramp finds it
 * within a second, and a start with the known limit saves neither time nor refusals (bench/scheduler-simulation.ts: ratio 1.05 against 1.04 at 8 at once, 1.00
 * against 1.00 at 60 a minute).
 */
export function knownPaceOf(state: SchedulerState): KnownPace | undefined {
  const wasRefused = state.lastRefusedAt > Number.NEGATIVE_INFINITY;
  if (wasRefused || state.mostInFlight === 0) return undefined;
  // A short film has fewer requests in flight than a long film had, so the larger number counts.
  return { mostAtOnce: Math.max(state.mostInFlight, state.known?.mostAtOnce ?? 0) };
}

/** The page is not drawn again if the time of the next start changes by less than this. */
const PACE_STEP_MS = 500;

/** Whether `pace` differs visibly from the pace that is shown. `now`: ms since 1970. */
export const isPaceNews = (shown: Pace | null, pace: Pace, now: number): boolean =>
  shown === null
    ? pace.limit.kind !== 'none' || pace.nextAt - now > PACE_STEP_MS
    : Math.abs(pace.nextAt - shown.nextAt) > PACE_STEP_MS ||
      JSON.stringify([pace.limit, pace.endpoint, pace.refusal]) !==
        JSON.stringify([shown.limit, shown.endpoint, shown.refusal]);

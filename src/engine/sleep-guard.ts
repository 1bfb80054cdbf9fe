import type { Clock } from '../clock/clock.ts';
import { watchSleep } from '../clock/sleep-watch.ts';
import type { Flight, Flights } from './flights.ts';
import type { Job } from './jobs/job.ts';

export interface SleepGuard {
  /** A request was sent: from now on a sleep is noticed. */
  watch(): void;
  /** A request has ended. */
  landed(flight: Flight): void;
  dispose(): void;
}

export interface SleepGuardOptions {
  readonly clock: Clock;
  readonly flights: Pick<Flights, 'size' | 'abandon'>;
  /** Called with the jobs whose requests were aborted after a sleep; they must be sent again. */
  readonly onAbandoned: (jobs: readonly Job[]) => void;
}

/** Waited after a sleep, and again after each answer: a busy page needs time to work through hundreds of paid answers. */
const WAKE_GRACE_MS = 3_000;
/** Waited where the time of day may only have been set forward: then the answers under way come, and aborting them would pay them twice. */
const UNCERTAIN_GRACE_MS = 60_000;

/** Aborts requests that were in flight while the computer slept: they may never be answered. */
export function createSleepGuard({ clock, flights, onAbandoned }: SleepGuardOptions): SleepGuard {
  /** In ms since 1970, while requests from before a sleep are waited for. */
  let wokeAt = Number.NEGATIVE_INFINITY;
  let graceMs = WAKE_GRACE_MS;
  let cancelGrace = () => {};
  let unwatch: (() => void) | undefined;

  function awaitOldAnswers(): void {
    cancelGrace();
    cancelGrace = clock.after(graceMs, () => {
      const abandoned = flights.abandon(({ startedAt }) => startedAt < wokeAt);
      wokeAt = Number.NEGATIVE_INFINITY;
      onAbandoned(abandoned);
    });
  }

  function stopWatching(): void {
    unwatch?.();
    unwatch = undefined;
  }

  return {
    watch() {
      unwatch ??= watchSleep(clock, ({ isCertain }) => {
        wokeAt = clock.now();
        graceMs = isCertain ? WAKE_GRACE_MS : UNCERTAIN_GRACE_MS;
        awaitOldAnswers();
      });
    },
    landed({ startedAt }) {
      if (startedAt < wokeAt) awaitOldAnswers();
      if (flights.size === 0) stopWatching();
    },
    dispose() {
      stopWatching();
      cancelGrace();
    },
  };
}

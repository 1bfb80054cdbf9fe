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

/** Aborts requests that were in flight while the computer slept: they may never be answered. */
export function createSleepGuard({ clock, flights, onAbandoned }: SleepGuardOptions): SleepGuard {
  /** In ms since 1970, while requests from before a sleep are waited for. */
  let wokeAt = Number.NEGATIVE_INFINITY;
  let cancelGrace = () => {};
  let unwatch: (() => void) | undefined;

  function awaitOldAnswers(): void {
    cancelGrace();
    cancelGrace = clock.after(WAKE_GRACE_MS, () => {
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
      unwatch ??= watchSleep(clock, () => {
        wokeAt = clock.now();
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

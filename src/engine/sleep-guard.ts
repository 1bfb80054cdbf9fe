import type { Clock } from '../clock/clock.ts';
import { watchSleep } from '../clock/sleep-watch.ts';
import type { Flight, Flights } from './flights.ts';
import type { Job } from './job.ts';

export interface SleepGuard {
  /** A request is under way: from now on a sleep is noticed. */
  watch(): void;
  /** A request has ended. */
  landed(flight: Flight): void;
  dispose(): void;
}

export interface SleepGuardOptions {
  readonly clock: Clock;
  readonly flights: Pick<Flights, 'size' | 'abandon'>;
  /** Requests that hung through a sleep were aborted; their jobs are to be sent again. */
  readonly onAbandoned: (jobs: readonly Job[]) => void;
}

/**
 * After a sleep, answers that were on their way get this long, each one anew, before the other requests are sent again.
 * A page that was only held up takes long to work through hundreds of answers, and all of them are paid for.
 */
const WAKE_GRACE_MS = 3_000;

/** Requests that were under way while the computer slept may never be answered: after a time of grace they are given up. */
export function createSleepGuard({ clock, flights, onAbandoned }: SleepGuardOptions): SleepGuard {
  /** ms since the epoch, as long as requests from before a sleep are waited for. */
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

  function rest(): void {
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
      if (flights.size === 0) rest();
    },
    dispose() {
      rest();
      cancelGrace();
    },
  };
}

import type { Clock } from '../clock/clock.ts';
import type { Job } from './jobs/job.ts';
import type { RunHealth } from './run-health.ts';
import { plannedRetries } from './state/planned-retries.ts';
import type { RunEvent } from './state/run-events.ts';
import { isLeftToRun } from './state/run-selectors.ts';
import type { PauseKind, RunState } from './state/run-state.ts';

/** What calls of every kind show of the provider, and what that means for the run. */
export interface SharedProvider {
  /** It answered a call that was begun then (ms since the epoch), be it with a refusal: an outage is over, and all that failed by it goes on. */
  replied(startedAt: number): void;
  /** Network or server failed a job that is no batch: it counts among those that make an outage, and pauses nothing by itself. */
  unanswered(job: Job): void;
  /** Every batch that is still to be sent would fail as a job has that is no batch. */
  failsAll(kind: PauseKind, message: string): void;
  pause(kind: PauseKind, message: string): void;
  pauseOffline(): void;
}

interface SharedProviderOptions {
  readonly getState: () => RunState;
  readonly dispatch: (event: RunEvent) => void;
  readonly clock: Clock;
}

export function createSharedProvider(
  { getState, dispatch, clock }: SharedProviderOptions,
  health: RunHealth,
): SharedProvider {
  function pause(kind: PauseKind, message: string): void {
    const { paused, details } = getState();
    const waitsForPerson = paused?.reason === 'person' || paused?.reason === 'failure';
    // A batch that was asked for by hand runs while the run is paused: it is to be held up as well, and the reason told.
    if (waitsForPerson && !details.some(({ byHand }) => byHand)) return;
    dispatch({ type: 'run-paused', pause: { reason: 'failure', kind, message } });
  }

  return {
    pause,
    replied(startedAt) {
      // A call from before the outage says nothing of now.
      const isUp = health.replied(startedAt);
      if (!isUp || getState().paused?.reason !== 'outage') return;
      dispatch({ type: 'run-resumed', byPerson: false });
      dispatch({ type: 'retries-due', indexes: plannedRetries(getState()) });
    },
    unanswered(job) {
      health.unanswered(job, clock.now());
    },
    failsAll(kind, message) {
      if (getState().paused === null && isLeftToRun(getState())) pause(kind, message);
    },
    pauseOffline() {
      const { paused } = getState();
      if (paused === null || paused.reason === 'outage') dispatch({ type: 'run-paused', pause: { reason: 'offline' } });
    },
  };
}

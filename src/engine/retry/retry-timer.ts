import { nextRetryAt, plannedRetries } from '../state/planned-retries.ts';
import type { RunOptions } from '../state/run-options.ts';
import { isHolder, isLeftToRun, progress } from '../state/run-selectors.ts';
import type { RunState } from '../state/run-state.ts';
import { LONGEST_WAIT_MS } from './unanswered-call.ts';

export interface RetryTimerOptions extends Pick<RunOptions, 'getState' | 'subscribe' | 'dispatch' | 'clock'> {
  /** Called when a retry may start. */
  readonly onDue: () => void;
}

/**
 * Wakes the run when a failed batch, or an outage's next try, is due: one timer, set by the state after each change. The returned
 * function ends it.
 */
export function createRetryTimer({ getState, subscribe, dispatch, clock, onDue }: RetryTimerOptions): () => void {
  let cancel = () => {};
  let planned: number | undefined;
  /** When `planned` comes: sooner than it says where the time of day was set back between two visits of the page. */
  let dueAt = 0;

  function plan(): void {
    const at = nextWakeAt(getState());
    if (at === planned) return;
    cancel();
    planned = at;
    if (at === undefined) return;
    const now = clock.now();
    dueAt = Math.min(at, now + LONGEST_WAIT_MS);
    cancel = clock.after(Math.max(0, dueAt - now), wake);
  }

  function wake(): void {
    const state = getState();
    const now = clock.now();
    if (now < dueAt) {
      // Timers may fire a moment early.
      cancel = clock.after(dueAt - now, wake);
      return;
    }
    if (isOutageForNothing(state)) dispatch({ type: 'run-resumed', byPerson: false });
    const indexes = plannedRetries(state).filter(
      (index) => (state.details[index]?.retry?.at ?? 0) <= Math.max(now, planned ?? now),
    );
    if (state.paused === null && indexes.length > 0) dispatch({ type: 'retries-due', indexes });
    onDue();
  }

  const unsubscribe = subscribe(plan);
  plan();
  return () => {
    unsubscribe();
    cancel();
  };
}

/** No batch is in flight or left to run, so that the outage holds nothing up. */
const isOutageForNothing = (state: RunState): boolean =>
  state.paused?.reason === 'outage' && progress(state).loading === 0 && !isLeftToRun(state);

/** In ms since 1970; undefined: nothing to wait for. */
function nextWakeAt(state: RunState): number | undefined {
  const { paused } = state;
  if (!isHolder(state)) return undefined;
  if (paused?.reason === 'outage') return isOutageForNothing(state) ? 0 : paused.nextTryAt;
  if (paused !== null) return undefined;
  return nextRetryAt(state);
}

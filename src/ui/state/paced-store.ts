import { isPending } from '../../engine/run-selectors.ts';
import type { Session } from '../../session/session.ts';
import type { SessionState } from '../../session/session-state.ts';

/** Painting costs about the same however little has changed, and a run changes something all the time. */
const PAUSE_MS = 125;

/** What a run changes with each of its steps. */
const STEPS_OF_A_RUN: ReadonlySet<string> = new Set<keyof SessionState>(['results', 'details', 'pace']);

/**
 * The session's state as the page shows it. While a run goes on its steps come at most eight times a second, several together.
 * Whatever else changes comes at once: what a click has done, a text being edited, a batch opened, a pause, the end of the run.
 */
export type PacedStore = Session['store'];

/** Follows the session while somebody listens. */
export function createPacedStore(store: Session['store']): PacedStore {
  const listeners = new Set<(after: SessionState, before: SessionState) => void>();
  let shown = store.getState();
  let pause: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | undefined;

  function show(): void {
    const [after, before] = [store.getState(), shown];
    shown = after;
    pause = setTimeout(endPause, PAUSE_MS);
    for (const listener of listeners) listener(after, before);
  }

  function endPause(): void {
    pause = undefined;
    catchUp();
  }

  function catchUp(): void {
    if (shown === store.getState()) return;
    clearTimeout(pause);
    show();
  }

  function onState(after: SessionState): void {
    if (pause !== undefined && isPending(after) && isStep(after, shown)) return;
    catchUp();
  }

  return {
    getInitialState: store.getInitialState,
    getState() {
      if (!unfollow) shown = store.getState();
      return shown;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (!unfollow) {
        shown = store.getState();
        unfollow = store.subscribe(onState);
        // Here the click has done what it does.
        window.addEventListener('click', catchUp);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unfollow?.();
        unfollow = undefined;
        window.removeEventListener('click', catchUp);
        clearTimeout(pause);
        pause = undefined;
      };
    },
  };
}

const isStep = (after: SessionState, before: SessionState): boolean =>
  (Object.keys(after) as (keyof SessionState)[]).every(
    (fact) => STEPS_OF_A_RUN.has(fact) || after[fact] === before[fact],
  );

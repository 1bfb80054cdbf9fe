import { isPending } from '../../engine/run-state.ts';
import type { Work } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import { createCalls } from '../../lib/port.ts';

/** Drawing takes about the same time however little has changed, and a run changes something all the time. */
const PAUSE_MS = 125;

/** A drawing that takes longer is overtaken. */
const MOST_PAUSES = 8;

/** The parts of the state that change with each step of a run. */
const STEPS_OF_A_RUN: ReadonlySet<string> = new Set<keyof Work>(['batches', 'pace', 'spent', 'provenances']);

/**
 * The session's state as the page shows it. Without a run each change is shown at once. During a run, what a click or typing
 * changes is shown at once, the run's steps at most eight times a second, and other changes (a pause, the end) in the next task,
 * since the engine's own task is long enough. A step waits for what is still drawn in slices (useDeferredValue), a second at most:
 * React begins a drawing anew with each change, so that on a slow machine the steps of a run would keep it from ever ending.
 */
export interface PacedStore extends Readonly<Session['store']> {
  /** Tells that all of this state is drawn. A store that is never told waits for no drawing. */
  tellDrawn(state: Work): void;
}

/** Follows the session while it has subscribers. */
export function createPacedStore(store: Session['store']): PacedStore {
  let shown = store.getState();
  let drawn: Work | undefined;
  let pauses = 0;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined;

  const {
    isUsed,
    call: tell,
    use: subscribe,
  } = createCalls<[after: Work, before: Work]>(() => {
    shown = store.getState();
    const unsubscribe = store.subscribe(onState);
    // Called last, after the click's other listeners have changed the state.
    window.addEventListener('click', catchUp);
    return () => {
      unsubscribe();
      window.removeEventListener('click', catchUp);
      clearTimeout(catchUpTimer);
      clearTimeout(pauseTimer);
      catchUpTimer = undefined;
      pauseTimer = undefined;
    };
  });

  function catchUp(): void {
    clearTimeout(catchUpTimer);
    catchUpTimer = undefined;
    const [after, before] = [store.getState(), shown];
    if (after === before) return;
    shown = after;
    pauses = 0;
    clearTimeout(pauseTimer);
    pauseTimer = setTimeout(endPause, PAUSE_MS);
    tell(after, before);
  }

  function endPause(): void {
    pauses++;
    if (drawn && drawn !== shown && pauses < MOST_PAUSES) {
      pauseTimer = setTimeout(endPause, PAUSE_MS);
      return;
    }
    pauseTimer = undefined;
    catchUp();
  }

  function onState(after: Work): void {
    if (!isPending(shown) || isTyped(after, shown)) catchUp();
    else if (!pauseTimer || !isPending(after) || !isStep(after, shown)) catchUpTimer ??= setTimeout(catchUp);
  }

  return {
    getInitialState: store.getInitialState,
    tellDrawn(state) {
      drawn = state;
    },
    getState() {
      if (!isUsed()) shown = store.getState();
      return shown;
    },
    subscribe,
  };
}

/** The result and the film notes are what can be edited during a run. */
const isTyped = (after: Work, before: Work): boolean =>
  (after.ownResult !== null && after.translated !== before.translated) || after.notes !== before.notes;

const isStep = (after: Work, before: Work): boolean =>
  (Object.keys(after) as (keyof Work)[]).every((fact) => STEPS_OF_A_RUN.has(fact) || after[fact] === before[fact]);

import type { CreateRun, Run } from '../engine/dispatcher.ts';
import { hasBatches, isAnyWaiting, isCalling, isLeftToRun, plannedRetries } from '../engine/run-state.ts';
import { canStop, EMPTY_WORK, type SessionEvent, type StateAccess, type Work } from './film.ts';
import { sessionReducer } from './reducer.ts';
import type { EarlySession } from './session-later.ts';

interface FilmsOptions {
  readonly early: Pick<EarlySession, 'store' | 'others'>;
  readonly createRun: CreateRun;
  /** Changes the open film. */
  readonly dispatch: (event: SessionEvent) => void;
  /** Called after a batch's result of the open film was stored. */
  readonly onBatchFinished: () => void;
}

/** A film of the series that is not open, as commands use it. */
export interface OtherFilm extends StateAccess {
  readonly run: Run;
}

interface Slot extends OtherFilm {
  readonly place: {
    /** The film's key in `others`; null: it is the open film. */
    id: string | null;
  };
}

/** True if calls of this film are under way, or are left to be made. */
export const isFilmBegun = (state: Work): boolean => isCalling(state) || isLeftToRun(state) || isAnyWaiting(state);

/** False for `costOfFilm`. */
export const isFilmWhole = (state: Work): boolean => hasBatches(state) || state.sourceText !== '';

/** What is left of a film whose lines are not in memory: its cost, which counts towards the limit of money. */
export const costOfFilm = ({ id, spent }: Pick<Work, 'id' | 'spent'>): Work => ({ ...EMPTY_WORK, id, spent });

/**
 * The runs of all films of a series. Each run reads and changes its film wherever it is: the open film in the session's store, each other film in
 * `others`. So another film can be opened while requests are under way.
 */
export function createFilms({ early: { store, others }, createRun, dispatch, onBatchFinished }: FilmsOptions) {
  let isOver = false;
  let slots: readonly Slot[] = [];
  let open = createSlot(null);

  const put = (id: string, state: Work | undefined) => {
    const next = new Map(others.getState());
    if (state) next.set(id, state);
    else next.delete(id);
    if (!isOver) others.setState(next, true);
  };

  function createSlot(id: string | null): Slot {
    const place: Slot['place'] = { id };
    const getState = () => (place.id === null ? store.getState() : (others.getState().get(place.id) ?? EMPTY_WORK));
    const access = {
      getState,
      dispatch(event: SessionEvent) {
        if (place.id === null) dispatch(event);
        else put(place.id, sessionReducer(getState(), event));
      },
    };
    const slot: Slot = {
      ...access,
      place,
      run: createRun({
        ...access,
        subscribe(onChange) {
          let seen = getState();
          const follow = () => {
            if (seen === getState()) return;
            seen = getState();
            onChange();
          };
          const ends = [store.subscribe(follow), others.subscribe(follow)];
          return () => {
            for (const end of ends) end();
          };
        },
        onBatchFinished() {
          if (place.id === null) onBatchFinished();
        },
      }),
    };
    slots = [...slots, slot];
    return slot;
  }

  const otherSlots = () => slots.filter(({ place }) => place.id !== null);
  const otherOf = (id: string) => slots.find(({ place }) => place.id === id);
  /** A failure that would meet every film; undefined: there is none. */
  const failureOfAll = () =>
    slots
      .map((slot) => slot.getState().paused)
      .find((pause) => pause?.reason === 'failure' || pause?.reason === 'outage') ?? undefined;

  return {
    /** The run of the film that is open when it is called. */
    run: {
      pump: () => open.run.pump(),
      goOn: () => open.run.goOn(),
      goFirst: () => open.run.goFirst(),
      reset: () => open.run.reset(),
      stop: (jobId) => open.run.stop(jobId),
      finish: async () => void (await Promise.all(slots.map(({ run }) => run.finish()))),
      abort: (jobId) => open.run.abort(jobId),
      dispose() {
        isOver = true;
        for (const { run } of slots) run.dispose();
      },
    } as Run,
    others: (): readonly OtherFilm[] => otherSlots(),
    /** Takes a film of the series into memory. What it still needs is sent, after all films that came before. `isStopped`: it waits for Resume. */
    take(state: Work, isStopped: boolean): void {
      if (isOver || state.id === store.getState().id) return;
      const pause = isStopped ? ({ reason: 'person' } as const) : failureOfAll();
      const isHeld = pause !== undefined && state.paused === null && isLeftToRun(state);
      const slot = otherOf(state.id);
      put(state.id, state);
      const { run, dispatch } = slot ?? createSlot(state.id);
      if (isHeld) dispatch({ type: 'run-paused', pause });
      run.pump();
    },
    /** Continues one film, unless a failure has paused the others. */
    goOnAlone(id: string): void {
      const slot = otherOf(id);
      if (!slot) return;
      const pause = failureOfAll();
      if (pause) slot.dispatch({ type: 'run-paused', pause });
      else resumeOther(slot);
      slot.run.pump();
    },
    /** Drops the lines of a film that is stored. */
    drop(id: string): void {
      const state = others.getState().get(id);
      if (state && otherOf(id)) put(id, costOfFilm(state));
    },
    /**
     * Makes another film the open one, and the open one another film. Requests of both stay under way. `state`: the film that comes, if it is not in
     * memory.
     */
    swap(state: Work): void {
      const left = store.getState();
      const { id } = state;
      const known = others.getState().get(id);
      const coming = known && isFilmWhole(known) ? known : state;
      put(id, coming);
      const slot = otherOf(id) ?? createSlot(id);
      put(left.id, left);
      open.place.id = left.id;
      open = slot;
      slot.place.id = null;
      dispatch({ type: 'film-opened', state: coming });
      put(id, undefined);
      slot.run.goFirst();
    },
  };
}

export function stopReading({ getState, dispatch }: StateAccess): void {
  const { reading } = getState();
  if (reading?.stage === 'waiting') dispatch({ type: 'reading-changed', reading: { ...reading, stage: 'stopped' } });
  if (reading?.stage === 'loading') dispatch({ type: 'reading-changed', reading: { ...reading, stage: 'last' } });
}

/** Stops what is sent for a film that is not open. `now`: also drops the answers under way. */
export function stopOther(film: OtherFilm, now: boolean): void {
  const state = film.getState();
  if (!canStop(state) && !isCalling(state)) return;
  if (canStop(state)) film.dispatch({ type: 'run-paused', pause: { reason: 'person' } });
  stopReading(film);
  if (now) film.run.abort();
  else film.run.stop();
}

/** Continues a film that is not open, if it was begun. */
export function resumeOther({ getState, dispatch, run }: OtherFilm): void {
  if (!isLeftToRun(getState())) return;
  if (getState().paused !== null) return run.goOn();
  dispatch({ type: 'retries-due', indexes: plannedRetries(getState()) });
}

import type { Clock } from '../clock/clock.ts';
import type { CreateRun } from '../engine/dispatcher.ts';
import type { Run } from '../engine/job.ts';
import {
  failedBatches,
  hasBatches,
  isAnyWaiting,
  isCalling,
  isLeftToRun,
  isReadingNext,
  plannedRetries,
} from '../engine/run-state.ts';
import { memoizeLast } from '../lib/memo.ts';
import { endedNow, spentBesides } from '../prices/price.ts';
import { canResume, canStop, EMPTY_WORK, type FilmInRun, isInSeries, type SessionEvent, type Work } from './film.ts';
import { stopReading } from './reading-commands.ts';
import { sessionReducer } from './reducer.ts';
import type { Press, PressedSince, Session, WhichAgain } from './session.ts';
import type { EarlySession } from './session-later.ts';
import { partedHistory, withSeriesNotes } from './steps.ts';

/** An opened project waits this long for the answers under way. */
const LONGEST_WAIT_MS = 60_000;

interface FilmsOptions {
  readonly early: Pick<EarlySession, 'store' | 'others'>;
  readonly clock: Clock;
  readonly createRun: CreateRun;
  /** Changes the open film. */
  readonly dispatch: (event: SessionEvent) => void;
  /** Called after the session has stored a batch's result of the open film. */
  readonly onBatchFinished: () => void;
}

interface Slot extends FilmInRun {
  readonly place: {
    /** The film's key in `others`; null: it is the open film. */
    id: string | null;
  };
}

/** True if requests of this film are not answered yet, or still have to be sent. */
export const isFilmBegun = (state: Work): boolean => isCalling(state) || isLeftToRun(state) || isAnyWaiting(state);

/** False for `costOfFilm`: the lines are not in memory. */
export const isFilmWhole = (state: Work): boolean => hasBatches(state) || state.sourceText !== '';

/** A run may load a film while "Read the film" reads it. What the reading found and cost is then newer than the loaded film. */
const withReadingOf = (there: Work | undefined, state: Work): Work =>
  there && isFilmWhole(there)
    ? { ...state, reading: there.reading, spent: there.spent, readingUsage: there.readingUsage }
    : state;

/** A film whose lines are not in memory: only its cost, which counts towards the limit of money. */
export const costOfFilm = ({ id, spent }: Pick<Work, 'id' | 'spent'>): Work => ({ ...EMPTY_WORK, id, spent });

/**
 * Replaces the state. If a listener throws, the page shows this bug, and the command that changed the state goes on: the run continues without the page.
 */
export function setState<State>(store: { setState(state: State, replace: true): void }, state: State): void {
  try {
    store.setState(state, true);
  } catch (thrown) {
    queueMicrotask(() => {
      throw thrown;
    });
  }
}

/**
 * The runs of all films of a series. Each run reads and changes its film wherever it is: the open film in the session's store, each other film in `others`. So
 * a person can open another film while requests are not answered.
 */
export function createFilms({ early: { store, others }, clock, createRun, dispatch, onBatchFinished }: FilmsOptions) {
  let isOver = false;
  let slots: readonly Slot[] = [];
  let open = createSlot(null);
  /** What a person has pressed for all films. */
  const presses: Press[] = [];
  let isLeaving = false;
  /** The removed films by id, with `stops()` at that time; null: the film was not being translated, so it does not continue when it comes back. */
  const removed = new Map<string, number | null>();
  /** False until the costs of the other films of a stored series are loaded. */
  let isAllCounted = !isInSeries(store.getState());

  const put = (id: string, state: Work | undefined) => {
    const next = new Map(others.getState());
    if (state) next.set(id, state);
    else next.delete(id);
    if (!isOver) setState(others, next);
    if (state && canStop(state)) dispatch({ type: 'prompt-used' });
  };

  function createSlot(id: string | null): Slot {
    const place: Slot['place'] = { id };
    // The notes of the open film belong to the whole series, and every request contains them.
    const withNotes = memoizeLast((film: Work, notes: Work['notes']) => ({ ...film, notes }));
    const getState = () =>
      place.id === null
        ? store.getState()
        : withNotes(others.getState().get(place.id) ?? EMPTY_WORK, store.getState().notes);
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
        isAllCounted: () => isAllCounted,
      }),
    };
    slots = [...slots, slot];
    return slot;
  }

  const otherSlots = () => slots.filter(({ place }) => place.id !== null);
  const otherOf = (id: string) => slots.find(({ place }) => place.id === id);
  /** A failure that would affect every film; undefined: none. */
  const failureOfAll = () =>
    slots
      .map((slot) => slot.getState().paused)
      .find((pause) => pause?.reason === 'failure' || pause?.reason === 'outage') ?? undefined;

  const stops = () => presses.filter((press) => press === 'stop').length;

  function press(what: Press): void {
    presses.push(what);
    // Told even if no film in memory has changed: films may wait for their turn to be read or sent. Later, once the open film is changed, too.
    queueMicrotask(() => {
      if (!isOver && isInSeries(store.getState())) setState(others, new Map(others.getState()));
    });
  }

  /** Loads a film of the series into memory and sends what it still needs, after all earlier films. `pressed`: what also concerns this film. */
  function take(state: Work, pressed: Press | undefined): void {
    if (isOver || state.id === store.getState().id) return;
    const failure = failureOfAll();
    const there = others.getState().get(state.id);
    if (there && hasBatches(there)) return;
    put(state.id, withReadingOf(there, state));
    const slot = otherOf(state.id) ?? createSlot(state.id);
    if (pressed === 'stop') stopOther(slot, false);
    else goOnWithOthers(slot, pressed === 'resume', failure);
    slot.run.pump();
  }

  /** Films that left the series for good and still wait for answers. */
  let leaving: readonly Slot[] = [];

  /**
   * The open film counts what these films have cost, also the calls under way, since the page may be closed before they end. The films leave memory: those that
   * wait for answers once these have come.
   */
  function takeOver(gone: readonly Slot[], id: string, isApart = false): void {
    const wasCounted = isAllCounted;
    const isWaiting = ({ getState }: Slot) => isCalling(getState());
    leaving = [...leaving.filter((slot) => !gone.includes(slot)), ...gone.filter(isWaiting)];
    const left = gone.filter((slot) => !isWaiting(slot));
    const spent = gone.flatMap(({ getState }) => endedNow(getState().spent));
    // Meanwhile the sum is wrong, so nothing may be sent under a limit.
    isAllCounted = false;
    slots = slots.filter((slot) => !left.includes(slot));
    for (const slot of leaving)
      if (gone.includes(slot)) slot.dispatch({ type: 'call-paid', spent: spentBesides(slot.getState().spent) });
    const ids = left.map(({ place }) => place.id);
    if (ids.length > 0 && !isOver)
      setState(others, new Map([...others.getState()].filter(([each]) => !ids.includes(each))));
    for (const { run } of left) run.dispose();
    dispatch({ type: 'film-named', id, isApart, spent });
    isAllCounted = wasCounted;
    open.run.pump();
  }
  others.subscribe(() => {
    if (leaving.every(({ getState }) => isCalling(getState()))) return;
    // Later, when the run has recorded the whole answer.
    queueMicrotask(() => {
      const done = leaving.filter(({ getState }) => !isCalling(getState()));
      if (done.length > 0) takeOver(done, store.getState().id);
    });
  });

  function countedAll(): void {
    if (isAllCounted) return;
    isAllCounted = true;
    open.run.pump();
  }

  return {
    /** Each command is for the film that is open at that moment. */
    run: {
      pump: () => open.run.pump(),
      goOn: () => open.run.goOn(),
      goFirst: () => open.run.goFirst(),
      reset: () => open.run.reset(),
      stop: (jobId) => open.run.stop(jobId),
      async finish() {
        isLeaving = true;
        await Promise.all(slots.map(({ run }) => run.finish()));
      },
      abort: (jobId) => open.run.abort(jobId),
      dispose() {
        isOver = true;
        for (const { run } of slots) run.dispose();
      },
    } as Run,
    others: (): readonly FilmInRun[] => otherSlots(),
    /** A film that is not open; undefined: its lines are not in memory. */
    at(id: string): FilmInRun | undefined {
      const film = otherOf(id);
      return film && isFilmWhole(film.getState()) ? film : undefined;
    },
    stops,
    stopOthers(now: boolean): void {
      // First: code that notices a stopped film asks whether a person has stopped all films.
      press('stop');
      for (const film of otherSlots()) stopOther(film, now);
    },
    resumeOthers(): void {
      press('resume');
      for (const film of otherSlots()) if (!removed.has(film.getState().id)) resumeOther(film);
    },
    /** Waits for the answers of all films, after `stopAll`. They are paid for, so they belong to the old films. */
    async answersTaken(stopAll: () => void): Promise<void> {
      const works = () => [store.getState(), ...others.getState().values()];
      stopAll();
      if (!works().some(isCalling)) return;
      await new Promise<void>((resolve) => {
        const look = () => {
          if (!works().some(isCalling)) end();
          // The person pressed Resume. Stop again: the answers of new requests, which are paid, would be lost when the next film opens.
          else if (works().some((work) => work.paused === null && canStop(work))) stopAll();
        };
        const ends = [store.subscribe(look), others.subscribe(look)];
        const cancel = clock.after(LONGEST_WAIT_MS, end);
        function end() {
          for (const unsubscribe of ends) unsubscribe();
          cancel();
          resolve();
        }
      });
    },
    /** See Session. */
    async sendEach(next: Parameters<Session['sendOthers']>[0], areBegun = false): Promise<void> {
      const before = areBegun ? 0 : presses.length;
      const pressed: PressedSince = {
        isStopped: () => presses.includes('stop', before),
        newest: () => presses.slice(before).at(-1),
      };
      for (let film = await next(pressed); film; film = await next(pressed)) {
        // The film is stored, so the tab that gets the work continues it.
        if (isLeaving) return;
        take(film, removed.has(film.id) ? 'stop' : pressed.newest());
      }
    },
    /**
     * Gives the open film its id in a series, or ends its series (''): it counts then what the other films have cost, which are gone for good. From now on, the
     * costs of all films are known. `isApart`: see the event.
     */
    name(id: string, isApart: boolean): void {
      const isEnd = id === '' && isInSeries(store.getState());
      takeOver(isEnd ? otherSlots() : [], id, isApart);
      countedAll();
    },
    /** Changes a film wherever it is. Does nothing if the film is not in memory. */
    dispatchTo(id: string, event: SessionEvent): void {
      if (id === '' || id === store.getState().id) return dispatch(event);
      const film = otherOf(id);
      if (film && isFilmWhole(film.getState())) film.dispatch(event);
    },
    /** Sends nothing more for this film, even after Resume. */
    remove(id: string): void {
      const film = otherSlots().find(({ getState }) => getState().id === id);
      removed.set(id, film && canStop(film.getState()) ? stops() : null);
      if (!film) return;
      // A person's pause holds for this film alone. A failure's pause ends for all films at once, and the removed film would continue.
      if (canResume(film.getState())) film.dispatch({ type: 'run-paused', pause: { reason: 'person' } });
      stopOther(film, false);
    },
    /** Continues a removed film that is back in the list, if it was being translated, unless a person or a failure has stopped all films since. */
    bringBack(id: string): void {
      const isSame = removed.get(id) === stops();
      removed.delete(id);
      const slot = otherOf(id);
      if (!isSame || !slot) return;
      const pause = failureOfAll();
      if (pause) slot.dispatch({ type: 'run-paused', pause });
      else resumeOther(slot);
      slot.run.pump();
    },
    /** Queues batches of a film again. Does nothing if the film is not in memory. */
    sendAgain(id: string, which: WhichAgain): void {
      const film = otherOf(id);
      if (!film) return;
      put(id, withBatchesAgain(film.getState(), store.getState(), which));
      film.run.pump();
    },
    /**
     * Removes all films except the open one from memory, with their costs, because their list is closed. `isCounted`: the open film is not in a list. Otherwise
     * nothing is sent until `name` reports that the costs of its list are known.
     */
    leaveOthers(isCounted: boolean): void {
      const left = otherSlots();
      slots = slots.filter(({ place }) => place.id === null);
      // Before the runs end, because the costs of these films count only for their own list.
      if (!isOver) others.setState(new Map(), true);
      for (const { run } of left) run.dispose();
      removed.clear();
      // The films of a list that comes back wait for Resume.
      presses.push('stop');
      leaving = [];
      isAllCounted = isCounted;
    },
    /** Drops the lines of a film that is stored. */
    drop(id: string): void {
      const state = others.getState().get(id);
      if (state && otherOf(id)) put(id, costOfFilm(state));
    },
    /** Exchanges the open film with another one. The requests of both continue. `state`: the next film, if it is not in memory. */
    swap(state: Work): void {
      const { left, below } = partedHistory(store.getState());
      const { id } = state;
      const known = others.getState().get(id);
      const film = known && isFilmWhole(known) ? known : state;
      const coming = withSeriesNotes({ ...film, past: [...below, ...film.past] }, left);
      if (film !== known) put(id, coming);
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

/** The event that queues these batches again. Confirmed and edited lines keep their text. */
export const queuedAgain = (state: Work, which: WhichAgain): Extract<SessionEvent, { type: 'batches-queued' }> => ({
  type: 'batches-queued',
  indexes: which === 'failed' ? failedBatches(state) : which,
  asWhole: which !== 'failed',
  inHalves: false,
  withConfirmed: false,
  withEdited: false,
});

/** Queues batches of a film that is not open. Its Undo must treat this as newer than all changes of the series' notes, whose steps are in `open`. */
export const withBatchesAgain = (film: Work, open: Work, which: WhichAgain): Work =>
  sessionReducer(withSeriesNotes(film, partedHistory(open).left), queuedAgain(film, which));

/** Stops the requests of a film that is not open. `now`: also discards unanswered requests. */
function stopOther(film: FilmInRun, now: boolean): void {
  const state = film.getState();
  if (!canStop(state) && !isCalling(state) && !isReadingNext(state)) return;
  if (canStop(state)) film.dispatch({ type: 'run-paused', pause: { reason: 'person' } });
  stopReading(film);
  if (now) film.run.abort();
  else film.run.stop();
}

/** Continues a film's run, and sends the batches again that wait for a retry. */
export function resumeFilm({ getState, dispatch, run }: FilmInRun): void {
  if (getState().paused !== null) return run.goOn();
  dispatch({ type: 'retries-due', indexes: plannedRetries(getState()) });
}

/** Lets a film run that has come into memory. `isResumed`: also one that was stopped. `failure`: the failure that pauses all films holds for it, too. */
function goOnWithOthers(film: FilmInRun, isResumed: boolean, failure: Work['paused'] | undefined): void {
  const state = film.getState();
  const wouldRun = (isResumed || state.paused === null) && isLeftToRun(state);
  if (failure && wouldRun) film.dispatch({ type: 'run-paused', pause: failure });
  else if (isResumed) resumeOther(film);
}

/** Continues a film that is not open, if its translation was begun. The answers under way may need another call. */
function resumeOther(film: FilmInRun): void {
  const state = film.getState();
  if (isLeftToRun(state) || isCalling(state)) resumeFilm(film);
}

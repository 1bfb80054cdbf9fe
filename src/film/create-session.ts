import type { Clock } from '../clock/clock.ts';
import { isOutputEdited } from '../engine/batch.ts';
import type { CreateRun } from '../engine/dispatcher.ts';
import { batchJobId, READ_JOB_ID } from '../engine/job.ts';
import type { SettingsChange } from '../engine/requests.ts';
import { batchStopped } from '../engine/run-reducer.ts';
import { callsUnderWay, canShowBatch, hasBatches, isCalling, stoppingAnswers } from '../engine/run-state.ts';
import type { Answer, FilmWorker } from '../film-worker/calls.ts';
import { withoutRunning } from './at-rest.ts';
import {
  allOk,
  canOpenSource,
  canStop,
  canTranslate,
  isInSeries,
  type SessionEvent,
  type SettingsInUse,
  type Step,
  type Work,
} from './film.ts';
import { createFilms, queuedAgain, resumeFilm, setState } from './films.ts';
import { createLines, createResult, createReview } from './line-commands.ts';
import { isSameFile } from './read-as.ts';
import { createReadingCommands, stopReading } from './reading-commands.ts';
import { sessionReducer } from './reducer.ts';
import type { KeepFilm, Session, WhichAgain } from './session.ts';
import type { EarlySession } from './session-later.ts';
import { isReadStill } from './shown-facts.ts';
import { partedHistory, settingsWith } from './steps.ts';
import { createSuggestionCommands } from './suggestions.ts';

export interface SessionDependencies {
  readonly clock: Clock;
  readonly createRun: CreateRun;
  /** The session disposes of the worker when it ends. */
  readonly filmWorker: FilmWorker;
  /** What exists before the session: its store contains the stored work. Unfinished batches of this work start again if the run is not paused. */
  readonly early: EarlySession;
  /** The error text if no run can start now; undefined: a run can start. */
  readonly startProblem: () => string | undefined;
  /** Why a finished film has no result: for the console of the page. */
  readonly onUnwritten: (reason: string) => void;
  /** Registers a callback for changes of the settings. */
  readonly onSettings?: (onChange: (change: SettingsChange) => void) => () => void;
  /** A change of prompt or model that a run must wait for; undefined: there is none. */
  readonly beforeRun?: () => Promise<unknown> | undefined;
  /** Prompt and model in use. A film that is set aside for Undo is stored with them, and brings them back. undefined: the caller has no settings. */
  readonly settingsOfSteps:
    | { readonly inUse: () => SettingsInUse; readonly bringBack: (settings: SettingsInUse) => void }
    | undefined;
}

/** The session's store and commands. Only commands start work; no component does. */
export function createSession({ early, createRun, ...dependencies }: SessionDependencies): Session {
  const { store, others, takeTyped, analysis } = early;
  const { getState } = store;
  const initial = getState();
  // Requests of an earlier session are lost, so their batches wait again.
  store.setState(withoutRunning(initial), true);
  let isOver = false;
  /** The only way to change the state. A session that has ended changes nothing: its work may belong to another tab now. */
  const dispatch = (event: SessionEvent) => {
    if (!isOver) setState(store, sessionReducer(getState(), event));
  };
  const inUse = () => dependencies.settingsOfSteps?.inUse();
  /**
   * For commands that also act on text that is being typed. Commands that ask for lines again do not call it: text over such a line stays a draft
   * (D14.2).
   */
  const takeNow = () => takeTyped.call('saving');
  const result = createResult({ getState, dispatch, analysis, onUnwritten: dependencies.onUnwritten });
  const films = createFilms({
    early,
    createRun,
    dispatch,
    clock: dependencies.clock,
    onBatchFinished: () => {
      const { shownBatch, batches } = getState();
      // Leaving an edited batch validates it. The result is due only after that.
      if (shownBatch === null || !isOutputEdited(batches[shownBatch])) result.writeWhenDue();
    },
  });
  const { run } = films;
  const openFilm = { getState, dispatch, run };

  const { finishAsking, stopAsking, ask } = createSuggestionCommands({ getState, dispatch, run });
  const { leaveBatch, editOutput, reviewOutput } = createReview({
    getState,
    dispatch,
    onReviewed: result.writeWhenDue,
  });

  const withoutBatches = (event: SessionEvent) => {
    if (!hasBatches(getState())) dispatch(event);
  };

  /** Reports an empty file at once, in the words of its reader. */
  function refuseEmpty(): void {
    void analysis.orTell(async () => {
      const read = await analysis.read();
      if (read && !read.ok) withoutBatches({ type: 'source-refused', error: read.error.message });
    });
  }

  function begin(read: Answer<'read'> | undefined, firstOnly: boolean): void {
    if (!read || !canTranslate(getState())) return;
    const problem = read.ok ? dependencies.startProblem() : read.error.message;
    if (!read.ok || problem !== undefined) dispatch({ type: 'source-refused', error: problem ?? '' });
    else {
      run.reset();
      dispatch({ type: 'source-parsed', phrases: read.value.phrases, notices: read.value.notes, firstOnly });
      // A program's films stay in the order in which they were opened.
      if (getState().id !== '') run.goFirst();
      run.pump();
    }
  }

  /** Removes errors whose cause is gone. The run stays paused, because the person may still be typing. */
  function forgetOutdated({ isOutdated, startProblem }: SettingsChange): void {
    const { error, reading } = getState();
    for (const film of [openFilm, ...films.others()]) {
      const { paused } = film.getState();
      if (paused?.reason === 'failure' && paused.message !== '' && isOutdated(paused.kind))
        film.dispatch({ type: 'refusal-outdated' });
    }
    if (error !== '' && error === startProblem) withoutBatches({ type: 'source-refused', error: '' });
    if (reading?.failure !== undefined && isOutdated(reading.failure))
      dispatch({ type: 'reading-changed', reading: { ...reading, message: '', failure: undefined } });
  }
  const endSettings = dependencies.onSettings?.((change) => {
    forgetOutdated(change);
    if (change.mayAllowMore) run.pump();
  });

  function stopBatch(index: number): void {
    if (run.abort(batchJobId(index)).length === 0) return;
    dispatch(batchStopped(getState(), index));
    run.pump();
  }

  /** Accepts the answers under way and sends nothing more. */
  function finishCalls(): void {
    stopReading(openFilm);
    run.stop();
    finishAsking();
  }

  function sendAgain(which: number | WhichAgain, how: Parameters<Session['translateAgain']>[1] = {}) {
    const { inHalves = false, withConfirmed = false, withEdited = false } = how;
    const kept = { withConfirmed, withEdited };
    if (typeof which === 'number') {
      if (canShowBatch(getState(), which))
        dispatch({ type: 'batches-queued', indexes: [which], asWhole: false, inHalves, ...kept });
    } else {
      dispatch({ ...queuedAgain(getState(), which), ...kept });
    }
    run.pump();
  }

  /** Aborts the requests for a film that is replaced. `isReadOn`: the reading under way also belongs to the next film. */
  function abortAll(isReadOn: boolean): void {
    if (!isReadOn) run.abort();
    const { batches, suggestionRequests } = getState();
    for (const index of batches.keys()) run.abort(batchJobId(index));
    for (const { id } of suggestionRequests) run.abort(id);
  }

  /** Aborts first the requests that the step replaces, so that their cost is booked to the old film. */
  function travel(type: 'command-undone' | 'command-redone', step: Step | undefined): void {
    if (!step) return;
    const now = inUse();
    const event = { type, inUse: now } as const;
    const isReadOn = isReadStill(sessionReducer(getState(), event));
    for (const { index } of step.batches) run.abort(batchJobId(index));
    if (step.film) abortAll(isReadOn);
    else if (isReadStill(getState()) && !isReadOn) run.abort(READ_JOB_ID);
    const before = getState();
    const id = step.film?.id ?? null;
    if (id !== null) films.leaveOthers(id === '');
    dispatch(event);
    const back = settingsWith(step, now);
    if (getState() !== before && back) dependencies.settingsOfSteps?.bringBack(back);
    result.follow();
    run.pump();
  }

  /** While any film runs, the prompt is fixed. */
  const movable = (step: Step | undefined) => (step?.prompt && works().some(canStop) ? undefined : step);

  /** The number of films and projects that were opened. */
  let opened = 0;

  /** Suggestions and readings can be requested without a run. */
  function stopOpen(): void {
    if (canStop(getState())) dispatch({ type: 'run-paused', pause: { reason: 'person' } });
    finishCalls();
  }

  const works = () => [getState(), ...others.getState().values()];

  function stopAll(): void {
    films.stopOthers(false);
    stopOpen();
  }

  /** Another film of the series has replaced the open one, which is being stored. */
  let exchanging: Promise<boolean> | undefined;

  /** The next film is on the page at once. If the browser cannot store the film that is left, that film comes back. */
  async function exchange(state: Work, keep: KeepFilm): Promise<boolean> {
    const left = getState();
    const open = (film: Work): void => {
      films.swap(film);
      result.follow(true);
      run.pump();
    };
    const keeping = keep(left);
    open(state);
    const isKept = await keeping;
    if (!isKept && !isOver) open(partedHistory(left).left);
    return isKept;
  }

  const session: Session = {
    store,
    others,
    takeTyped,
    reviewOutput,
    // Commands for the original. It cannot be changed while the film has batches. Only after they are done, another film can be opened.
    openSource(text, notices, fileName = '') {
      takeNow();
      if (!canOpenSource(getState())) return;
      // An empty file replaces no film: Undo must still bring back a film that was started over.
      if (text.trim() === '') return refuseEmpty();
      opened++;
      run.abort();
      dispatch({ type: 'source-opened', text, notices, fileName, inUse: inUse() });
      analysis.lookNext();
    },
    refuseSource(error) {
      if (canOpenSource(getState())) dispatch({ type: 'source-refused', error });
    },
    edit(what, text) {
      if (what === 'result') return result.typed(text);
      if (what !== 'original') return editOutput(what, text);
      const event = { type: 'source-edited', text } as const;
      const isRead = !hasBatches(getState()) && isReadStill(getState());
      // Abort first, so the call's cost is booked to the old film.
      if (isRead && sessionReducer(getState(), event).reading === null) run.abort(READ_JOB_ID);
      withoutBatches(event);
    },
    readSourceAs(how) {
      withoutBatches({ type: 'source-read-as', ...how });
      if ('readAs' in how) analysis.lookNext();
    },
    clear(what) {
      if (what === 'result') return dispatch({ type: 'result-cleared' });
      const isAll = what === 'all';
      if (isAll) takeNow();
      else if (hasBatches(getState())) return;
      run.abort();
      dispatch(isAll ? { type: 'session-restarted', inUse: inUse() } : { type: 'source-cleared' });
    },

    ask,
    ...createLines({ getState, dispatch, onReviewed: result.writeWhenDue, takeNow }),
    async translate({ only, of = getState() } = {}) {
      const stops = films.stops();
      const waited = dependencies.beforeRun?.();
      if (waited !== undefined) await waited;
      takeNow();
      if (!canTranslate(getState())) return;
      await analysis.orTell(async () => {
        const read = await analysis.read();
        // Start only if nobody has pressed Stop meanwhile, and this is still the same film, perhaps with later edits.
        if (films.stops() === stops && isSameFile(of.sourceText, getState().sourceText))
          begin(read, only === 'first-batch');
      });
    },
    stop(how = { now: false }) {
      if (how === 'suggestions') return stopAsking();
      if ('batch' in how) return stopBatch(how.batch);
      if ('film' in how) return films.remove(how.film);
      const { now } = how;
      films.stopOthers(now);
      if (isInSeries(getState())) stopReading(openFilm);
      if (!canStop(getState()) && !(now && stoppingAnswers(getState()) > 0)) return;
      dispatch({ type: 'run-paused', pause: { reason: 'person' } });
      if (!now) return finishCalls();
      stopAsking();
      stopReading(openFilm);
      run.abort();
    },
    resume(only) {
      if (only) return films.bringBack(only.film);
      resumeFilm(openFilm);
      films.resumeOthers();
      run.pump();
    },

    showBatch(index) {
      if (index !== null && !canShowBatch(getState(), index)) return;
      if (index === null || getState().shownBatch !== index) leaveBatch();
      dispatch({ type: 'batch-shown', index });
      if (index !== null) return;
      if (getState().isCleared && allOk(getState())) dispatch({ type: 'result-asked' });
      result.writeWhenDue();
    },
    translateAgain(which, how) {
      if (typeof which === 'object' && 'film' in which) return films.sendAgain(which.film, which.which);
      if (!result.isTyped()) return sendAgain(which, how);
      const { phrases } = getState();
      // Text typed in the result belongs to the person: the batch keeps it. If nobody can read the text, it stays in the result.
      void result.settled().then(() => {
        if (getState().phrases === phrases) sendAgain(which, how);
      });
    },
    ...createReadingCommands(openFilm, films),
    notePrompt: (before, words) => dispatch({ type: 'prompt-changed', before, words }),
    changeNotes: (notes, step) => dispatch({ type: 'notes-changed', notes, step }),
    changeOptions: (options) => dispatch({ type: 'options-changed', options }),

    async writeResult({ again } = { again: false }) {
      takeNow();
      leaveBatch();
      await result.settled();
      if (!again || !allOk(getState())) return;
      dispatch({ type: 'result-asked' });
      result.write();
      await result.settled();
    },
    noteSaved: (saved = getState()) => films.dispatchTo(saved.id, { type: 'work-saved', saved }),
    dismissNotice: (index) => dispatch({ type: 'notice-dismissed', index }),

    undo: () => travel('command-undone', movable(getState().past.at(-1))),
    redo: () => travel('command-redone', movable(getState().future.at(-1))),
    async replace(state, keep) {
      takeNow();
      const turn = ++opened;
      if (exchanging !== undefined) await exchanging;
      if (!keep && isCalling(getState())) await films.answersTaken(stopAll);
      if (keep) await result.settled();
      if (isOver || turn !== opened) return false;
      // Text typed during the wait belongs to the old film.
      takeNow();
      if (keep) {
        exchanging = exchange(state, keep).finally(() => (exchanging = undefined));
        return exchanging;
      }
      run.abort();
      run.reset();
      dispatch({ type: 'project-opened', state, inUse: inUse() });
      result.follow();
      run.pump();
      return true;
    },
    async changeList(how, keep) {
      takeNow();
      const turn = ++opened;
      const isPassed = () => isOver || turn !== opened;
      let kept: readonly Work[];
      await exchanging;
      do {
        await films.answersTaken(stopAll);
        if (isPassed()) return false;
        takeNow();
        await result.settled();
        run.abort();
        for (const film of films.others()) film.run.abort();
        kept = works();
        if (!(await keep()) || isPassed()) return false;
      } while (works().some((work, at) => work !== kept[at]));
      if (how !== 'begin') {
        session[how]();
        return true;
      }
      run.reset();
      films.leaveOthers(true);
      dispatch({ type: 'work-set-aside', inUse: inUse() });
      result.follow();
      run.pump();
      return true;
    },
    sendOthers: films.sendEach,
    putToRest: async (id) => films.drop(id),
    nameFilm: async (id, isApart = false) => films.name(id, isApart),

    whenReady: async () => {},
    analysis,
    async finish(mostMs, onCalls) {
      takeTyped.call('leaving');
      const tell = () => onCalls(works().reduce((sum, work) => sum + callsUnderWay(work), 0));
      const ends = [store.subscribe(tell), others.subscribe(tell)];
      tell();
      await new Promise<void>((resolve) => {
        const cancel = dependencies.clock.after(mostMs, resolve);
        void run.finish().then(cancel).then(resolve);
      });
      for (const end of ends) end();
      takeTyped.call('leaving');
    },
    dispose() {
      isOver = true;
      endSettings?.();
      run.dispose();
      result.dispose();
      analysis.dispose();
      dependencies.filmWorker.dispose();
    },
  };
  result.follow();
  run.pump();
  return session;
}

import type { Clock } from '../clock/clock.ts';
import { isOutputEdited } from '../engine/batch.ts';
import type { CreateRun } from '../engine/dispatcher.ts';
import { batchJobId, isUnderWay, READ_JOB_ID, readingOf } from '../engine/job.ts';
import type { OutdatedFailures } from '../engine/requests.ts';
import { batchStopped } from '../engine/run-reducer.ts';
import { hasBatches, isCalling, stoppingAnswers } from '../engine/run-state.ts';
import type { Answer, FilmWorker } from '../film-worker/calls.ts';
import { stampOfFound } from '../notes/film-reading.ts';
import { withoutRunning } from './at-rest.ts';
import {
  allOk,
  canOpenSource,
  canShowBatch,
  canStop,
  canTranslate,
  failedBatches,
  type SessionEvent,
  type SettingsInUse,
  type Step,
  type Work,
} from './film.ts';
import { createLines, createReview } from './line-commands.ts';
import { isSameFile } from './read-as.ts';
import { sessionReducer } from './reducer.ts';
import { createResult } from './result.ts';
import type { Session } from './session.ts';
import type { EarlySession } from './session-later.ts';
import { createSuggestionCommands } from './suggestions.ts';

export interface SessionDependencies {
  readonly clock: Clock;
  readonly createRun: CreateRun;
  /** Ended with the session. */
  readonly filmWorker: FilmWorker;
  /** What was made before: its store holds what was stored, whose unfinished batches start again if the run is not paused. */
  readonly early: EarlySession;
  /** Error text of the reason why no run can start now; undefined: a run can start. */
  readonly startProblem: () => string | undefined;
  /** Calls back with each change of the settings. */
  readonly onSettings?: (onChange: (outdated: OutdatedFailures) => void) => () => void;
  /** What is about to change the prompt or the model, and is waited for; undefined: nothing is. */
  readonly beforeRun?: () => Promise<unknown> | undefined;
  /** Prompt and model in use, which a work that is put away keeps, and what brings them back with it. Missing options: nobody has any. */
  readonly inUse?: () => SettingsInUse;
  readonly bringBackSettings?: (settings: SettingsInUse) => void;
}

/** Its reading is under way, whatever was done with its text since. */
const isReadStill = ({ reading }: Work): boolean => reading !== null && isUnderWay(reading);

/** A project that is opened waits so long for the answers that are under way. */
const LONGEST_WAIT_MS = 60_000;

/** The session's store and commands. Only commands start work; no component does. */
export function createSession({ early, createRun, ...dependencies }: SessionDependencies): Session {
  const { store, takeTyped, analysis } = early;
  const { getState } = store;
  const initial = getState();
  // What a session before has left under way nobody waits for any more.
  store.setState(withoutRunning(initial), true);
  let isOver = false;
  /** The one way to change the state. A session that has been disposed of changes nothing: its work may be another tab's. */
  const dispatch = (event: SessionEvent) => {
    if (!isOver) store.setState(sessionReducer(getState(), event), true);
  };
  const inUse = () => dependencies.inUse?.();
  /** For commands that act on what is typed, too. One that asks for lines again does not: what is typed over such a line stays a draft (D14.2). */
  const takeNow = () => takeTyped.call('saving');
  const result = createResult({ getState, dispatch, analysis });
  const run = createRun({
    getState,
    dispatch,
    subscribe: store.subscribe,
    onBatchFinished: () => {
      const { shownBatch, batches } = getState();
      // What is edited there is validated as it is left, and then the result is due.
      if (shownBatch === null || !isOutputEdited(batches[shownBatch])) result.writeWhenDue();
    },
  });

  const { finishAsking, ...asking } = createSuggestionCommands({ getState, dispatch, run });
  const { leaveBatch, ...review } = createReview({ getState, dispatch, onReviewed: result.writeWhenDue });

  const withoutBatches = (event: SessionEvent) => {
    if (!hasBatches(getState())) dispatch(event);
  };

  /** An empty file is told at once, in the words of its reader. */
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
      run.pump();
    }
  }

  /** An error goes when its cause does. The run stays paused: a person may still be typing. */
  function forgetOutdated({ isOutdated, startProblem }: OutdatedFailures): void {
    const { paused, error, reading } = getState();
    if (paused?.reason === 'failure' && paused.message !== '' && isOutdated(paused.kind))
      dispatch({ type: 'refusal-outdated' });
    if (error !== '' && error === startProblem) withoutBatches({ type: 'source-refused', error: '' });
    if (reading?.failure !== undefined && isOutdated(reading.failure))
      dispatch({ type: 'reading-changed', reading: { ...reading, message: '', failure: undefined } });
  }
  const endSettings = dependencies.onSettings?.(forgetOutdated);

  function stopReading(): void {
    const { reading } = getState();
    if (reading?.stage === 'waiting') dispatch({ type: 'reading-changed', reading: { ...reading, stage: 'stopped' } });
    if (reading?.stage === 'loading') dispatch({ type: 'reading-changed', reading: { ...reading, stage: 'last' } });
  }

  function stopBatch(index: number): void {
    if (run.abort(batchJobId(index)).length === 0) return;
    dispatch(batchStopped(getState(), index));
    run.pump();
  }

  /** Answers that are under way are still taken, and nothing more is sent. */
  function finishCalls(): void {
    stopReading();
    run.stop();
    finishAsking();
  }

  const sendAgain: Session['translateAgain'] = (which, how = {}) => {
    const { inHalves = false, withConfirmed = false, withEdited = false } = how;
    const kept = { withConfirmed, withEdited };
    if (typeof which === 'number') {
      if (canShowBatch(getState(), which))
        dispatch({ type: 'batches-queued', indexes: [which], isAnew: false, inHalves, ...kept });
    } else {
      const indexes = which === 'failed' ? failedBatches(getState()) : which;
      dispatch({ type: 'batches-queued', indexes, isAnew: which !== 'failed', inHalves: false, ...kept });
    }
    run.pump();
  };

  /** Another film comes. `isReadOn`: the call that reads this one is for that film, too. */
  function abortAll(isReadOn: boolean): void {
    if (!isReadOn) run.abort();
    const { batches, suggestionRequests } = getState();
    for (const index of batches.keys()) run.abort(batchJobId(index));
    for (const { id } of suggestionRequests) run.abort(id);
  }

  /** Ends the calls first that are for what the step replaces, so that their cost is booked to it. */
  function travel(type: 'command-undone' | 'command-redone', step: Step | undefined): void {
    if (!step) return;
    const event = { type, inUse: inUse() } as const;
    const isReadOn = isReadStill(sessionReducer(getState(), event));
    for (const { index } of step.batches) run.abort(batchJobId(index));
    if (step.film) abortAll(isReadOn);
    else if (isReadStill(getState()) && !isReadOn) run.abort(READ_JOB_ID);
    const before = getState();
    dispatch(event);
    if (getState() !== before && step.film?.settings) dependencies.bringBackSettings?.(step.film.settings);
    result.follow();
    run.pump();
  }

  /** How many films and projects were opened. */
  let opened = 0;

  /** What is under way was paid for: it is still taken for the work that goes. */
  async function answersTaken(): Promise<void> {
    session.stop();
    // Suggestions and readings are under way without a run, too.
    finishCalls();
    if (!isCalling(getState())) return;
    await new Promise<void>((resolve) => {
      const unsubscribe = store.subscribe((state) => {
        if (!isCalling(state)) end();
        // Resume would send what is thrown away a moment later.
        else if (state.paused === null) session.stop();
      });
      const cancel = dependencies.clock.after(LONGEST_WAIT_MS, end);
      function end() {
        unsubscribe();
        cancel();
        resolve();
      }
    });
  }

  const session: Session = {
    store,
    takeTyped,
    ...review,
    // The original: nothing changes it once there are batches, but that the next film may be opened over a finished one.
    openSource(text, notices, fileName = '') {
      takeNow();
      if (!canOpenSource(getState())) return;
      // It is no other film: the one that was started over is still to be brought back.
      if (text.trim() === '') return refuseEmpty();
      opened++;
      run.abort();
      dispatch({ type: 'source-opened', text, notices, fileName, inUse: inUse() });
      analysis.lookNext();
    },
    refuseSource(error) {
      if (canOpenSource(getState())) dispatch({ type: 'source-refused', error });
    },
    editSource(text) {
      const event = { type: 'source-edited', text } as const;
      const isRead = !hasBatches(getState()) && isReadStill(getState());
      // Before: what the call takes is written down for the film that it was made for.
      if (isRead && sessionReducer(getState(), event).reading === null) run.abort(READ_JOB_ID);
      withoutBatches(event);
    },
    readSourceAs(readAs, text) {
      withoutBatches({ type: 'source-read-as', readAs, ...(text !== undefined && { text }) });
      analysis.lookNext();
    },
    leaveStyles: (names) => withoutBatches({ type: 'styles-left', names }),
    clearSource() {
      if (hasBatches(getState())) return;
      run.abort();
      dispatch({ type: 'source-cleared' });
    },

    ...asking,
    ...createLines({
      getState,
      dispatch,
      onReviewed: result.writeWhenDue,
      takeNow,
    }),
    async translate({ firstOnly = false, of = getState() } = {}) {
      const waited = dependencies.beforeRun?.();
      if (waited !== undefined) await waited;
      takeNow();
      if (!canTranslate(getState())) return;
      await analysis.orTell(async () => {
        const read = await analysis.read();
        // Another film may have been opened meanwhile: nobody has asked for that one. What is typed in this one counts.
        if (isSameFile(of.sourceText, getState().sourceText)) begin(read, firstOnly);
      });
    },
    stop(how = { now: false }) {
      if ('batch' in how) return stopBatch(how.batch);
      const { now } = how;
      if (!canStop(getState()) && !(now && stoppingAnswers(getState()) > 0)) return;
      dispatch({ type: 'run-paused', pause: { reason: 'person' } });
      if (!now) return finishCalls();
      asking.stopAsking();
      stopReading();
      run.abort();
    },
    resume() {
      if (getState().paused !== null) run.goOn();
    },
    restart() {
      takeNow();
      run.abort();
      dispatch({ type: 'session-restarted', inUse: inUse() });
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
      if (!result.isTyped()) return sendAgain(which, how);
      const { phrases } = getState();
      // What was typed in the result is the person's own: a batch keeps it. Where nobody can read it, it stays in the result.
      void result.settled().then(() => {
        if (getState().phrases === phrases) sendAgain(which, how);
      });
    },
    readFilm(parts, languages, mostFound, told) {
      const { reading } = getState();
      if (reading && isUnderWay(reading)) return;
      dispatch({ type: 'reading-changed', reading: readingOf(reading, parts, languages, mostFound, told) });
      run.pump();
    },
    endReading(how) {
      if (how === 'stop') {
        stopReading();
        return run.stop(READ_JOB_ID);
      }
      if (how === 'decline') {
        const { reading } = getState();
        if (reading)
          dispatch({ type: 'reading-changed', reading: { ...reading, declined: stampOfFound(reading.found) } });
        return;
      }
      run.abort(READ_JOB_ID);
      dispatch({ type: 'reading-dropped' });
    },
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
    editTranslated: result.typed,
    clearTranslated: () => dispatch({ type: 'result-cleared' }),
    noteSaved: (saved = getState()) => dispatch({ type: 'work-saved', saved }),
    dismissNotice: (index) => dispatch({ type: 'notice-dismissed', index }),

    undo: () => travel('command-undone', getState().past.at(-1)),
    redo: () => travel('command-redone', getState().future.at(-1)),
    async replace(state) {
      takeNow();
      const turn = ++opened;
      if (isCalling(getState())) await answersTaken();
      if (isOver || turn !== opened) return false;
      // What was typed during the wait is of the film that goes.
      takeNow();
      run.abort();
      run.reset();
      dispatch({ type: 'project-opened', state, inUse: inUse() });
      result.follow();
      run.pump();
      return true;
    },

    settingsChanged: run.pump,
    analysis,
    async finish(mostMs) {
      takeTyped.call('leaving');
      await new Promise<void>((resolve) => {
        const cancel = dependencies.clock.after(mostMs, resolve);
        void run.finish().then(() => {
          cancel();
          resolve();
        });
      });
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

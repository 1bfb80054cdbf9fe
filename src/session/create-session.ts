import { createStore } from 'zustand/vanilla';
import type { Clock } from '../clock/clock.ts';
import type { Connectivity } from '../engine/connectivity.ts';
import { batchJobId } from '../engine/job.ts';
import type { PaceMemory } from '../engine/pace/known-pace.ts';
import type { CreateRun } from '../engine/run-later.ts';
import { isHolder } from '../engine/run-selectors.ts';
import type { SendRequest } from '../engine/send-request.ts';
import { unfinished } from '../engine/translate-batch.ts';
import { remember } from '../lib/remember.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { isFailed } from '../translation/batch.ts';
import { batchAt } from '../translation/batch-at.ts';
import { createLines } from './create-lines.ts';
import { createResult } from './create-result.ts';
import { createReview } from './review.ts';
import type { Session } from './session.ts';
import type { SessionEvent } from './session-events.ts';
import { sessionReducer } from './session-reducer.ts';
import { allOk, canShowBatch, canStop, canTranslate, isSourceFixed } from './session-selectors.ts';
import { EMPTY_SESSION, type Notice, type SessionState } from './session-state.ts';
import { bringsBackFilm } from './undo.ts';

export interface SessionDependencies {
  readonly createRun: CreateRun;
  readonly sendRequest: SendRequest;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** Requests in flight at most; Infinity: automatic. Read at each start. */
  readonly maxAtOnce: () => number;
  /** Why no run can begin now, as its error text; undefined: it can. Missing: it always can. */
  readonly startProblem?: () => string | undefined;
  readonly paceMemory?: PaceMemory | undefined;
  /** What was stored; unfinished batches of a run that is not paused start again by themselves. */
  readonly initial?: SessionState;
}

const READ_AHEAD_MS = 300;
const ABORTED = 'Request was aborted.';

/** The store and its commands. All work begins here; no view starts any. */
export function createSession({ initial = EMPTY_SESSION, createRun, ...dependencies }: SessionDependencies): Session {
  const store = createStore<SessionState>(() => initial);
  const { getState } = store;
  const dispatch = (event: SessionEvent) => store.setState(sessionReducer(getState(), event), true);
  const parse = remember(parseSrt);
  const { assemble, assembleWhenDue, followBatches } = createResult({ getState, dispatch });
  const run = createRun({
    ...dependencies,
    getState,
    dispatch,
    subscribe: store.subscribe,
    onBatchFinished: assembleWhenDue,
  });

  const withoutBatches = (event: SessionEvent) => {
    if (!isSourceFixed(getState())) dispatch(event);
  };

  /** A follower's commands change nothing: its view is another tab's work. */
  const asHolder = (event: SessionEvent) => {
    if (isHolder(getState())) dispatch(event);
  };

  const queue = (index: number, { inHalves = false, withConfirmed = false } = {}) => {
    if (canShowBatch(getState(), index)) asHolder({ type: 'batch-queued', index, inHalves, withConfirmed });
  };

  const { leaveBatch, ...review } = createReview({ getState, dispatch, onReviewed: assembleWhenDue });

  const session: Session = {
    store,
    ...review,
    ...createLines({ getState, dispatch, onReviewed: assembleWhenDue }),
    openSource(text, notices, fileName = '') {
      withoutBatches({ type: 'source-opened', text, notices, fileName });
      // Read ahead in a task of its own, so that Translate need not wait for a long film.
      dependencies.clock.after(READ_AHEAD_MS, () => parse(text));
      const parsed = text.trim() === '' ? parseSrt(text) : undefined;
      if (parsed && !parsed.ok) withoutBatches({ type: 'source-refused', error: parsed.error.message });
    },
    refuseSource: (error) => withoutBatches({ type: 'source-refused', error }),
    editSource: (text) => withoutBatches({ type: 'source-edited', text }),
    clearSource: () => withoutBatches({ type: 'source-cleared' }),

    translate({ firstOnly } = { firstOnly: false }) {
      if (!canTranslate(getState())) return;
      const parsed = parse(getState().sourceText);
      const problem = parsed.ok ? dependencies.startProblem?.() : parsed.error.message;
      if (!parsed.ok || problem !== undefined) return dispatch({ type: 'source-refused', error: problem ?? '' });
      const { phrases, renumbered, blankLinesMissing } = parsed.value;
      const notices: Notice[] = renumbered ? [{ kind: 'renumbered' }] : [];
      if (blankLinesMissing > 0) notices.push({ kind: 'blank-lines-missing', count: blankLinesMissing });
      run.reset();
      dispatch({ type: 'source-parsed', phrases, notices, firstOnly });
      run.pump();
    },
    stop() {
      if (!canStop(getState())) return;
      dispatch({ type: 'run-paused', pause: { reason: 'person' } });
      run.abandon();
    },
    resume() {
      if (getState().paused === null || !isHolder(getState())) return;
      run.goOn();
    },
    restart() {
      run.abandon();
      asHolder({ type: 'session-restarted' });
    },

    showBatch(index) {
      if (!canShowBatch(getState(), index)) return;
      if (getState().shownBatch !== index) leaveBatch();
      dispatch({ type: 'batch-shown', index });
    },
    closeBatch() {
      leaveBatch();
      dispatch({ type: 'batch-closed' });
      if (isHolder(getState())) assembleWhenDue();
    },
    translateAgain(index, options) {
      queue(index, options);
      run.pump();
    },
    translateInHalves(index) {
      queue(index, { inHalves: true });
      run.pump();
    },
    retryFailed() {
      getState().results.forEach((slot, index) => {
        if (isFailed(slot)) queue(index);
      });
      run.pump();
    },
    stopBatch(index) {
      if (run.abandon(batchJobId(index)).length === 0) return;
      const { phrases, details } = getState();
      const { kind: _, ...finished } = unfinished(batchAt(phrases, index), details[index]?.progress ?? {}, ABORTED);
      dispatch({ type: 'batch-finished', index, ...finished, failure: 'cancelled' });
      run.pump();
    },

    assemble() {
      if (allOk(getState()) && isHolder(getState())) assemble();
    },
    keepTranslated: () => asHolder({ type: 'translated-kept' }),
    editTranslated: (text) => asHolder({ type: 'translated-edited', text }),
    clearTranslated: () => asHolder({ type: 'translated-cleared' }),
    dismissNotice: (index) => asHolder({ type: 'notice-dismissed', index }),

    undo(settings) {
      const { undo } = getState();
      if (!undo || !isHolder(getState())) return;
      if ('index' in undo) run.abandon(batchJobId(undo.index));
      else if (bringsBackFilm(undo)) run.abandon();
      dispatch({ type: 'command-undone', settings });
      followBatches();
      run.pump();
    },
    replace(state, before) {
      if (!isHolder(getState())) return;
      run.abandon();
      run.reset();
      dispatch({ type: 'project-opened', state, before });
      followBatches();
      run.pump();
    },

    follow() {
      run.abandon();
      dispatch({ type: 'role-changed', role: 'follower' });
    },
    showHolder(state) {
      if (isHolder(getState())) return;
      const { shownBatch } = getState();
      // One that is sent again closes here as it does in the tab where that was asked for.
      const stillThere = shownBatch !== null && canShowBatch(state, shownBatch);
      dispatch({ type: 'session-loaded', state: { ...state, shownBatch: stillThere ? shownBatch : null } });
    },
    lead(state) {
      dispatch({ type: 'session-loaded', state });
      dispatch({ type: 'role-changed', role: 'holder' });
      followBatches();
      run.reset();
      run.pump();
    },
    settingsChanged: run.pump,
    dispose: run.dispose,
  };
  run.pump();
  return session;
}

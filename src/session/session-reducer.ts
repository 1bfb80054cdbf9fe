import { assertNever } from '../lib/assert-never.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { countBatches } from '../translation/batch-at.ts';
import {
  batchAnswered,
  batchFinished,
  batchQueued,
  batchStarted,
  gapsFilled,
  outputEdited,
  outputValidated,
  retriesDue,
  secondChancesPlanned,
  secondChancesTaken,
  tokensUsed,
  withBatch,
  without,
} from './batch-changes.ts';
import type { SessionEvent } from './session-events.ts';
import { EMPTY_SESSION, type Notice, type Pause, type SessionState } from './session-state.ts';
import { rememberAll, rememberIf, rememberWork, takeBack } from './undo.ts';

/** The next state after an event; the same object when the event changes nothing. Pure. */
export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'session-loaded':
      return { ...event.state, role: state.role };
    case 'project-opened':
      return {
        ...event.state,
        role: state.role,
        undo: rememberWork(state, 'open-project', event.before),
      };
    case 'role-changed':
      return { ...state, role: event.role, pace: null };
    case 'command-undone':
      return takeBack(state);
    case 'source-opened':
      return {
        ...state,
        sourceText: event.text,
        notices: event.notices,
        error: '',
        undo: state.sourceText === '' ? null : rememberAll(state, 'open-original'),
      };
    case 'source-edited':
      return { ...state, sourceText: event.text, notices: [] };
    case 'source-cleared':
      return { ...state, sourceText: '', notices: [], undo: rememberAll(state, 'clear-original') };
    case 'source-refused':
      return { ...state, error: event.error };
    case 'source-parsed':
      return sourceParsed(state, event.phrases, event.notices);
    case 'batch-shown':
      return state.shownBatch === event.index ? state : { ...state, shownBatch: event.index };
    case 'batch-closed':
      return { ...state, shownBatch: null };
    case 'batch-started':
      return batchStarted(state, event.index, event.at);
    case 'batch-returned':
      return withBatch(state, event.index, undefined, without('startedAt'));
    case 'batch-answered':
      return batchAnswered(state, event.index, event.progress);
    case 'batch-finished':
      return batchFinished(state, event);
    case 'retries-due':
      return retriesDue(state, event.indexes);
    case 'second-chances-planned':
      return secondChancesPlanned(state, event);
    case 'tokens-used':
      return tokensUsed(state, event.index, event.usage);
    case 'batch-queued':
      return batchQueued(state, event.index, event.inHalves);
    case 'gaps-filled':
      return gapsFilled(state, event);
    case 'output-edited':
      return outputEdited(state, event.index, event.output);
    case 'output-validated':
      return outputValidated(state, event.index, event.error);
    case 'result-assembled':
      return {
        ...state,
        translated: event.text,
        translatedEdited: false,
        translatedStale: false,
        undo: rememberIf(state.translatedEdited, state, 'assemble-again'),
      };
    case 'translated-edited':
      return { ...state, translated: event.text, translatedEdited: event.text !== '' };
    case 'translated-kept':
      return { ...state, translatedStale: false };
    case 'translated-cleared':
      return {
        ...state,
        translated: '',
        translatedEdited: false,
        translatedStale: false,
        error: '',
        undo: rememberIf(state.translated !== '', state, 'clear-translated'),
      };
    case 'run-paused':
      return runPaused(state, event.pause);
    case 'run-resumed':
      return runResumed(state, event.byPerson);
    case 'pace-changed':
      return { ...state, pace: event.pace };
    case 'notice-dismissed':
      return { ...state, notices: state.notices.filter((_, index) => index !== event.index) };
    case 'session-restarted':
      return {
        ...EMPTY_SESSION,
        role: state.role,
        undo: rememberWork(state, 'restart'),
      };
    default:
      return assertNever(event);
  }
}

function sourceParsed(state: SessionState, phrases: readonly Phrase[], notices: readonly Notice[]): SessionState {
  const count = countBatches(phrases.length);
  return {
    ...EMPTY_SESSION,
    role: state.role,
    pace: state.pace,
    sourceText: state.sourceText,
    phrases,
    results: Array.from({ length: count }, () => undefined),
    details: Array.from({ length: count }, () => ({})),
    notices: [...state.notices, ...notices],
  };
}

function runResumed(state: SessionState, byPerson: boolean): SessionState {
  const error = state.paused && 'message' in state.paused ? '' : state.error;
  return { ...(byPerson ? secondChancesTaken(state) : state), paused: null, error };
}

function runPaused(state: SessionState, paused: Pause): SessionState {
  const { details } = state;
  // Asked for by hand, a batch is started in a paused run, too; but not in spite of a pause that has come since.
  const held = paused.reason !== 'offline' && details.some(({ byHand }) => byHand);
  return {
    ...state,
    details: held ? details.map(without('byHand')) : details,
    paused,
    pace: null,
    error: 'message' in paused ? paused.message : state.error,
  };
}

import { assertNever } from '../lib/assert-never.ts';
import type { TokenUsage } from '../providers/provider.ts';
import { type BatchSlot, isOk } from '../translation/batch.ts';
import { countBatches } from '../translation/batch-at.ts';
import type { SessionEvent } from './session-events.ts';
import { isSamePart } from './session-selectors.ts';
import { type BatchDetails, EMPTY_SESSION, type Pause, type SessionState } from './session-state.ts';
import { rememberAll, rememberBatch, takeBack } from './undo.ts';

/** The next state after an event; the same object when the event changes nothing. Pure. */
export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'session-loaded':
      return { ...event.state, role: state.role };
    case 'role-changed':
      return { ...state, role: event.role, pace: null };
    case 'command-undone':
      return takeBack(state);
    case 'source-opened':
      return { ...state, sourceText: event.text, notices: event.notices, error: '', undo: null };
    case 'source-edited':
      return { ...state, sourceText: event.text, notices: [] };
    case 'source-cleared':
      return { ...state, sourceText: '', notices: [], undo: rememberAll(state, 'clear-original') };
    case 'source-refused':
      return { ...state, error: event.error };
    case 'source-parsed': {
      const count = countBatches(event.phrases.length);
      return {
        ...state,
        phrases: event.phrases,
        results: Array.from({ length: count }, () => undefined),
        details: Array.from({ length: count }, () => NO_DETAILS),
        notices: [...state.notices, ...event.notices],
        shownBatch: null,
        translated: '',
        translatedEdited: false,
        translatedStale: false,
        error: '',
        paused: null,
        undo: null,
      };
    }
    case 'batch-shown':
      return state.shownBatch === event.index ? state : { ...state, shownBatch: event.index };
    case 'batch-closed':
      return { ...state, shownBatch: null };
    case 'batch-started':
      return withBatch(state, event.index, null, (details) => ({ ...details, startedAt: event.at }));
    case 'batch-returned':
      return withBatch(state, event.index, undefined, without('startedAt'));
    case 'batch-halved':
      return withBatch(state, event.index, state.results[event.index], (details) => ({ ...details, inHalves: true }));
    case 'correction-needed':
      return withBatch(state, event.index, state.results[event.index], (details) => ({
        ...details,
        correction: event.correction,
      }));
    case 'part-answered':
      return withBatch(state, event.index, state.results[event.index], (details) => ({
        ...details,
        parts: [...(details.parts ?? []).filter((part) => !isSamePart(part, event.part)), event.part],
      }));
    case 'batch-finished':
      return resultChanged(
        withBatch(state, event.index, event.result, ({ usage, inHalves }) => ({
          ...(usage && { usage }),
          ...(inHalves && { inHalves }),
          ...(event.failure && { failure: event.failure }),
          ...(event.correction && { correction: event.correction }),
        })),
      );
    case 'tokens-used':
      return withBatch(state, event.index, state.results[event.index], (details) => ({
        ...details,
        usage: addUsage(details.usage, event.usage),
      }));
    case 'batch-queued':
      return {
        ...withBatch(state, event.index, undefined, ({ usage }) => ({
          ...(usage && { usage }),
          byHand: true,
          ...(event.inHalves && { inHalves: true }),
        })),
        shownBatch: state.shownBatch === event.index ? null : state.shownBatch,
        undo: state.results[event.index]?.[1] ? rememberBatch(state, event.index) : state.undo,
      };
    case 'output-edited':
      return withResult(state, event.index, ([error]) => [error, event.output]);
    case 'output-validated':
      return withResult(state, event.index, ([, output]) => [event.error, output]);
    case 'result-assembled':
      return { ...state, translated: event.text, translatedEdited: false, translatedStale: false };
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
        undo: state.translated === '' ? state.undo : rememberAll(state, 'clear-translated'),
      };
    case 'run-paused':
      return runPaused(state, event.pause);
    case 'run-resumed':
      return { ...state, paused: null, error: state.paused?.reason === 'failure' ? '' : state.error };
    case 'pace-changed':
      return { ...state, pace: event.pace };
    case 'notice-dismissed':
      return { ...state, notices: state.notices.filter((_, index) => index !== event.index) };
    case 'session-restarted':
      return {
        ...EMPTY_SESSION,
        role: state.role,
        undo: hasWork(state) ? rememberAll(state, 'restart') : state.undo,
      };
    default:
      return assertNever(event);
  }
}

const hasWork = ({ sourceText, results, translated }: SessionState): boolean =>
  sourceText !== '' || results.length > 0 || translated !== '';

const NO_DETAILS: BatchDetails = {};

function runPaused(state: SessionState, paused: Pause): SessionState {
  const { details } = state;
  // Asked for by hand, a batch is started in a paused run, too; but not in spite of a pause that has come since.
  const held = paused.reason !== 'offline' && details.some(({ byHand }) => byHand);
  return {
    ...state,
    details: held ? details.map(without('byHand')) : details,
    paused,
    pace: null,
    error: paused.reason === 'failure' ? paused.message : state.error,
  };
}

function without<Key extends keyof BatchDetails>(key: Key) {
  return ({ [key]: _, ...rest }: BatchDetails): BatchDetails => rest;
}

function addUsage(sum: TokenUsage | undefined, usage: TokenUsage): TokenUsage {
  if (!sum) return usage;
  return {
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    reasoning: sum.reasoning + usage.reasoning,
  };
}

/** One batch changes; a batch that is not there (a late answer after Restart) changes nothing. */
function withBatch(
  state: SessionState,
  index: number,
  slot: BatchSlot,
  change: (details: BatchDetails) => BatchDetails,
): SessionState {
  if (index < 0 || index >= state.results.length) return state;
  const sameSlot = slot === state.results[index];
  return {
    ...state,
    results: sameSlot ? state.results : state.results.with(index, slot),
    details: state.details.with(index, change(state.details[index] ?? NO_DETAILS)),
  };
}

function withResult(
  state: SessionState,
  index: number,
  change: (result: readonly [string, string]) => readonly [string, string],
): SessionState {
  const slot = state.results[index];
  if (slot == null) return state;
  const next = change(slot);
  if (next[0] === slot[0] && next[1] === slot[1]) return state;
  const changed = withBatch(state, index, next, isOk(next) ? without('failure') : (details) => details);
  return resultChanged(changed);
}

/** A batch changed after assembly: the session assembles anew, or, where a person edited the text, the page offers the choice. */
const resultChanged = (state: SessionState): SessionState =>
  state.translated === '' || state.translatedStale ? state : { ...state, translatedStale: true };

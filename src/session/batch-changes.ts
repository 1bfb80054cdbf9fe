import type { TokenUsage } from '../providers/provider.ts';
import { type BatchSlot, isFailed, isOk } from '../translation/batch.ts';
import { batchAt } from '../translation/batch-at.ts';
import type { SessionEvent } from './session-events.ts';
import { isRetryDue } from './session-selectors.ts';
import type { BatchDetails, BatchProgress, SessionState } from './session-state.ts';
import { progressForRetry } from './translate-batch.ts';
import { rememberBatch } from './undo.ts';

/** How one batch, or several, change; used by the reducer alone. */

type EventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

const NO_DETAILS: BatchDetails = {};

export const batchStarted = (state: SessionState, index: number, at: number): SessionState =>
  withBatch(state, index, null, (details) => ({ ...afterFailure(details), startedAt: at }));

/** Another call is needed: the batch goes back to the queue, with what came. */
export const batchAnswered = (state: SessionState, index: number, progress: BatchProgress): SessionState =>
  withBatch(state, index, undefined, ({ startedAt: _, ...details }) => ({
    ...details,
    ...correctionOf(progress),
    progress,
  }));

export const batchFinished = (state: SessionState, event: EventOf<'batch-finished'>): SessionState =>
  resultChanged(
    withBatch(state, event.index, event.result, ({ usage, correction, progress }) => ({
      ...(usage && { usage }),
      ...(correction && { correction: event.failure ? correction : { ...correction, worked: true } }),
      ...(progress?.texts && { inParts: true }),
      ...(event.failure && { failure: event.failure }),
      ...(event.progress && { progress: event.progress }),
      ...(event.willRetry && { willRetry: true }),
    })),
  );

export const retriesPlanned = (state: SessionState, indexes: readonly number[]): SessionState =>
  indexes.reduce(
    (next, index) => (isFailed(next.results[index]) ? withDetails(next, index, { willRetry: true }) : next),
    state,
  );

export const tokensUsed = (state: SessionState, index: number, usage: TokenUsage): SessionState =>
  withDetails(state, index, { usage: addUsage(state.details[index]?.usage, usage) });

export function gapsFilled(state: SessionState, { index, output, numbers }: EventOf<'gaps-filled'>): SessionState {
  const filled = withDetails(outputEdited(state, index, output), index, { filled: numbers });
  return { ...filled, undo: rememberBatch(state, index, 'fill-gaps') };
}

export const outputValidated = (state: SessionState, index: number, error: string): SessionState =>
  withResult(state, index, ([, output]) => [error, output]);

/** Retry keeps what was answered before; a batch that is OK is translated anew as a whole. */
export function batchQueued(state: SessionState, index: number, inHalves: boolean): SessionState {
  const slot = state.results[index];
  if (slot == null) return state;
  const before = isFailed(slot) ? (state.details[index] ?? NO_DETAILS) : NO_DETAILS;
  const progress = progressForRetry(batchAt(state.phrases, index), before, inHalves);
  return {
    ...withBatch(state, index, undefined, ({ usage }) => ({
      ...(usage && { usage }),
      byHand: true,
      ...(progress && { progress }),
    })),
    shownBatch: state.shownBatch === index ? null : state.shownBatch,
    undo: slot[1] === '' ? state.undo : rememberBatch(state, index, 'translate-again'),
  };
}

/** What is still failed and was to be tried again goes back to the queue. */
export function retriesDue(state: SessionState): SessionState {
  const isDue = (index: number) => isRetryDue(state.results[index], state.details[index]);
  if (!state.results.some((_, index) => isDue(index))) return state;
  return {
    ...state,
    results: state.results.map((slot, index) => (isDue(index) ? undefined : slot)),
    details: state.details.map((details, index) => (isDue(index) ? afterFailure(details) : details)),
  };
}

const afterFailure = ({ willRetry: _, failure: __, ...details }: BatchDetails): BatchDetails => details;

const correctionOf = ({ correcting }: BatchProgress): Pick<BatchDetails, 'correction'> =>
  correcting ? { correction: { answer: correcting.answer, errors: correcting.errors } } : {};

/** The details without one of their parts. */
export function without<Key extends keyof BatchDetails>(key: Key) {
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
export function withBatch(
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

export function outputEdited(state: SessionState, index: number, output: string): SessionState {
  const next = withResult(state, index, ([error]) => [error, output]);
  return next === state ? state : withDetails(next, index, { edited: true });
}

function withDetails(state: SessionState, index: number, change: Partial<BatchDetails>): SessionState {
  return withBatch(state, index, state.results[index], (details) => ({ ...details, ...change }));
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

import type { TokenUsage } from '../providers/provider.ts';
import { type BatchSlot, isFailed, isOk } from '../translation/batch.ts';
import { batchAt } from '../translation/batch-at.ts';
import type { SessionEvent } from './session-events.ts';
import { hasSecondChance, isRetryPlanned } from './session-selectors.ts';
import type { BatchDetails, BatchProgress, SessionState } from './session-state.ts';
import { progressForRetry } from '../engine/translate-batch.ts';
import { rememberBatch } from './undo.ts';

/** How one batch, or several, change; used by the reducer alone. */

type EventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

const NO_DETAILS: BatchDetails = {};

export const batchStarted = (state: SessionState, index: number, at: number): SessionState =>
  withBatch(state, index, null, ({ failure: _, ...details }) => ({ ...details, startedAt: at }));

/** Another call is needed: the batch goes back to the queue, with what came. */
export const batchAnswered = (state: SessionState, index: number, progress: BatchProgress): SessionState =>
  withBatch(state, index, undefined, ({ startedAt: _, ...details }) => ({
    ...details,
    ...correctionOf(progress),
    progress,
  }));

export const batchFinished = (state: SessionState, event: EventOf<'batch-finished'>): SessionState =>
  resultChanged(
    withBatch(state, event.index, event.result, ({ usage, correction, progress, secondChance }) => ({
      ...(usage && { usage }),
      ...(correction && { correction: event.corrected ? { ...correction, worked: true } : correction }),
      ...(progress?.texts && { inParts: true }),
      ...(event.failure && { failure: event.failure, ...(secondChance && { secondChance }) }),
      ...(event.progress && { progress: event.progress }),
      ...(event.retry && { retry: event.retry }),
    })),
  );

/** What is still failed of these and was to be tried again goes back to the queue. */
export const retriesDue = (state: SessionState, indexes: readonly number[]): SessionState =>
  givenBack(state, (index) => indexes.includes(index) && isRetryPlanned(state.results[index], state.details[index]));

export const secondChancesPlanned = (
  state: SessionState,
  { batches }: EventOf<'second-chances-planned'>,
): SessionState =>
  batches.reduce(
    (next, { index, result }) =>
      next.results[index] === result ? withDetails(next, index, { secondChance: 'planned' }) : next,
    state,
  );

/** Each batch that has a second chance takes it. */
export function secondChancesTaken(state: SessionState): SessionState {
  const takes = (index: number) => hasSecondChance(state.results[index], state.details[index]);
  const next = givenBack(state, takes);
  if (next === state) return state;
  return {
    ...next,
    details: next.details.map((each, index) => (takes(index) ? { ...each, secondChance: 'taken' } : each)),
  };
}

function givenBack(state: SessionState, which: (index: number) => boolean): SessionState {
  if (!state.results.some((_, index) => which(index))) return state;
  return {
    ...state,
    results: state.results.map((slot, index) => (which(index) ? undefined : slot)),
    details: state.details.map((each, index) => (which(index) ? without('failure')(each) : each)),
  };
}

export const tokensUsed = (state: SessionState, index: number, usage: TokenUsage): SessionState =>
  withDetails(state, index, { usage: addUsage(state.details[index]?.usage, usage) });

export function gapsFilled(state: SessionState, { index, output, numbers }: EventOf<'gaps-filled'>): SessionState {
  const before = state.details[index]?.filled ?? [];
  const filled = [...new Set([...before, ...numbers])].sort((one, other) => one - other);
  return {
    ...withDetails(outputEdited(state, index, output), index, { filled }),
    undo: rememberBatch(state, index, 'fill-gaps', output),
  };
}

export const outputValidated = (state: SessionState, index: number, error: string): SessionState =>
  withResult(state, index, ([, output]) => [error, output]);

/** Retry keeps what was answered before; a batch that is OK is translated anew as a whole. */
export function batchQueued(state: SessionState, index: number, inHalves: boolean): SessionState {
  const slot = state.results[index];
  if (slot == null) return state;
  const progress = isFailed(slot)
    ? progressForRetry(batchAt(state.phrases, index), slot[1], state.details[index] ?? NO_DETAILS, inHalves)
    : undefined;
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

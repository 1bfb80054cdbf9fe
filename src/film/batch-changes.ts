import { progressForRetry } from '../engine/retry.ts';
import { withBatch, withDetails, without } from '../engine/run-reducer.ts';
import type { BatchDetails, BatchProgress } from '../engine/run-state.ts';
import { batchAt, isFailed, isOk } from '../translation/batch.ts';
import type { LineMarks, SessionEvent, SessionState } from './film.ts';
import { allOk } from './film.ts';
import { isConfirmed, isEdited, isOwn, keptTexts } from './lines.ts';
import { rememberBatch } from './undo.ts';

/** How a person's commands change one batch; used by the reducer alone. */

type EventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

const NO_DETAILS: BatchDetails = {};

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

/**
 * Puts a batch back into the queue. A failed batch keeps its answered phrases; a batch that is OK is translated again as a whole.
 * Confirmed lines keep their text unless `withConfirmed`, edited lines unless `withEdited`. Where no line is left, nothing is asked
 * for: a batch that is OK stays, a failed one ends with what it has.
 */
export function batchQueued(
  state: SessionState,
  { index, inHalves, withConfirmed, withEdited }: EventOf<'batch-queued'>,
): SessionState {
  const slot = state.results[index];
  if (slot == null) return state;
  const batch = batchAt(state.phrases, index);
  const answered = isFailed(slot)
    ? progressForRetry(batch, slot[1], state.details[index] ?? NO_DETAILS, inHalves)
    : undefined;
  const isKept = (marks: LineMarks) => (!withConfirmed && isConfirmed(marks)) || (!withEdited && isEdited(marks));
  const others = withoutTexts(
    answered,
    keptTexts(state, index, (marks) => isOwn(marks) && !isKept(marks)),
  );
  const progress = withTexts(others, keptTexts(state, index, isKept));
  const left = batch.phrases.length - Object.keys(progress?.texts ?? {}).length;
  if (left === 0 && !isFailed(slot)) return state;
  const atMost = inHalves && left > 0 ? { atMost: Math.ceil(left / 2) } : {};
  return {
    ...withBatch(state, index, undefined, ({ usage }) => ({
      ...(usage && { usage }),
      byHand: true,
      ...((progress || inHalves) && { progress: { ...progress, ...atMost } }),
    })),
    shownBatch: state.shownBatch === index ? null : state.shownBatch,
    undo: slot[1] === '' ? state.undo : rememberBatch(state, index, 'translate-again'),
  };
}

/** Counts the kept lines as answered, so that only the others are requested. A waiting corrective pass goes: it would ask for all lines. */
function withTexts(progress: BatchProgress | undefined, own: Readonly<Record<string, string>>) {
  if (Object.keys(own).length === 0) return progress;
  const { correcting: _, ...kept } = progress ?? {};
  return { ...kept, texts: { ...kept.texts, ...own } };
}

function withoutTexts(progress: BatchProgress | undefined, own: Readonly<Record<string, string>>) {
  if (!progress?.texts) return progress;
  const texts = Object.entries(progress.texts).filter(([number]) => !Object.hasOwn(own, number));
  return { ...progress, texts: Object.fromEntries(texts) };
}

/** Keeps the confirmed and the edited lines of failed batches that the run has put back into the queue by itself. `before`: the state before that. */
export const ownKept = (state: SessionState, before: SessionState): SessionState =>
  before.results.reduce((next, slot, index) => {
    if (!isFailed(slot) || next.results[index] !== undefined) return next;
    const own = keptTexts(before, index, isOwn);
    if (Object.keys(own).length === 0) return next;
    const progress = withTexts(next.details[index]?.progress, own);
    return progress ? withDetails(next, index, { progress }) : next;
  }, state);

export function outputEdited(state: SessionState, index: number, output: string): SessionState {
  const next = withResult(state, index, ([error]) => [error, output]);
  return next === state ? state : withDetails(next, index, { edited: true });
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

/**
 * Marks the result as stale after a batch changed: the session assembles it again, or, where a person edited it, the page asks. The first
 * result is due as the last batch is OK.
 */
export const resultChanged = (state: SessionState): SessionState =>
  state.translatedStale || (state.translated === '' && !allOk(state)) ? state : { ...state, translatedStale: true };

import { once } from '../../lib/once.ts';
import { type BatchSlot, isFailed, isOk } from '../../translation/batch.ts';
import type { Ask, BatchDetails, Pause, RunState } from './run-state.ts';

/** What the engine reads from its state: which batch is next, which wait, which have ended. All pure. */

/** The specification's word for the batch icon, and the batch item's `data-state`. */
export type BatchStatus = 'waiting' | 'loading' | 'ok' | 'failed';

/** Only the tab that holds the run may change anything. */
export const isHolder = ({ role }: Pick<RunState, 'role'>): boolean => role === 'holder';

export const hasBatches = (state: RunState): boolean => state.results.length > 0;

export function batchStatus(slot: BatchSlot): BatchStatus {
  if (slot === undefined) return 'waiting';
  if (slot === null) return 'loading';
  return isOk(slot) ? 'ok' : 'failed';
}

export interface Progress {
  readonly total: number;
  readonly ok: number;
  readonly failed: number;
  readonly loading: number;
  readonly waiting: number;
}

/** Number of batches by status. */
export const progress = ({ results }: Pick<RunState, 'results'>): Progress => countsOf(results);

const countsOf = once((results: readonly BatchSlot[]): Progress => {
  const counts = { total: results.length, ok: 0, failed: 0, loading: 0, waiting: 0 };
  // Array.from turns a sparse list's holes into undefined: not started.
  for (const slot of Array.from(results)) counts[batchStatus(slot)]++;
  return counts;
});

/**
 * Of a run that a person has stopped: how many answers are under way that are still taken, those for suggestions among them. What was asked
 * for by hand since then is not stopped.
 */
export function stoppingAnswers({ paused, results, details, asks }: Omit<RunState, 'role'>): number {
  if (paused?.reason !== 'person') return 0;
  const batches = results.filter((slot, index) => slot === null && isLastCall(paused, details[index])).length;
  return batches + asks.filter(({ stage }) => stage === 'last').length;
}

/** Whether the batch's call that is under way is its last one, since a person has stopped the run. */
export const isLastCall = (paused: Pause | null, { byHand = false }: BatchDetails = {}): boolean =>
  paused?.reason === 'person' && !byHand;

/** A batch is in flight or will start by itself, in whichever tab; outputs are read-only meanwhile (specification, section 2). */
export const isPending = (state: RunState): boolean => progress(state).loading > 0 || nextInRun(state) !== undefined;

/** Pauses that end without a person. */
export const endsByItself = (paused: Pause | null): boolean =>
  paused?.reason === 'offline' || paused?.reason === 'outage';

/** What a person has asked for single lines, and what this tab may send next of it: in a paused run, too. */
export const nextAsk = (state: RunState): Ask | undefined =>
  isHolder(state) ? state.asks.find(({ stage }) => stage === 'waiting') : undefined;

/** The next batch that this tab may start; undefined: none. */
export const nextBatch = (state: RunState): number | undefined => (isHolder(state) ? nextInRun(state) : undefined);

/** Something may start now, were the browser online. */
export const isAnyWaiting = (state: RunState): boolean => (nextAsk(state) ?? nextBatch(state)) !== undefined;

/**
 * The next batch of the run: first one that a person asked for, then as `nextUnasked` says. In a paused run only what a
 * person asked for may start; offline nothing may.
 */
function nextInRun(state: RunState): number | undefined {
  const { results, details, paused } = state;
  if (paused?.reason === 'offline') return undefined;
  const asked = details.findIndex(({ byHand }, index) => byHand && results[index] === undefined);
  if (asked >= 0) return asked;
  return paused ? undefined : nextUnasked(state);
}

/** The batch that starts next without a person: one that needs another call, else one never started, else a second chance. */
export function nextUnasked({ results, details }: Pick<RunState, 'results' | 'details'>): number | undefined {
  let best: number | undefined;
  let bestRank = Number.POSITIVE_INFINITY;
  for (let index = 0; index < results.length; index++) {
    if (results[index] !== undefined) continue;
    const { progress: before, secondChance } = details[index] ?? {};
    const rank = secondChance ? 2 : before ? 0 : 1;
    if (rank < bestRank) [best, bestRank] = [index, rank];
    if (rank === 0) break;
  }
  return best;
}

/** Whether the run will retry this failed batch by itself: no person has edited it. */
export const isRetryPlanned = (slot: BatchSlot, { retry, edited }: BatchDetails = {}): boolean =>
  retry !== undefined && !edited && isFailed(slot);

/** Something will be sent without a person's asking, now, later, or when a pause ends. */
export const isLeftToRun = (state: Pick<RunState, 'results' | 'details'>): boolean =>
  nextUnasked(state) !== undefined ||
  state.details.some(
    (each, index) => isRetryPlanned(state.results[index], each) || hasSecondChance(state.results[index], each),
  );

/** Whether this failed batch is sent once more when the person resumes the run. */
export const hasSecondChance = (slot: BatchSlot, { secondChance, edited }: BatchDetails = {}): boolean =>
  secondChance === 'planned' && !edited && isFailed(slot);

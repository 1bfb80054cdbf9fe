import { type BatchSlot, isFailed, isOk } from '../translation/batch.ts';
import type { BatchDetails, MadeWith, Pause, RunState } from './run-state.ts';

/** What the engine reads from its state: what is next, what waits, what has ended. All pure. */

/** The word of the specification's batch icon, and `data-state` of a batch item. */
export type BatchStatus = 'waiting' | 'loading' | 'ok' | 'failed';

/** Only the tab that holds the run changes anything. */
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

const progressOf = new WeakMap<readonly BatchSlot[], Progress>();

/** Counts of the batches by status; counted once for each list of results. */
export function progress({ results }: Pick<RunState, 'results'>): Progress {
  const known = progressOf.get(results);
  if (known) return known;
  const counts = { total: results.length, ok: 0, failed: 0, loading: 0, waiting: 0 };
  // Array.from reads the holes of a sparse list as not started.
  for (const slot of Array.from(results)) counts[batchStatus(slot)]++;
  progressOf.set(results, counts);
  return counts;
}

/**
 * Something is in flight, or will be by itself, here or in the tab that a follower shows. While that is so, outputs are
 * read-only (specification, section 2).
 */
export const isPending = (state: RunState): boolean => progress(state).loading > 0 || nextInRun(state) !== undefined;

/** Nobody needs to press anything for the run to go on. */
export const endsByItself = (paused: Pause | null): boolean =>
  paused?.reason === 'offline' || paused?.reason === 'outage';

/** What a finished batch was made with; undefined: that was not noted. */
export const madeWith = ({ results, details, makings }: RunState, index: number): MadeWith | undefined =>
  (results[index] && makings[details[index]?.making ?? 0]) || undefined;

/** The next batch that this tab may start; undefined: none. */
export const nextBatch = (state: RunState): number | undefined => (isHolder(state) ? nextInRun(state) : undefined);

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

/**
 * What the run starts next by itself, were it not paused: a batch that needs another call, else the lowest that was never
 * started, else one that takes its second chance.
 */
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

/** A failed batch that the run tries again by itself, and that no person has edited. */
export const isRetryPlanned = (slot: BatchSlot, { retry, edited }: BatchDetails = {}): boolean =>
  retry !== undefined && !edited && isFailed(slot);

/** The batches of which that is so, the lowest first. */
export const plannedRetries = ({ results, details }: Pick<RunState, 'results' | 'details'>): readonly number[] =>
  details.flatMap((each, index) => (isRetryPlanned(results[index], each) ? [index] : []));

/**
 * The batch that tries whether an outage is over, once its time has come (`now`: ms since the epoch): another one each time, for a
 * batch that has a fault of its own would make the outage last for ever.
 */
export function nextTry(state: RunState, now: number): number | undefined {
  const { paused } = state;
  if (paused?.reason !== 'outage' || !isHolder(state) || now < paused.nextTryAt) return undefined;
  const [first, ...others] = plannedRetries(state);
  const candidates = [first, nextUnasked(state), ...others].filter((index) => index !== undefined);
  return candidates[paused.tries % candidates.length];
}

/** A run of an earlier visit in which so many batches wait for a retry was in an outage. */
const MANY_RETRIES = 3;
export const wasInOutage = (state: RunState): boolean => plannedRetries(state).length >= MANY_RETRIES;

/** When the first of them is due, ms since the epoch; undefined: there is none. */
export function nextRetryAt(state: Pick<RunState, 'results' | 'details'>): number | undefined {
  const times = plannedRetries(state).map((index) => state.details[index]?.retry?.at ?? 0);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Something will be sent without a person's asking for it, now, later, or when a pause ends. */
export const isLeftToRun = (state: Pick<RunState, 'results' | 'details'>): boolean =>
  nextUnasked(state) !== undefined ||
  state.details.some(
    (each, index) => isRetryPlanned(state.results[index], each) || hasSecondChance(state.results[index], each),
  );

/** It is sent once more when the person goes on. */
export const hasSecondChance = (slot: BatchSlot, { secondChance, edited }: BatchDetails = {}): boolean =>
  secondChance === 'planned' && !edited && isFailed(slot);

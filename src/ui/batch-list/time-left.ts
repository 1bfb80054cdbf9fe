import type { Progress } from '../../session/session-selectors.ts';
import type { PaceLimit, SessionState } from '../../session/session-state.ts';
import { isOk } from '../../translation/batch.ts';

/** How many of the latest batches tell the pace. */
const REMEMBERED_BATCHES = 20;

/**
 * How long the latest batches took, ms, the oldest first, after the session went from one state to the next.
 * The same list when no batch was finished.
 */
export function noteDurations(
  durationsMs: readonly number[],
  before: SessionState,
  after: SessionState,
  now: number,
): readonly number[] {
  if (before.results === after.results) return durationsMs;
  if (before.results.length !== after.results.length) return [];
  const finished: number[] = [];
  // A loop: it runs after each event of the run, over all batches.
  for (let index = 0; index < after.results.length; index++) {
    const startedAt = before.results[index] === null ? before.details[index]?.startedAt : undefined;
    if (startedAt !== undefined && isOk(after.results[index])) finished.push(now - startedAt);
  }
  return finished.length === 0 ? durationsMs : [...durationsMs, ...finished].slice(-REMEMBERED_BATCHES);
}

/** Estimated ms until the last batch is finished; undefined before the first one is, and when nothing is left. */
export function timeLeftMs(
  durationsMs: readonly number[],
  { loading, waiting }: Pick<Progress, 'loading' | 'waiting'>,
  limit: PaceLimit,
): number | undefined {
  const left = loading + waiting;
  if (durationsMs.length === 0 || left === 0) return undefined;
  const meanMs = durationsMs.reduce((sum, duration) => sum + duration, 0) / durationsMs.length;
  const byPaceMs = (left * meanMs) / Math.max(1, loading);
  const byLimitMs = limit.kind === 'per-minute' ? (waiting * 60_000) / limit.requests : 0;
  return Math.max(byPaceMs, byLimitMs, meanMs);
}

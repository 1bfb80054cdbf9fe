import type { PaceLimit } from '../../../engine/pace/scheduler-state.ts';
import type { Progress } from '../../../engine/run-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { isOk } from '../../../translation/batch.ts';

/** A batch that became OK. */
export interface FinishedBatch {
  readonly durationMs: number;
  /** ms since the epoch. */
  readonly finishedAt: number;
}

/** How many of the latest batches tell the pace. */
const REMEMBERED_BATCHES = 20;

/**
 * The latest finished batches, the oldest first, after the session went from one state to the next.
 * The same list when no batch was finished.
 */
export function noteFinished(
  known: readonly FinishedBatch[],
  before: SessionState,
  after: SessionState,
  now: number,
): readonly FinishedBatch[] {
  if (before.results === after.results) return known;
  if (before.results.length !== after.results.length) return [];
  const finished: FinishedBatch[] = [];
  // A loop: a run comes here eight times a second, over all batches.
  for (let index = 0; index < after.results.length; index++) {
    const startedAt = before.results[index] === null ? before.details[index]?.startedAt : undefined;
    if (startedAt === undefined || !isOk(after.results[index])) continue;
    finished.push({ durationMs: now - startedAt, finishedAt: now });
  }
  return finished.length === 0 ? known : [...known, ...finished].slice(-REMEMBERED_BATCHES);
}

/** A request that takes so many times as long as the latest ones on average is a slow one. */
const SLOW_SHARE = 2;

/** What the provider lets through, as far as it is known. */
export interface PaceAhead {
  readonly limit: PaceLimit;
  /** Until the next start; 0: nothing waits. */
  readonly waitMs: number;
  /** How long the oldest request has been under way. */
  readonly oldestMs?: number;
}

/** Estimated ms until the last batch is finished; undefined before the first one is, and when nothing is left. */
export function timeLeftMs(
  finished: readonly FinishedBatch[],
  { loading, waiting }: Pick<Progress, 'loading' | 'waiting'>,
  { limit, waitMs, oldestMs = 0 }: PaceAhead,
): number | undefined {
  const left = loading + waiting;
  if (finished.length === 0 || left === 0) return undefined;
  const meanMs = finished.reduce((sum, { durationMs }) => sum + durationMs, 0) / finished.length;
  // What takes longer than the others did may take any time.
  if (waiting === 0) return oldestMs > SLOW_SHARE * meanMs ? undefined : meanMs;
  const byPaceMs = (left * meanMs) / Math.max(1, loading);
  const byLimitMs = limit.kind === 'per-minute' ? (waiting * 60_000) / limit.requests : 0;
  return Math.max(byPaceMs, byLimitMs, left * meanGapMs(finished), waitMs + meanMs);
}

/** Between two finished batches. A provider that lets few through shows it here, whatever else is known of its limit. */
function meanGapMs(finished: readonly FinishedBatch[]): number {
  const [first, last] = [finished[0], finished.at(-1)];
  if (!first || !last || finished.length < 2) return 0;
  return (last.finishedAt - first.finishedAt) / (finished.length - 1);
}

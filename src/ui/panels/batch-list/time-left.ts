import type { Progress } from '../../../engine/run-state.ts';
import type { PaceLimit } from '../../../engine/scheduler-state.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { isOk } from '../../../translation/batch.ts';

/** A batch that has finished OK. */
export interface FinishedBatch {
  readonly durationMs: number;
  /** In ms since 1970. */
  readonly finishedAt: number;
}

/** How many of the latest batches the estimate uses. */
const REMEMBERED_BATCHES = 20;

/** The latest finished batches, oldest first, after the change from `before` to `after`; the same list if none finished, none after a pause. */
export function noteFinished(
  known: readonly FinishedBatch[],
  before: SessionState,
  after: SessionState,
  now: number,
): readonly FinishedBatch[] {
  // The gap between a batch before the pause and one after it would count the pause.
  if (before.paused && !after.paused) return [];
  if (before.results === after.results) return known;
  if (before.results.length !== after.results.length) return [];
  const finished: FinishedBatch[] = [];
  // A plain loop: this runs eight times a second, over all batches.
  for (let index = 0; index < after.results.length; index++) {
    const startedAt = before.results[index] === null ? before.details[index]?.startedAt : undefined;
    if (startedAt === undefined || !isOk(after.results[index])) continue;
    finished.push({ durationMs: now - startedAt, finishedAt: now });
  }
  return finished.length === 0 ? known : [...known, ...finished].slice(-REMEMBERED_BATCHES);
}

/** A request that takes this many times the mean of the latest ones is a slow one, with an unknown end. */
const SLOW_SHARE = 2;

/** What is known of the provider's pace. */
export interface PaceAhead {
  readonly limit: PaceLimit;
  /** Milliseconds until the next start; 0: no request waits. */
  readonly waitMs: number;
  /** Milliseconds since the oldest request in flight was sent. */
  readonly oldestMs?: number;
}

/** Estimated ms until the last batch finishes; undefined before the first one has, and when none is left. */
export function timeLeftMs(
  finished: readonly FinishedBatch[],
  { loading, waiting }: Pick<Progress, 'loading' | 'waiting'>,
  { limit, waitMs, oldestMs = 0 }: PaceAhead,
): number | undefined {
  const left = loading + waiting;
  if (finished.length === 0 || left === 0) return undefined;
  const meanMs = finished.reduce((sum, { durationMs }) => sum + durationMs, 0) / finished.length;
  // A request that takes longer than the others may take any time.
  if (waiting === 0) return oldestMs > SLOW_SHARE * meanMs ? undefined : meanMs;
  const byPaceMs = (left * meanMs) / Math.max(1, loading);
  const byLimitMs = limit.kind === 'per-minute' ? (waiting * 60_000) / limit.requests : 0;
  return Math.max(byPaceMs, byLimitMs, left * meanGapMs(finished), waitMs + meanMs);
}

/** The mean time between two finished batches, which also shows a limit of the provider that is not known otherwise. */
function meanGapMs(finished: readonly FinishedBatch[]): number {
  const [first, last] = [finished[0], finished.at(-1)];
  if (!first || !last || finished.length < 2) return 0;
  return (last.finishedAt - first.finishedAt) / (finished.length - 1);
}

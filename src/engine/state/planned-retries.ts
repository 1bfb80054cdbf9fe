import { isHolder, isRetryPlanned, nextUnasked } from './run-selectors.ts';
import type { RunState } from './run-state.ts';

/** What the engine reads from its state about batches that it will try again. All pure; apart from the other selectors, since the first load does without. */

/** The batches that the run will retry by itself, in order. */
export function plannedRetries({ results, details }: Pick<RunState, 'results' | 'details'>): readonly number[] {
  const planned: number[] = [];
  // Asked after each change of the state: a list for each of hundreds of batches would be garbage.
  for (const [index, each] of details.entries()) if (isRetryPlanned(results[index], each)) planned.push(index);
  return planned;
}

/**
 * The batch that tries whether an outage is over, once the time has come (`now`: ms since 1970). Another one each time: a batch
 * with a fault of its own would keep the outage going for ever.
 */
export function nextTry(state: RunState, now: number): number | undefined {
  const { paused } = state;
  if (paused?.reason !== 'outage' || !isHolder(state) || now < paused.nextTryAt) return undefined;
  const [first, ...others] = plannedRetries(state);
  const candidates = [first, nextUnasked(state), ...others].filter((index) => index !== undefined);
  return candidates[paused.tries % candidates.length];
}

/** A stored run with this many planned retries was in an outage. */
const MANY_RETRIES = 3;
export const wasInOutage = (state: RunState): boolean => plannedRetries(state).length >= MANY_RETRIES;

/** When the first planned retry is due, in ms since 1970; undefined: none is planned. */
export function nextRetryAt(state: Pick<RunState, 'results' | 'details'>): number | undefined {
  const times = plannedRetries(state).map((index) => state.details[index]?.retry?.at ?? 0);
  return times.length === 0 ? undefined : Math.min(...times);
}

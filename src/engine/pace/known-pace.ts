import type { KnownPace, SchedulerState } from './scheduler-state.ts';

/**
 * What a film has learned about its provider and model that helps the next film; undefined: nothing. A limit does not help: the
 * next ramp finds it within a second, and starting with the limit saves neither time nor refusals (bench/scheduler-simulation.ts:
 * ratio 1.05 against 1.04 at 8 at once, 1.00 against 1.00 at 60 a minute).
 */
export function knownPaceOf(state: SchedulerState): KnownPace | undefined {
  const wasRefused = state.lastRefusedAt > Number.NEGATIVE_INFINITY;
  if (wasRefused || state.mostInFlight === 0) return undefined;
  // A short film does not reach what a long film has had in flight, so the larger number counts.
  return { mostAtOnce: Math.max(state.mostInFlight, state.known?.mostAtOnce ?? 0) };
}

/** Where the learned pace is kept, for the model in use. */
export interface PaceMemory {
  recall(): KnownPace | undefined;
  /** Whether another model is in use than when the pace was recalled. */
  isOfAnother(): boolean;
  keep(known: KnownPace | undefined): void;
}

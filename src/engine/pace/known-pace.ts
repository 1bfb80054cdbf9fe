import type { KnownPace, SchedulerState } from './scheduler-state.ts';

/**
 * What a film has found out about its provider and model, so that the next film begins with it; undefined: nothing that would
 * help. A limit is no help, of either kind: the ramp finds it again within a second, and beginning with it saves neither time nor
 * refusals (bench/scheduler-simulation.ts: 1.05 and 1.04 at 8 at once, 1.00 and 1.00 at 60 a minute).
 */
export function knownPaceOf(state: SchedulerState): KnownPace | undefined {
  const wasRefused = state.lastRefusedAt > Number.NEGATIVE_INFINITY;
  if (wasRefused || state.mostInFlight === 0) return undefined;
  // A short film says nothing against what a long one has found out.
  return { mostAtOnce: Math.max(state.mostInFlight, state.known?.mostAtOnce ?? 0) };
}

/** Where that is kept, for the model in use. */
export interface PaceMemory {
  recall(): KnownPace | undefined;
  keep(known: KnownPace | undefined): void;
}

import type { BatchCommand, FilmCommand, SessionState, Undo } from './session-state.ts';

/** The state with the way back from a command that is about to throw something away. */
export function rememberAll(state: SessionState, command: FilmCommand): Undo {
  const { undo: previous, role: _role, pace: _pace, shownBatch: _shown, ...before } = state;
  return { command, before, previous };
}

/** The same where the command throws something away; else what could be taken back before. */
export const rememberIf = (needed: boolean, state: SessionState, command: FilmCommand): Undo | null =>
  needed ? rememberAll(state, command) : state.undo;

/** The same for one batch. */
export function rememberBatch({ undo, results, details }: SessionState, index: number, command: BatchCommand): Undo {
  return { command, index, slot: results[index], details: details[index] ?? {}, previous: undo };
}

/** Whose requests in flight go with it: one batch's, all, or none where only the result comes back. */
export function flightsOf(undo: Undo): number | 'all' | 'none' {
  if ('index' in undo) return undo.index;
  return undo.command === 'clear-translated' || undo.command === 'assemble-again' ? 'none' : 'all';
}

/** The state before the newest command that can be taken back; what has come since and is not its affair stays. */
export function takeBack(state: SessionState): SessionState {
  const { undo } = state;
  if (undo === null) return state;
  const { previous } = undo;
  switch (undo.command) {
    case 'restart':
    case 'open-project':
    case 'open-original':
    case 'clear-original': {
      const results = undo.before.results.map((slot) => slot ?? undefined);
      const details = undo.before.details.map(({ byHand: _, ...kept }) => kept);
      // What was under way goes on when the person says so, not by itself: it is paid for.
      const isLeft = results.includes(undefined) || details.some(({ willRetry }) => willRetry);
      const paused = isLeft ? (undo.before.paused ?? { reason: 'person' as const }) : null;
      return { ...state, ...undo.before, results, details, paused, pace: null, shownBatch: null, undo: previous };
    }
    case 'clear-translated':
    case 'assemble-again': {
      const { translated, translatedEdited, translatedStale, error, results } = undo.before;
      return {
        ...state,
        translated,
        translatedEdited,
        translatedStale: translatedStale || results !== state.results,
        ...(undo.command === 'clear-translated' && { error }),
        undo: previous,
      };
    }
    case 'translate-again':
    case 'fill-gaps': {
      if (undo.index >= state.results.length) return { ...state, undo: previous };
      const { usage } = state.details[undo.index] ?? {};
      return {
        ...state,
        results: state.results.with(undo.index, undo.slot),
        // Tokens stay counted: they were spent.
        details: state.details.with(undo.index, { ...undo.details, ...(usage && { usage }) }),
        translatedStale: state.translated !== '',
        undo: previous,
      };
    }
  }
}

import type { BatchDetails } from '../engine/run-state.ts';
import { endsByItself, isLeftToRun } from '../engine/run-state.ts';
import type { SessionState } from './session-state.ts';
import { suggestionsAtRest } from './suggest/suggestions.ts';

/**
 * A session as it is while no page has it open: slots in progress become not started, and pauses that end by themselves are dropped,
 * since they may end meanwhile. A part without either stays the same object.
 */
export const atRest = (state: SessionState): SessionState => ({
  ...state,
  results: Array.from(state.results, (slot) => slot ?? undefined),
  details: state.details.map(detailsAtRest),
  paused: endsByItself(state.paused) ? null : state.paused,
  // An outage's error text ends with the outage; a page that is opened later knows of no outage.
  error: state.paused?.reason === 'outage' ? '' : state.error,
  pace: null,
  suggestions: suggestionsAtRest(state),
  asks: [],
});

function detailsAtRest(details: BatchDetails): BatchDetails {
  if (details.startedAt === undefined) return details;
  const { startedAt: _, ...kept } = details;
  return kept;
}

/**
 * A film that is opened from a file or brought back: requests cost money, so batches that are left to translate, also those that a
 * person asked for, wait for Resume.
 */
export function waitingForResume(state: SessionState): SessionState {
  const film = atRest(state);
  const details = film.details.map(({ byHand: _, ...kept }) => kept);
  return { ...film, details, paused: isLeftToRun(film) ? (film.paused ?? { reason: 'person' }) : null };
}

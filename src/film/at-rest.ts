import { notAsked, waiting, withEach } from '../engine/run-reducer.ts';
import { endsByItself, type FilmReading, isLeftToRun } from '../engine/run-state.ts';
import { haveSameValues } from '../lib/memo.ts';
import type { Work } from './film.ts';
import { suggestionsWithoutRunning } from './suggestions.ts';

/**
 * The session as it is when no page has it open: slots in progress become "not started", and pauses that end by themselves are removed, since they
 * may end while the page is closed. Returns the same object for a part that does not change.
 */
export function withoutRunning(state: Work): Work {
  const rest = atRest(state);
  return haveSameValues(rest, state) ? state : rest;
}

const atRest = (state: Work): Work => ({
  ...state,
  batches: batchesAtRest(state.batches),
  paused: endsByItself(state.paused) ? null : state.paused,
  // An outage ends while the page is closed, so its error text is not stored.
  error: state.paused?.reason === 'outage' ? '' : state.error,
  pace: null,
  reading: state.reading && readingAtRest(state.reading),
  suggestions: suggestionsWithoutRunning(state),
  suggestionRequests: state.suggestionRequests.length === 0 ? state.suggestionRequests : [],
});

export const batchesAtRest = (batches: Work['batches']): Work['batches'] =>
  withEach({ batches }, (batch) => (batch.state === 'loading' ? waiting(batch) : batch)).batches;

/** A reading never continues by itself after a reload. */
export const readingAtRest = (reading: FilmReading): FilmReading => ({
  ...reading,
  parts: null,
  before: undefined,
  stage: reading.stage === 'done' ? 'done' : 'stopped',
});

/**
 * A film that is opened from a project file or brought back by Undo. Requests cost money, so all its unfinished batches wait for Resume, even those
 * that a person asked for.
 */
export function waitingForResume(state: Work): Work {
  const film = withoutRunning(state);
  const { batches } = withEach(film, notAsked);
  // Another person may open the project file, who has not seen the price of the reading.
  const reading = film.reading && { ...film.reading, told: undefined };
  return { ...film, batches, reading, paused: isLeftToRun(film) ? (film.paused ?? { reason: 'person' }) : null };
}

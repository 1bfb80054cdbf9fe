import type { FilmBatch } from '../engine/batch.ts';
import { notAsked, waiting, withEach } from '../engine/run-reducer.ts';
import { endsByItself, type FilmReading, isLeftToRun } from '../engine/run-state.ts';
import { memoizeByObject } from '../lib/memo.ts';
import type { Work } from './film.ts';
import { suggestionsWithoutRunning } from './suggestions.ts';

/**
 * A session as it is while no page has it open: slots in progress become not started, and pauses that end by themselves are dropped,
 * since they may end meanwhile. A part without either stays the same object.
 */
export const withoutRunning = (state: Work): Work => ({
  ...state,
  batches: batchesAtRest(state.batches),
  paused: endsByItself(state.paused) ? null : state.paused,
  // An outage's error text ends with the outage; a page that is opened later knows of no outage.
  error: state.paused?.reason === 'outage' ? '' : state.error,
  pace: null,
  reading: state.reading && readingAtRest(state.reading),
  suggestions: suggestionsWithoutRunning(state),
  suggestionRequests: [],
});

/** The same objects for the same batches, so that the text of each, and of the whole list, is written once. */
const batchesAtRest = memoizeByObject((batches: Work['batches']) => withEach({ batches }, atRest).batches);
const atRest = memoizeByObject((batch: FilmBatch): FilmBatch => (batch.state === 'loading' ? waiting(batch) : batch));

/** Nothing is read by itself after a reload. */
export const readingAtRest = (reading: FilmReading): FilmReading => ({
  ...reading,
  parts: null,
  stage: reading.stage === 'done' ? 'done' : 'stopped',
});

/**
 * A film that is opened from a file or brought back: requests cost money, so batches that are left to translate, also those that a
 * person asked for, wait for Resume.
 */
export function waitingForResume(state: Work): Work {
  const film = withoutRunning(state);
  const { batches } = withEach(film, notAsked);
  // Whoever opens it may be another person.
  const reading = film.reading && { ...film.reading, told: undefined };
  return { ...film, batches, reading, paused: isLeftToRun(film) ? (film.paused ?? { reason: 'person' }) : null };
}

import { isUnderWay, proposedIn, READ_JOB_ID, readingOf } from '../engine/job.ts';
import { stampOfFound } from '../notes/found-notes.ts';
import type { FilmInRun, StateAccess } from './film.ts';
import type { Session } from './session.ts';

/** "Read the film": the commands for the reading of the open film, and of the other films in memory. */

interface OtherFilms {
  at(id: string): FilmInRun | undefined;
  others(): readonly FilmInRun[];
}

export function createReadingCommands(openFilm: FilmInRun, films: OtherFilms) {
  const { getState, dispatch, run } = openFilm;
  return {
    readFilm(parts, languages, mostFound, tariff, among) {
      const film = among && among.id !== getState().id ? films.at(among.id) : openFilm;
      const reading = film?.getState().reading ?? null;
      if (!film || (reading && isUnderWay(reading))) return;
      const begun = readingOf(reading, parts, languages, mostFound, tariff, among?.before);
      film.dispatch({ type: 'reading-changed', reading: begun });
      film.run.pump();
    },
    endReading(how) {
      if (how === 'stop') {
        for (const film of [openFilm, ...films.others()]) {
          stopReading(film);
          film.run.stop(READ_JOB_ID);
        }
        return;
      }
      if (how === 'decline') {
        const { reading } = getState();
        if (reading)
          dispatch({ type: 'reading-changed', reading: { ...reading, declined: stampOfFound(reading.found) } });
        return;
      }
      run.abort(READ_JOB_ID);
      dispatch({ type: 'reading-dropped' });
      for (const film of films.others()) {
        film.run.abort(READ_JOB_ID);
        film.dispatch({ type: 'reading-changed', reading: null });
      }
    },
    suggestNotes(notes) {
      const reading = proposedIn(getState().reading, notes);
      if (reading) dispatch({ type: 'reading-changed', reading });
    },
  } satisfies Partial<Session>;
}

/** No part of the film is read after the one under way. */
export function stopReading({ getState, dispatch }: StateAccess): void {
  const { reading } = getState();
  if (reading?.stage === 'waiting') dispatch({ type: 'reading-changed', reading: { ...reading, stage: 'stopped' } });
  if (reading?.stage === 'loading') dispatch({ type: 'reading-changed', reading: { ...reading, stage: 'last' } });
}

import { failedBatches, type Work } from '../../film/film.ts';
import { sessionReducer } from '../../film/reducer.ts';
import { type FilmRow, factsOfWork, type Series, type SeriesRecords } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import { type Settings, startProblem } from '../../settings/settings.ts';
import type { SeriesView } from './page-state.ts';

interface Parts {
  readonly session: Session;
  readonly settings: Settings;
  readonly records: SeriesRecords;
  readonly getState: () => SeriesView;
  readonly tell: (told: string) => void;
  readonly write: (next: Series, films?: readonly Work[]) => Promise<boolean>;
  readonly list: (rows: readonly FilmRow[]) => Series;
  readonly inTurn: <Found>(work: () => Promise<Found>) => Promise<Found>;
}

/** "Retry failed" over the series: the failed batches of the open film first, then those of each other film in the order of the list. */
export function createRetry({ session, settings, records, getState, tell, write, list, inTurn }: Parts) {
  /** A film of which failed batches wait again; undefined: nothing of it is to be sent. */
  async function queued({ id }: FilmRow): Promise<Work | undefined> {
    const { rows } = getState();
    const isHere = id === session.store.getState().id || session.others.getState().get(id)?.batches.length;
    if (isHere || !rows.some((row) => row.id === id)) return undefined;
    const found = await records.film(id).catch(() => undefined);
    const indexes = found ? failedBatches(found) : [];
    if (!found || indexes.length === 0) return undefined;
    const again = { indexes, isAnew: false, inHalves: false, withConfirmed: false, withEdited: false };
    const film = sessionReducer({ ...found, id }, { type: 'batches-queued', ...again });
    const next = list(rows.map((row) => (row.id === id ? { ...row, ...factsOfWork(film, row) } : row)));
    // Nothing is sent for a film of which the browser could not store that it was begun.
    return (await write(next, [film])) ? film : undefined;
  }

  return async (): Promise<void> => {
    const problem = startProblem(settings.store.getState());
    tell(problem ?? '');
    if (problem !== undefined) return;
    if (failedBatches(session.store.getState()).length > 0) session.translateAgain('failed');
    const left = getState().rows.filter(({ failed }) => failed > 0);
    await session.sendOthers(async (isStopped) => {
      for (let row = left.shift(); row && !isStopped(); row = left.shift()) {
        const next = row;
        const film = await inTurn(() => queued(next));
        if (film) return film;
      }
      return undefined;
    });
  };
}

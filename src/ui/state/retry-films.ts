import { failedBatches, type Work } from '../../film/film.ts';
import { failedQueued } from '../../film/films.ts';
import { sessionReducer } from '../../film/reducer.ts';
import type { FilmRow } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import { type Settings, startProblem } from '../../settings/settings.ts';
import type { SeriesList } from './page-state.ts';

interface Parts extends Pick<SeriesList, 'getState' | 'inTurn' | 'stored' | 'keptToSend'> {
  readonly session: Session;
  readonly settings: Settings;
  readonly tell: (told: string) => void;
}

/** "Retry failed" over the series: the failed batches of the open film first, then those of each other film in the order of the list. */
export function createRetry({ session, settings, getState, tell, inTurn, stored, keptToSend }: Parts) {
  const isInMemory = (id: string) => (session.others.getState().get(id)?.batches.length ?? 0) > 0;

  /** A film of which failed batches wait again; undefined: nothing of it is to be sent. */
  async function queued({ id }: FilmRow): Promise<Work | undefined> {
    if (id === session.store.getState().id || !getState().rows.some((row) => row.id === id)) return undefined;
    if (isInMemory(id)) {
      session.translateAgain({ failedOf: id });
      return undefined;
    }
    const found = await stored(id);
    if (!found || failedBatches(found).length === 0) return undefined;
    return keptToSend(sessionReducer({ ...found, id }, failedQueued(found)));
  }

  return async (): Promise<void> => {
    const problem = startProblem(settings.store.getState());
    tell(problem ?? '');
    if (problem !== undefined) return;
    if (failedBatches(session.store.getState()).length > 0) session.translateAgain('failed');
    const left = getState().rows.filter(({ id, failed }) => failed > 0 || isInMemory(id));
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

import { failedBatches, type Work } from '../../film/film.ts';
import { withBatchesAgain } from '../../film/films.ts';
import { countOtherNotes, type OtherNotes } from '../../film/other-notes.ts';
import type { Session, WhichAgain } from '../../film/session.ts';
import { type Settings, startProblem } from '../../settings/settings.ts';
import type { SeriesDesk, SeriesList, SeriesView } from './page-state.ts';

interface Parts extends Pick<SeriesList, 'getState' | 'inTurn' | 'known' | 'stored' | 'keptToSend'> {
  readonly session: Session;
  readonly settings: Settings;
  readonly tell: (message: string) => void;
  readonly set: (change: Partial<SeriesView>) => void;
}

const isForever = () => false;

/** Sends batches again over the whole series: first those of the open film, then those of the other films in the order of the list. */
export function createSendAgain({ session, settings, getState, set, tell, inTurn, known, stored, keptToSend }: Parts) {
  const film = session.store.getState;

  function sendKnown(id: string, which: WhichAgain): void {
    session.translateAgain(id === film().id ? which : { film: id, which });
  }

  /** Queues the batches of a film. Returns the film if it is not in memory and so must be brought into the run. */
  async function queued(
    id: string,
    whichOf: (film: Work) => Promise<WhichAgain>,
    isStopped: () => boolean,
  ): Promise<Work | undefined> {
    if (isStopped() || !getState().rows.some((row) => row.id === id)) return undefined;
    const isKnown = known(id) !== undefined;
    const found = known(id) ?? (await stored(id));
    const which = found ? await whichOf({ ...found, id, notes: film().notes }) : [];
    // Sends also in a run that was stopped before this command, but nothing after a press of Stop.
    if (!found || which.length === 0 || isStopped()) return undefined;
    if (!isKnown) return keptToSend(withBatchesAgain({ ...found, id }, film(), which));
    // Another file may have replaced the film.
    if (known(id)?.phrases === found.phrases) sendKnown(id, which);
    return undefined;
  }

  function mayStart(): boolean {
    const problem = startProblem(settings.store.getState());
    if (problem !== undefined || !getState().isUnknown) tell(problem ?? '');
    return problem === undefined;
  }

  async function again(ids: readonly string[], whichOf: (film: Work) => Promise<WhichAgain>): Promise<void> {
    const open = film().id;
    const left = [...ids.filter((id) => id === open), ...ids.filter((id) => id !== open)];
    await session.sendOthers(async (isStopped) => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        const next = id;
        if (isStopped()) break;
        const coming = await inTurn(() => queued(next, whichOf, isStopped));
        if (coming) return coming;
      }
      return undefined;
    });
  }

  return {
    async retryFailed(): Promise<void> {
      if (!mayStart()) return;
      await again(
        getState().rows.flatMap(({ id, failed }) => (failed > 0 || known(id) ? id : [])),
        async (one) => (failedBatches(one).length > 0 ? 'failed' : []),
      );
    },
    /** Sends only what the person saw: meanwhile they may have changed a note, or a batch may have been translated. */
    async translateOthersAgain(films: readonly OtherNotes[]): Promise<void> {
      if (!mayStart()) return;
      const { abouts, rows, otherNotes } = getState();
      const meant = new Map(films.map((one) => [one.film, one.batches]));
      set({ otherNotes: otherNotes.filter((one) => !meant.has(one.film)) });
      await again(
        rows.flatMap(({ id }) => (meant.has(id) ? id : [])),
        async (one) => {
          const { batches } = await countOtherNotes(one, abouts, isForever);
          return batches.filter((index) => meant.get(one.id)?.includes(index));
        },
      );
    },
  } satisfies Partial<SeriesDesk>;
}

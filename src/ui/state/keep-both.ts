import type { Work } from '../../film/film.ts';
import { costOfFilm } from '../../film/films.ts';
import { sessionReducer } from '../../film/reducer.ts';
import type { Session } from '../../film/session.ts';
import { isFilmStep, partedHistory, partedPrompts } from '../../film/steps.ts';
import { areEmpty } from '../../notes/notes.ts';
import { withSource } from './mend-films.ts';
import { wasOpenedOver } from './next-film.ts';
import type { SeriesList } from './series-list.ts';

interface Parts extends SeriesList {
  /** Makes the film on the page the first one of a series. False: the browser could not store it. */
  readonly begin: () => Promise<boolean>;
  /** Ends the series: the film on the page is then in no list. */
  readonly endSeries: () => Promise<void>;
}

/** Adds what a film brings into the series: its notes, and its cost, which counts towards the limit of the series. */
export async function bringIn({ store, changeNotes, suggestNotes, sendOthers }: Session, film: Work): Promise<void> {
  if (areEmpty(store.getState().notes)) changeNotes(film.notes);
  else suggestNotes(film.notes);
  const costs = film.spent.length > 0 ? [costOfFilm(film)] : [];
  await sendOthers(async () => costs.shift());
}

/** "Keep both as a series": makes a series of the film on the page and the previous film, which Undo would bring back. */
export function createKeepBoth({ session, begin, endSeries, rowFor, getState, write, list, inTurn }: Parts) {
  async function keepBoth(): Promise<boolean> {
    const here = session.store.getState();
    if (!wasOpenedOver(here)) return true;
    const [past] = partedPrompts(here.past);
    const undone = { ...sessionReducer({ ...here, past }, { type: 'command-undone' }), future: [], moved: null };
    // If it was the same film, the film on the page counts already what both have cost.
    const before = { ...partedHistory(undone).left, ...(undone.spent === here.spent && { spent: [] }) };
    if (!(await begin())) return false;
    const row = rowFor(before);
    const [known, film] = await withSource(session.analysis, row, { ...before, id: row.id });
    // Until the list is written, the undo step still contains the previous film.
    if (!(await write(list([...getState().rows, known]), [film]))) return false;
    // Undo may have brought the previous film back in the meantime. What a person has edited since is above the step.
    if (session.store.getState().past.findLast(isFilmStep) !== past.at(-1)) {
      await endSeries();
      return true;
    }
    await session.nameFilm(session.store.getState().id, true);
    await bringIn(session, film);
    return true;
  }
  return () => inTurn(keepBoth);
}

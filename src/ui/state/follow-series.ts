import { canStop, canTranslate, type Step } from '../../film/film.ts';
import { type FilmRow, languageOfSeries } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import { isSeriesStep } from '../../film/steps.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import { promptForFilm } from '../../languages/prompt-language.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SeriesView } from './page-state.ts';

interface Parts {
  readonly session: Session;
  readonly settings: Settings;
  readonly rowsNow: () => readonly FilmRow[];
}

/**
 * Changes the standard prompt to the language of the series, as for a film that is alone, unless somebody typed or chose the prompt. This happens when the
 * series is made, and when a person returns to the standard prompt. Returns the function for the first case.
 */
export function followSeries({ session: { store, others }, settings, rowsNow }: Parts): () => void {
  function follow(): void {
    const now = settings.store.getState();
    const isRunning = [...others.getState().values()].some(canStop);
    const language = languageOfSeries(rowsNow());
    if (!followsFilm(now) || isRunning || !canTranslate(store.getState()) || language === '') return;
    const prompt = promptForFilm(language, globalThis.navigator?.language ?? 'en', now.prompt);
    if (prompt !== undefined) settings.followFilm(prompt);
  }
  settings.store.subscribe((now, before) => {
    if (store.getState().id !== '' && followsFilm(now) && !followsFilm(before)) follow();
  });
  return () => {
    if (rowsNow().every(({ batches }) => batches === 0)) follow();
  };
}

/**
 * Tracks whether the last removal from the list is newer than all steps of the open film. Returns the function to call after a removal: at that moment all
 * steps are older. After a reload this is not known.
 */
export function followRemoval(
  { store }: Pick<Session, 'store'>,
  { getState, set }: { getState: () => SeriesView; set: (change: Pick<SeriesView, 'isRemovedLast'>) => void },
): () => void {
  let removed: string | undefined;
  /** How many steps are older than the removal: of each film by its id, and of the series. */
  const older = new Map<string, number>();
  /** True if all these steps are older. */
  function areOlder(of: string, { length }: readonly Step[]): boolean {
    // The start of a run drops steps.
    const count = Math.min(older.get(of) ?? length, length);
    older.set(of, count);
    return count === length;
  }
  function follow(): void {
    const { id, past } = store.getState();
    if (removed === undefined || getState().removed?.id !== removed) return;
    // A film that is opened gets the steps of the series, and these may be newer.
    const isLast = [areOlder(id, past), areOlder('series', past.filter(isSeriesStep))].every(Boolean);
    if (getState().isRemovedLast !== isLast) set({ isRemovedLast: isLast });
  }
  store.subscribe((now, before) => {
    if (now.past !== before.past) follow();
  });
  return () => {
    removed = getState().removed?.id;
    older.clear();
    follow();
  };
}

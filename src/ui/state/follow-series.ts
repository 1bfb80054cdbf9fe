import { canStop, canTranslate } from '../../film/film.ts';
import { type FilmRow, languageOfSeries } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
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
 * A standard prompt that nobody has chosen follows the language of the series, as it follows that of a film alone: once, as the series is made, and when
 * a person goes back to the standard prompt. Returns the function for the first of these.
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
 * Follows whether the removal of a film from the list is newer than each step of the open film. Returns the function that says that a film was removed:
 * all steps are older then. After a reload this is not known.
 */
export function followRemoval(
  { store }: Pick<Session, 'store'>,
  { getState, set }: { getState: () => SeriesView; set: (change: Pick<SeriesView, 'isRemovedLast'>) => void },
): () => void {
  let removed: string | undefined;
  /** By film: how many of its steps are older. */
  const older = new Map<string, number>();
  function follow(): void {
    const { id, past } = store.getState();
    const { length } = past;
    if (removed === undefined || getState().removed?.id !== removed) return;
    // A run that begins drops steps.
    const count = Math.min(older.get(id) ?? length, length);
    older.set(id, count);
    if (getState().isRemovedLast !== (count === length)) set({ isRemovedLast: count === length });
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

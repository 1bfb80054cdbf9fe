import { canStop, canTranslate } from '../../film/film.ts';
import { type FilmRow, languageOfSeries } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import { promptForFilm } from '../../languages/prompt-language.ts';
import type { Settings } from '../../settings/settings.ts';

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

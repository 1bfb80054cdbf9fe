import { allOk, type Work } from '../../film/film.ts';
import { type FilmRow, isDone, type SeriesRecords } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import { TookTooLong } from '../../film-worker/calls.ts';
import { isChunkError } from '../../lib/result.ts';
import type { Settings } from '../../settings/settings.ts';
import type { PageStore, SeriesList } from './page-state.ts';

interface Parts extends Pick<SeriesList, 'list' | 'inTurn' | 'filmOf'> {
  readonly session: Session;
  readonly settings: Settings;
  readonly page: PageStore;
  readonly records: SeriesRecords;
}

/**
 * Judges the translated films that are not open, one after another, and keeps in the list how many of their lines need a look. The open film has the
 * judgement of the view of lines.
 */
export function judgeFilms({ session, settings, page, records, list, inTurn, filmOf }: Parts): void {
  let isJudging = false;
  /** The films that a person has opened since they were last read here: they may have changed. */
  const opened = new Set<string>();
  /** The films that could not be judged in this visit. */
  const given = new Set<string>();
  const openId = () => session.store.getState().id;

  const isDue = (row: FilmRow) =>
    row.refusal === '' && isDone(row) && row.review === null && row.id !== openId() && !given.has(row.id);
  const next = () => page.getState().series.rows.find(isDue);

  async function judgeAll(): Promise<void> {
    if (isJudging) return;
    isJudging = true;
    try {
      for (let row = next(); row; row = next()) await judge(row);
    } finally {
      isJudging = false;
    }
  }

  async function judge(row: FilmRow): Promise<void> {
    const { id } = row;
    opened.delete(id);
    const film = await filmOf(row);
    const review = film && allOk(film) ? await reviewOf(film) : undefined;
    if (opened.has(id)) return;
    if (!review) return void given.add(id);
    await inTurn(async () => {
      if (opened.has(id) || !page.getState().series.rows.some((one) => one.id === id)) return;
      const { series } = page.getState();
      const next = list(series.rows.map((one) => (one.id === id && isDone(one) ? { ...one, review } : one)));
      page.setState({ series: { ...series, ...next } });
      // A list that could not be stored is stored with the next change, or judged again after a reload.
      await records.write(next, []);
    });
  }

  async function reviewOf({ phrases, batches, marks, paused, fileName }: Work) {
    // The notes of the open film are those of the series.
    const { notes } = session.store.getState();
    const { prompt, languages } = settings.store.getState();
    const film = { phrases, batches, marks, paused, notes, fileName };
    const question = { film, prompt, tone: languages.toneChosen ?? undefined };
    return session.analysis.ask('toReview', question).catch((error: unknown) => {
      if (!isChunkError(error) && !(error instanceof TookTooLong)) throw error;
      return undefined;
    });
  }

  page.subscribe(({ series }, before) => {
    if (series.rows !== before.series.rows) void judgeAll();
  });
  session.store.subscribe(({ id }, before) => {
    if (id === before.id) return;
    opened.add(id);
    void judgeAll();
  });
}

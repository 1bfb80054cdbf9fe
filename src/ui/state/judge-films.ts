import { allOk, type Work } from '../../film/film.ts';
import { type FilmRow, isDone, type SeriesRecords } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import { TookTooLong } from '../../film-worker/calls.ts';
import { isChunkError } from '../../lib/result.ts';
import { stampOf } from '../../lib/text.ts';
import type { Settings } from '../../settings/settings.ts';
import type { PageStore, SeriesList } from './page-state.ts';

/** Films are judged again when nobody has typed for this long. */
const QUIET_MS = 1_000;

interface Parts extends Pick<SeriesList, 'list' | 'inTurn' | 'filmOf'> {
  readonly session: Session;
  readonly settings: Settings;
  readonly page: PageStore;
  readonly records: SeriesRecords;
}

/**
 * Judges the translated films that are not open, one after another, and stores in the list how many of their lines need a look. The view of lines judges the
 * open film.
 */
export function judgeFilms({ session, settings, page, records, list, inTurn, filmOf }: Parts): void {
  let isJudging = false;
  /** The films that a person has opened since this code read them: they may have changed. */
  const opened = new Set<string>();
  /** The films that could not be judged in this visit. They are not tried again. */
  const given = new Set<string>();
  /** The translated films that were judged with other notes or another prompt. Their number stays until they are judged again. */
  const outdated = new Set<string>();
  const openId = () => session.store.getState().id;

  const isDue = (row: FilmRow) =>
    row.refusal === '' &&
    isDone(row) &&
    (row.review === null || outdated.has(row.id)) &&
    row.id !== openId() &&
    !given.has(row.id);
  const next = () => page.getState().series.rows.find(isDue);

  async function judgeAll(): Promise<void> {
    if (isJudging) return;
    isJudging = true;
    try {
      for (let row = next(); row; row = next()) await judge(row);
      await keepJudgedBy();
    } finally {
      isJudging = false;
    }
  }

  async function judge(row: FilmRow): Promise<void> {
    const { id } = row;
    opened.delete(id);
    outdated.delete(id);
    const film = await filmOf(row);
    const review = film && allOk(film) ? await reviewOf(film) : undefined;
    if (opened.has(id)) return;
    if (!review) return void given.add(id);
    await inTurn(async () => {
      if (opened.has(id) || !page.getState().series.rows.some((one) => one.id === id)) return;
      const { series } = page.getState();
      const next = list(series.rows.map((one) => (one.id === id && isDone(one) ? { ...one, review } : one)));
      page.setState({ series: { ...series, ...next } });
      // If the write fails, the next change stores the list, or the film is judged again after a reload.
      await records.write(next, []);
    });
  }

  /** A stamp of everything that makes films due to be judged again when it changes. */
  function judgedBy(): string {
    const { people, address, terms } = session.store.getState().notes;
    const { prompt, languages } = settings.store.getState();
    return stampOf(JSON.stringify([people, address, terms, prompt, languages.toneChosen]));
  }

  let by = judgedBy();
  function judgeOutdated(): void {
    const { series } = page.getState();
    by = judgedBy();
    if (series.id === '' || series.judgedBy === by) return;
    for (const row of series.rows) if (row.review !== null) outdated.add(row.id);
    void judgeAll();
  }

  async function keepJudgedBy(): Promise<void> {
    const { series } = page.getState();
    if (series.id === '' || series.judgedBy === by) return;
    page.setState({ series: { ...series, judgedBy: by } });
    await inTurn(async () => {
      const { rows } = page.getState().series;
      if (rows.length > 0) await records.write(list(rows), []);
    });
  }

  /** Notes and prompt change with each key. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  function judgeOutdatedSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(judgeOutdated, QUIET_MS);
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
    if (series.id !== before.series.id) judgeOutdatedSoon();
    if (series.rows !== before.series.rows) void judgeAll();
  });
  settings.store.subscribe(({ prompt, languages }, before) => {
    if (prompt !== before.prompt || languages.toneChosen !== before.languages.toneChosen) judgeOutdatedSoon();
  });
  session.store.subscribe(({ id, notes }, before) => {
    if (notes !== before.notes) judgeOutdatedSoon();
    if (id === before.id) return;
    opened.add(id);
    void judgeAll();
  });
}

import { isRead, isUnderWay, readingOf } from '../../engine/job.ts';
import type { FilmReading } from '../../engine/run-state.ts';
import type { Work } from '../../film/film.ts';
import { planReading } from '../../film/plan-reading.ts';
import { type FilmRow, skippedIn, toRead, withReached } from '../../film/series.ts';
import { foundInAll, readingsOf } from '../../film/shown-facts.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { stampOf } from '../../lib/text.ts';
import { foundInFilms, stampOfFound } from '../../notes/found-notes.ts';
import { sumOfTokens } from '../../prices/estimate.ts';
import { effectOf } from '../../providers/failure-kinds.ts';
import { listed, startProblem, tariffOf } from '../../settings/settings.ts';
import type { Phrase } from '../../subtitles/document.ts';
import type { FilmsToRead, SeriesDesk } from './series-desk.ts';
import type { SeriesList } from './series-list.ts';

type FilmToRead = FilmsToRead['films'][number];

/** "Read the film" for a series: reads its films one after another. Each request contains what was found in the other films. */
export function createReadFilms(its: SeriesList): Pick<SeriesDesk, 'planReading' | 'readFilms' | 'endReading'> {
  const { session, settings, set, rowsNow, getState, write, list, inTurn, inMemory, known, filmOf, stored } = its;
  const film = session.store.getState;
  let isStopped = false;

  /** The findings of the other films. Those of a film in memory come from the film, because the list may be older. */
  function foundBefore(id: string) {
    const now = rowsNow().map((row) => {
      const found = known(row.id)?.reading?.found;
      return found ? { id: row.id, reading: { found } } : row;
    });
    return foundInAll(now, id);
  }

  /** The unread films of an earlier reading of all films; if there are none, all unread films; if there are none either, all films. */
  function due(): readonly FilmRow[] {
    const rows = rowsNow();
    const films = toRead(rows, skippedIn(rows, settings.store.getState().prompt), film().id);
    const isUnread = ({ reading }: FilmRow) => reading?.isDone !== true;
    const unread = [rows.filter(({ id }) => getState().toRead.includes(id)), films].map((each) =>
      each.filter(isUnread),
    );
    return unread.find((each) => each.length > 0) ?? films;
  }

  async function phrasesOf(work: Work): Promise<readonly Phrase[] | undefined> {
    const read = await session.analysis.askOf(work, 'read', undefined);
    return read?.ok && read.value.phrases.length > 0 ? read.value.phrases : undefined;
  }

  async function plan(): Promise<Result<FilmsToRead, string>> {
    const inUse = settings.store.getState();
    const lacking = startProblem(inUse);
    if (lacking !== undefined) return fail(lacking);
    const { contextTokens } = listed(inUse, inUse.model) ?? {};
    const films: FilmToRead[] = [];
    let tokens = 0;
    for (const row of due()) {
      const work = await filmOf(row);
      const phrases = work && (await phrasesOf(work));
      // The page does not send a film that it cannot read; the film's row says so.
      if (!phrases) continue;
      const before = { found: foundBefore(row.id), tokens };
      const planned = planReading(phrases, work.reading, { ...inUse, contextTokens }, before);
      if (!planned.ok) return planned;
      films.push({ id: row.id, of: stampOf(work.sourceText), plan: planned.value });
      tokens += planned.value.tokens.output;
    }
    const requests = films.reduce((sum, each) => sum + each.plan.missing, 0);
    const all = sumOfTokens(films.map((each) => each.plan.tokens));
    return ok({ films, requests, tokens: all, tariff: tariffOf(inUse) });
  }

  /** Call it in turn, so that no command opens, removes or begins the film meanwhile. False: the film cannot be read now. */
  async function begin({ id, of, plan }: FilmToRead, tariff: string, isOver: () => boolean): Promise<boolean> {
    const work = known(id) ?? (await stored(id));
    // The reading sends only texts for which the person saw the cost.
    if (isOver() || !isListed(id) || !work || stampOf(work.sourceText) !== of) return false;
    const { parts, languages, mostFound } = plan;
    const before = foundBefore(id);
    if (known(id)) {
      session.readFilm(parts, languages, mostFound, tariff, { id, before });
      return true;
    }
    const films = [{ ...work, id, reading: readingOf(work.reading, parts, languages, mostFound, tariff, before) }];
    await session.sendOthers(async () => films.shift());
    return true;
  }

  /** The film's reading once it has ended; null: the film is not there any more. */
  function ended(id: string): Promise<FilmReading | null> {
    return new Promise((resolve) => {
      const ends = [session.store.subscribe(look), session.others.subscribe(look)];
      look();
      function look(): void {
        const reading = known(id)?.reading ?? null;
        if (reading && isUnderWay(reading)) return;
        for (const end of ends) end();
        resolve(reading);
      }
    });
  }

  const isListed = (id: string) => getState().rows.some((row) => row.id === id);

  /** Stores what was found in the list and in the film at once, whatever else happens to the film. */
  async function keep(id: string, left: readonly string[]): Promise<void> {
    const work = known(id);
    set({ toRead: left, rows: work ? withReached(getState().rows, work) : getState().rows });
    await inTurn(async () => {
      const now = inMemory(id);
      await write(list(getState().rows), now ? [now] : []);
    });
  }

  /** False: the reading of all films ends. */
  async function readOne(each: FilmToRead, tariff: string, isOver: () => boolean): Promise<boolean> {
    const { id } = each;
    if (isOver()) return false;
    if (!(await inTurn(() => begin(each, tariff, isOver)))) return !isOver();
    const reading = await ended(id);
    const isDone = reading !== null && isRead(reading);
    if (reading) await keep(id, isDone ? getState().toRead.filter((one) => one !== id) : getState().toRead);
    return isOfThisFilm(reading) || !isListed(id);
  }

  async function readAll({ films, tariff }: FilmsToRead): Promise<void> {
    if (getState().readsAll) return;
    isStopped = false;
    set({ readsAll: true, toRead: films.map(({ id }) => id) });
    // Stores which films were not read, for the time after a reload.
    void inTurn(() => write(list(getState().rows)));
    await session
      .sendOthers(async (pressed) => {
        for (const each of films) if (!(await readOne(each, tariff, () => isStopped || pressed.isStopped()))) break;
        return undefined;
      })
      .finally(() => set({ readsAll: false }));
  }

  /** One step of the open film contains everything that was found, so one Undo brings all of it back. */
  async function drop(): Promise<void> {
    const rows = rowsNow();
    session.suggestNotes(foundInAll(rows, film().id));
    session.endReading('drop');
    const others = rows.filter(({ id, reading }) => reading !== null && id !== film().id && !inMemory(id));
    const works: Work[] = [];
    for (const { id } of others) {
      const work = await stored(id);
      if (work) works.push({ ...work, id, reading: null });
    }
    set({ toRead: [] });
    await write(list(rows.map((row) => ({ ...row, reading: null }))), works);
  }

  return {
    planReading: () => inTurn(plan),
    readFilms: readAll,
    async endReading(how) {
      isStopped = how !== 'decline' || isStopped;
      if (how === 'drop') return inTurn(drop);
      session.endReading(how);
      if (how === 'decline') {
        const declined = stampOfFound(foundInFilms(readingsOf(film(), getState().rows)));
        await inTurn(() => write({ ...list(getState().rows), declined }));
      }
    },
  };
}

/** True if the reading is over, or failed only because of this film's reply: the other films are read. */
const isOfThisFilm = (reading: FilmReading | null): boolean =>
  reading?.stage === 'done' ||
  (reading?.failure !== undefined && reading.failure !== 'limit' && effectOf(reading.failure) === 'fail-batch');

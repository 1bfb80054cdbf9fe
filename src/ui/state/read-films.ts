import { isUnderWay, readingOf } from '../../engine/job.ts';
import type { FilmReading } from '../../engine/run-state.ts';
import type { Work } from '../../film/film.ts';
import { planReading } from '../../film/plan-reading.ts';
import { type FilmRow, foundInAll, skippedIn, toRead, withReached } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import { readingsOf } from '../../film/shown-facts.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { stampOf } from '../../lib/text.ts';
import { foundInFilms, stampOfFound } from '../../notes/film-reading.ts';
import { sumOfTokens } from '../../prices/estimate.ts';
import { effectOf } from '../../providers/failure-kinds.ts';
import { listed, type Settings, startProblem, tariffOf } from '../../settings/settings.ts';
import type { Phrase } from '../../subtitles/document.ts';
import type { FilmsToRead, SeriesDesk, SeriesList, SeriesView } from './page-state.ts';

interface Parts
  extends Pick<SeriesList, 'getState' | 'write' | 'list' | 'inTurn' | 'inMemory' | 'known' | 'filmOf' | 'stored'> {
  readonly session: Session;
  readonly settings: Settings;
  readonly set: (change: Partial<SeriesView>) => void;
  /** The rows, with the facts of the open film as they are. */
  readonly rowsNow: () => readonly FilmRow[];
}

type FilmToRead = FilmsToRead['films'][number];

/** "Read the film" over the series: reads its films one after another, each told of what was found in the others. */
export function createReadFilms({
  session,
  settings,
  set,
  rowsNow,
  ...its
}: Parts): Pick<SeriesDesk, 'planReading' | 'readFilms' | 'endReading'> {
  const { getState, write, list, inTurn, inMemory, known, filmOf, stored } = its;
  const film = session.store.getState;
  let isStopped = false;

  /** What the other films have: the list is older than a film in memory. */
  function foundBefore(id: string) {
    const now = rowsNow().map((row) => {
      const found = known(row.id)?.reading?.found;
      return found ? { ...row, reading: { isDone: true, found } } : row;
    });
    return foundInAll(now, id);
  }

  /** The films that an earlier reading of all has left; else those that are still to be read; if all were read, all. */
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
      // What cannot be read is not sent either, which its row says.
      if (!phrases) continue;
      const before = { found: foundBefore(row.id), tokens };
      const planned = planReading(phrases, work.reading, { ...inUse, contextTokens }, before);
      if (!planned.ok) return planned;
      films.push({ id: row.id, of: stampOf(work.sourceText), plan: planned.value });
      tokens += planned.value.tokens.output;
    }
    const requests = films.reduce((sum, each) => sum + each.plan.missing, 0);
    const all = sumOfTokens(films.map((each) => each.plan.tokens));
    return ok({ films, requests, tokens: all, told: tariffOf(inUse) });
  }

  /** To be called in turn, so that the film is neither opened nor removed nor begun meanwhile. False: it cannot be read now. */
  async function begin({ id, of, plan }: FilmToRead, told: string, isOver: () => boolean): Promise<boolean> {
    const work = known(id) ?? (await stored(id));
    // The reading never sends a text that nobody was told about.
    if (isOver() || !isListed(id) || !work || stampOf(work.sourceText) !== of) return false;
    const { parts, languages, mostFound } = plan;
    const before = foundBefore(id);
    if (known(id)) {
      session.readFilm(parts, languages, mostFound, told, { id, before });
      return true;
    }
    const films = [{ ...work, id, reading: readingOf(work.reading, parts, languages, mostFound, told, before) }];
    await session.sendOthers(async () => films.shift());
    return true;
  }

  /** The reading once it has ended; null: the film is gone. */
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

  /** The list and the film know at once what was found, whatever else of the film is under way. */
  async function keep(id: string, left: readonly string[]): Promise<void> {
    const work = known(id);
    set({ toRead: left, rows: work ? withReached(getState().rows, work) : getState().rows });
    await inTurn(async () => {
      const now = inMemory(id);
      await write(list(getState().rows), now ? [now] : []);
    });
  }

  /** False: nothing more is read. */
  async function readOne(each: FilmToRead, told: string, isOver: () => boolean): Promise<boolean> {
    const { id } = each;
    if (isOver()) return false;
    if (!(await inTurn(() => begin(each, told, isOver)))) return !isOver();
    const reading = await ended(id);
    const isDone = reading?.stage === 'done';
    if (reading) await keep(id, isDone ? getState().toRead.filter((one) => one !== id) : getState().toRead);
    return isDone || isOfThisFilm(reading) || !isListed(id);
  }

  async function readAll({ films, told }: FilmsToRead): Promise<void> {
    if (getState().readsAll) return;
    isStopped = false;
    set({ readsAll: true, toRead: films.map(({ id }) => id) });
    // After a reload the page still knows which films were not read.
    void inTurn(() => write(list(getState().rows)));
    await session
      .sendOthers(async (areAllStopped) => {
        for (const each of films) if (!(await readOne(each, told, () => isStopped || areAllStopped()))) break;
        return undefined;
      })
      .finally(() => set({ readsAll: false }));
  }

  /** One step of the open film has all that was found, so Undo brings all of it back. */
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

/** The reply for this film was no use. The other films are read. */
const isOfThisFilm = (reading: FilmReading | null): boolean =>
  reading?.failure !== undefined && reading.failure !== 'limit' && effectOf(reading.failure) === 'fail-batch';

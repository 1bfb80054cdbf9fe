import { hasBatches } from '../../engine/run-state.ts';
import { canStop, canTranslate, type Work } from '../../film/film.ts';
import { isFilmBegun, isFilmWhole } from '../../film/films.ts';
import { sessionReducer } from '../../film/reducer.ts';
import { type FilmRow, factsOfWork, type Series, type SeriesRecords, toTranslate } from '../../film/series.ts';
import type { Session, TranslateOptions } from '../../film/session.ts';
import { areEmpty } from '../../notes/notes.ts';
import { type Settings, startProblem } from '../../settings/settings.ts';
import type { SeriesView } from './page-state.ts';

interface Parts {
  readonly session: Session;
  readonly settings: Settings;
  readonly records: SeriesRecords;
  readonly getState: () => SeriesView;
  readonly set: (change: Partial<SeriesView>) => void;
  /** Writes the list and films; see series.ts. */
  readonly write: (next: Series, films?: readonly Work[]) => Promise<boolean>;
  readonly list: (rows: readonly FilmRow[]) => Series;
  /** The rows, with the facts of the open film as they are. */
  readonly rowsNow: () => readonly FilmRow[];
  readonly inTurn: <Found>(work: () => Promise<Found>) => Promise<Found>;
}

const ANSWERS_NOT_STORED =
  'The browser has no space for the last replies. The page stopped the translation, and only this tab has these replies. Free space on this computer, then press Resume.';

/** The run over all films of a series: brings films into the session to be sent, stores what comes for those that are not open, and lets them go. */
export function createSeriesRun({ session, settings, records, getState, set, write, list, rowsNow, inTurn }: Parts) {
  const film = session.store.getState;

  /** Sends what `filmOf` brings, one film after another. A film that is opened meanwhile is next. */
  function sendEach(
    rows: readonly FilmRow[],
    filmOf: (row: FilmRow, isStopped: () => boolean) => Promise<Work | undefined>,
  ): Promise<void> {
    const left = new Set(rows);
    return session.sendOthers(async (isStopped) => {
      while (left.size > 0) {
        const [first] = left;
        const next = [...left].find(({ id }) => id === film().id) ?? first;
        if (!next) break;
        left.delete(next);
        const coming = await filmOf(next, isStopped);
        if (coming) return coming;
      }
      return undefined;
    });
  }

  /** Films whose newest answers are not stored. */
  const unstored = new Map<string, Work>();
  session.others.subscribe((now, before) => {
    const isRunning = [...now.values()].some(canStop);
    if (isRunning !== getState().isRunning) set({ isRunning });
    const { rows, removed } = getState();
    const hasRecord = (id: string) => removed?.id === id || rows.some((row) => row.id === id);
    for (const [id, work] of now)
      if (work !== before.get(id) && isFilmWhole(work) && hasRecord(id)) unstored.set(id, work);
    for (const id of unstored.keys()) if (!now.has(id)) unstored.delete(id);
    if (unstored.size > 0) void store([...unstored]);
  });

  async function store(films: readonly (readonly [id: string, work: Work])[]): Promise<void> {
    if (!(await records.save(films.map(([, work]) => work)))) return keptHere();
    for (const [id, work] of films) if (unstored.get(id) === work) unstored.delete(id);
    if (unstored.size === 0 && getState().isUnstored) set({ isUnstored: false, told: '' });
    if (endedFilms().length > 0) await inTurn(rest);
  }

  /** No room, or another tab has the work: what came stays in this tab, and nothing more is paid for. */
  function keptHere(): void {
    session.stop();
    if (!getState().isUnstored) set({ isUnstored: true, told: ANSWERS_NOT_STORED });
  }

  /** The films in memory of which nothing is left to be sent. */
  const endedFilms = () =>
    [...session.others.getState().values()].filter((work) => isFilmWhole(work) && !isFilmBegun(work));

  /** These films leave the memory once they are stored. */
  async function rest(): Promise<void> {
    const ended = endedFilms();
    const { rows } = getState();
    const listed = ended.filter(({ id }) => rows.some((row) => row.id === id));
    if (ended.length === 0 || !(await write(list(rows), listed))) return;
    for (const work of ended) {
      if (session.others.getState().get(work.id) !== work) continue;
      unstored.delete(work.id);
      await session.putToRest(work.id);
    }
  }

  async function cannotBeRead(id: string): Promise<undefined> {
    await write(list(getState().rows.map((row) => (row.id === id ? { ...row, isBroken: true } : row))));
  }

  /** As `begunOf`; the open film begins as Translate begins it. */
  async function begun(row: FilmRow, isStopped: () => boolean): Promise<Work | undefined> {
    if (!getState().rows.some(({ id }) => id === row.id)) return undefined;
    if (row.id !== film().id) return begunOf(row);
    if (!isStopped()) await session.translate();
    return undefined;
  }

  /** A film that was not begun, with its batches; undefined: it cannot be read, which its row says. */
  async function begunOf({ id }: FilmRow): Promise<Work | undefined> {
    const stored = await records.film(id).catch(() => undefined);
    // Translate was pressed twice: the film is sent already.
    if (stored && hasBatches(stored)) return undefined;
    const found = stored && withNotesOf(film(), stored);
    const read = found && (await session.analysis.askOf(found, 'read', undefined));
    if (!found || !read?.ok) return cannotBeRead(id);
    const { phrases, notes: notices } = read.value;
    const started = sessionReducer({ ...found, id }, { type: 'source-parsed', phrases, notices, firstOnly: false });
    const rows = getState().rows.map((row) => (row.id === id ? { ...row, ...factsOfWork(started, row) } : row));
    // Nothing is sent for a film of which the browser could not store that it was begun.
    return (await write(list(rows), [started])) ? started : undefined;
  }

  /** Returns the films that are to be sent after the open one. */
  async function begin(options?: TranslateOptions): Promise<readonly FilmRow[]> {
    set({ told: '' });
    const here = film();
    const rows = toTranslate(rowsNow(), settings.store.getState().prompt);
    if (canTranslate(here) && rows.some(({ id }) => id === here.id)) {
      await session.translate(options);
      if (!hasBatches(film())) return [];
    }
    const problem = startProblem(settings.store.getState());
    if (problem !== undefined) {
      set({ told: problem });
      return [];
    }
    session.resume();
    return rows.filter(({ id }) => id !== here.id);
  }

  return {
    begin,
    /** Sends films that nobody has begun. */
    send: (rows: readonly FilmRow[]) => sendEach(rows, (row, isStopped) => inTurn(() => begun(row, isStopped))),
    rest,
    /** After the page was loaded: counts what the films have cost, and goes on with those that were begun. */
    async goOn(costs: readonly Work[]): Promise<void> {
      const paid = costs.filter(({ spent }) => spent.length > 0);
      await session.sendOthers(async () => paid.shift());
      await sendEach(getState().rows.filter(isUnfinished), async ({ id }) => {
        const found = id === film().id ? undefined : await records.film(id).catch(() => undefined);
        if (!found) return undefined;
        // The list may be older than the film.
        const rows = getState().rows.map((row) => (row.id === id ? { ...row, ...factsOfWork(found, row) } : row));
        set({ rows });
        return isFilmBegun(found) ? { ...found, id } : undefined;
      });
    },
  };
}

/** A film that was never opened has no notes and options of its own, so it is sent with those of the open one. */
function withNotesOf({ notes, options: { film: _, ...options } }: Work, film: Work): Work {
  const hasOptions = Object.keys(film.options).length > 0;
  return { ...film, notes: areEmpty(film.notes) ? notes : film.notes, options: hasOptions ? film.options : options };
}

const isUnfinished = ({ batches, ok }: FilmRow): boolean => ok < batches;

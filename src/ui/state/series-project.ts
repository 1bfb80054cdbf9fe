import { hasBatches } from '../../engine/run-state.ts';
import { archiveName, namesInList, type SeriesOfProject } from '../../film/archive.ts';
import { type Work, withSaved } from '../../film/film.ts';
import { countRepairs, type FilmRow, inOrder, NO_LIST } from '../../film/series.ts';
import { namesWords, newId, stampOf } from '../../lib/text.ts';
import { tooManyWords } from './add-files.ts';
import { bringIn } from './keep-both.ts';
import { repairsIn, withSource } from './mend-films.ts';
import type { PageCommands } from './page-state.ts';
import { askBeside, noteSaved, type SavingParts } from './save-all.ts';
import type { SeriesDesk } from './series-desk.ts';

interface Parts extends SavingParts {
  readonly saveProject: PageCommands['saveProject'];
  /** Adds a film to the present run. Returns a sentence for the page. */
  readonly queue: (id: string) => string;
  /** Makes Resume continue this film, whose translation was begun. */
  readonly hold: (id: string) => Promise<void>;
  /** Removes a film from the list; the film `to` gets its video and its folder. If it is open, opens `to` first. False: it stays in the list. */
  readonly giveWay: (row: FilmRow, to: string) => Promise<boolean>;
  /** Shows a sentence beside the list, or on the page if there is no list. */
  readonly report: (words: string) => void;
  /** Shows the stored list of the film that is open now. */
  readonly showList: () => Promise<void>;
}

type Commands = Pick<SeriesDesk, 'noteSaved' | 'saveProject' | 'askToAdd' | 'addFilm' | 'openProject'>;

/** Saves a series in a project file, and opens it. */
export function createSeriesProject(parts: Parts): Commands {
  const { session, records, set, getState, rowsNow, filmOf, write, list, inTurn } = parts;
  const { rowFor, queue, hold, giveWay, report, showList } = parts;

  async function saveNow(): Promise<void> {
    set({ message: '' });
    await session.writeResult();
    await parts.rest();
    const { id: openId } = session.store.getState();
    const found: (readonly [FilmRow, Work])[] = [];
    const messages: string[] = [];
    for (const row of rowsNow().filter(({ refusal }) => refusal === '')) {
      const film = await filmOf(row);
      if (film) found.push([row, { ...film, id: row.id }]);
      else
        messages.push(`${namesInList(rowsNow())(row)} is not in the project file, because its stored copy is damaged.`);
    }
    if (found.length === 1) await parts.saveProject();
    else await saveAll(found, openId);
    const noted = found.map(([row, film]) => ({
      row,
      isWhole: hasBatches(film),
      film: async () => film,
      note: async () => false,
    }));
    messages.unshift(await noteSaved(parts, noted, parts.filmOf));
    if (messages.some(Boolean)) set({ message: messages.filter(Boolean).join(' ') });
  }

  async function saveAll(found: readonly (readonly [FilmRow, Work])[], openId: string): Promise<void> {
    const { removed, spentByGone, options } = getState();
    await parts.saveProject({
      name: archiveName(
        found.map(([{ path }]) => ({ path, name: path })),
        undefined,
      ).replace(/\.zip$/, ''),
      films: found.map(([{ path, isWanted, isCopy }, film]) => ({ path, isWanted, isCopy, film })),
      openAt: found.findIndex(([{ id }]) => id === openId),
      spentByGone: [...spentByGone, ...(removed?.spent ?? [])],
      options,
    });
  }

  /** The row of a film that comes from a project file. */
  async function knownRow(row: FilmRow, film: Work): Promise<FilmRow> {
    const [known] = await withSource(session.analysis, row, film);
    return known.isBroken ? { ...known, repairs: countRepairs(await repairsIn(session, film)) } : known;
  }

  /** Why a film is not added; '': it is added. `same`: the row of the same file with the same text. */
  function whyNotAdded(film: Work, same: FilmRow | undefined): string {
    if (!same) return tooManyWords(rowsNow().length + getState().reading + 1, getState().removed);
    const name = namesInList(rowsNow())(same);
    if (!hasBatches(film)) return `${name} is in the list already.`;
    return same.batches > 0 ? `${name} is in the list already. ${OTHER_LEFT}` : '';
  }

  async function addNow(film: Work): Promise<void> {
    const row = rowFor(film);
    const stamp = stampOf(film.sourceText);
    const same = rowsNow().find((one) => one.path === row.path && one.stamp === stamp);
    const message = whyNotAdded(film, same);
    if (message !== '') return set({ message });
    const added = { ...film, id: row.id };
    const { video, track, isWanted } = same ?? row;
    const isCopy = rowsNow().some((one) => one.id !== same?.id && one.stamp === stamp);
    const known = await knownRow({ ...row, video, track, isWanted, isCopy }, added);
    if (!(await write(list([...getState().rows, known]), [added]))) return;
    // The film in the list replaces the same untranslated text, so that nothing is translated twice. Another removed film, which only “Undo removing” brings back,
    // must not be lost by this. Somebody may have begun the text meanwhile. In both cases it stays.
    const mayGo = getState().removed === null && rowsNow().some(({ id, batches }) => id === same?.id && batches === 0);
    const isRemoved = same !== undefined && mayGo && (await giveWay(same, row.id));
    await bringIn(session, added);
    await hold(row.id);
    const words = `${namesInList(rowsNow())(row)} was added. The page uses the prompt and model of the list, not those of the project.`;
    set({ message: [words, isRemoved ? SAME_REMOVED : '', queue(row.id)].filter(Boolean).join(' ') });
  }

  /** undefined: a person stopped the reading. */
  async function rowsOf(
    films: SeriesOfProject['films'],
    reading: AbortSignal,
  ): Promise<readonly FilmRow[] | undefined> {
    const rows: FilmRow[] = [];
    for (const { film, ...facts } of films) {
      rows.push(await knownRow({ ...rowFor(film), ...facts, id: film.id }, film));
      if (reading.aborted) return undefined;
    }
    return rows;
  }

  async function openNow(...[project, goes, reading]: Parameters<Commands['openProject']>): Promise<void> {
    const { series, damaged, open } = project;
    const tooMany = tooManyWords(series.films.length);
    if (tooMany !== '') return report(tooMany);
    const films = series.films.map((one) => ({ ...one, film: { ...one.film, id: newId() } }));
    const rows = await rowsOf(films, reading);
    if (!rows) return;
    const { spentByGone, options } = series;
    const next = { ...NO_LIST, id: newId(), rows: inOrder(rows), spentByGone, options };
    const opened = films[series.openAt]?.film;
    const others = films.flatMap(({ film }) => (film === opened ? [] : [film]));
    // Written before the work on the page is replaced. The page shows nothing of this list until the open film has its id.
    if (!opened || !(await records.write(next, others))) return void (reading.aborted || report(NOT_STORED));
    /** Another series that was begun meanwhile has removed all lists that are not on the page. */
    const isThere = async () => {
      const known = await records.read(others[0]?.id ?? '').catch(() => undefined);
      return known !== undefined || records.write(next, others);
    };
    if ((await goes()) && (await isThere()) && (await open(opened))) {
      await showList();
      report(damaged.length > 0 ? damagedWords(damaged) : '');
    } else {
      const removedIds = films.map(({ film }) => film.id);
      await records.write({ ...next, rows: [] }, [], removedIds);
    }
  }

  async function noteNow(film: Work): Promise<void> {
    const row = rowsNow().find(({ id }) => id === film.id);
    const file = row && { row, isWhole: true, film: async () => film, note: async () => false };
    const notNoted = file ? await noteSaved(parts, [file], filmOf) : '';
    if (notNoted !== '') set({ message: notNoted });
  }

  return {
    noteSaved: (film) => inTurn(() => noteNow(film)),
    saveProject: () => inTurn(saveNow),
    addFilm: (film) => inTurn(() => addNow(withSaved(film, film))),
    // Not in turn: it replaces the work on the page, which is a command of its own.
    openProject: openNow,
    async askToAdd(name) {
      if (session.store.getState().id === '') return 'alone';
      return askBeside<Awaited<ReturnType<Commands['askToAdd']>>>(parts, (answer) => ({
        kind: 'to-add',
        name,
        answer,
      }));
    },
  };
}

const OTHER_LEFT =
  'The project has a translation of it, too. To see it, open the project again and press “Open alone”.';
const SAME_REMOVED = 'It takes the place of the same text, which had no translation.';

const NOT_STORED =
  'The project was not opened, because this browser has no space for its films. Delete files on this computer, then try again.';

export const damagedWords = (names: readonly string[]): string =>
  names.length === 1
    ? `${namesWords(names)} is damaged in the project file and was not opened.`
    : `${names.length} films are damaged in the project file and were not opened: ${namesWords(names)}.`;

import { beforeEach, expect, test, vi } from 'vitest';
import { finished } from '../../../test/session-harness.ts';
import { type Work, withSaved } from '../../film/film.ts';
import { type FilmRow, NO_ROW } from '../../film/series.ts';
import { filesOfFilms, noteSaved, type SavingParts } from './save-all.ts';

beforeEach(() => void vi.useFakeTimers());

const IDS = ['one', 'two', 'three'];
const ROWS: readonly FilmRow[] = IDS.map((id) => ({ ...NO_ROW, id, path: `${id}.srt`, batches: 3, ok: 3 }));

/**
 * Three translated films of a list, none of them open. `mayWrite`: whether the film with this id can be stored; `canMake`: whether the film worker can read the
 * film and make its file.
 */
async function threeFilms({
  mayWrite = () => true,
  canMake = () => true,
  stamp,
}: {
  mayWrite?(id: string): boolean;
  canMake?(id: string): boolean;
  stamp?: string;
} = {}) {
  const { session } = await finished(3);
  const done: Work = session.store.getState();
  const happened: string[] = [];
  let rows = ROWS;
  let writes = 1;
  async function askOf({ id }: Work, name: string) {
    if (name === 'assemble') return { ok: true, value: '' };
    happened.push(`${name} ${id}`);
    return { name: `${id}.pt.srt`, text: '' };
  }
  async function ask(name: string, { id }: { readonly id: string }) {
    happened.push(`${name} ${id}`);
    const { saved } = withSaved(done, done);
    return canMake(id)
      ? { name: `${id}.pt.srt`, text: new Blob([]), stamp: stamp ?? saved, isBehind: false }
      : undefined;
  }
  const parts = {
    session: { ...session, noteSaved: () => {}, analysis: { ask, askOf } },
    settings: { store: { getState: () => ({ prompt: '' }) } },
    page: { getState: () => ({ saving: {} }) },
    records: {
      noter(id: string) {
        const before = writes;
        return async () => {
          happened.push(`note ${id}`);
          return before === writes && mayWrite(id);
        };
      },
      async write(_: unknown, [film]: readonly Work[]) {
        happened.push(`film ${film?.id}`);
        return mayWrite(film?.id ?? '');
      },
    },
    rowsNow: () => rows,
    tell: () => {},
    inMemory: () => undefined,
    known: () => undefined,
    list: (all: readonly FilmRow[]) => ({ rows: all }),
    async write(list: { readonly rows: readonly FilmRow[] }, films: readonly Work[]) {
      happened.push('list');
      rows = list.rows;
      return films.every(({ id }) => mayWrite(id));
    },
    filmOf: async ({ id }: Pick<FilmRow, 'id'>) => {
      happened.push(`read ${id}`);
      return { ...done, id };
    },
  };
  const films = IDS.map((id): Work => ({ ...done, id }));
  const write = () => void writes++;
  return { parts: parts as unknown as SavingParts, films, happened, write, savedRows: () => rows };
}

test('the film worker reads the done films that are not in memory, and the page reads none of them', async () => {
  const { parts, happened } = await threeFilms();
  const { files, messages } = await filesOfFilms(parts, ROWS, false);
  expect(files.map(({ name }) => name)).toEqual(['one.pt.srt', 'two.pt.srt', 'three.pt.srt']);
  expect(messages).toEqual([]);
  expect(happened).toEqual(['storedFile one', 'storedFile two', 'storedFile three']);
});

test('the page reads a film itself if the film worker cannot', async () => {
  const { parts, happened } = await threeFilms({ canMake: (id) => id !== 'two' });
  const { files } = await filesOfFilms(parts, ROWS.slice(0, 2), false);
  expect(files.map(({ name }) => name)).toEqual(['one.pt.srt', 'two.pt.srt']);
  expect(happened).toEqual(['storedFile one', 'storedFile two', 'read two', 'finish two']);
});

test('the page makes the file of a film that is in memory or not done', async () => {
  const { parts, films, happened } = await threeFilms();
  const [first] = films;
  const rows = ROWS.slice(0, 2).map((row) => (row.id === 'two' ? { ...row, ok: 2 } : row));
  const inMemory = (id: string) => (id === 'one' ? first : undefined);
  const filmOf: SavingParts['filmOf'] = async (row) => inMemory(row.id) ?? parts.filmOf(row);
  await filesOfFilms({ ...parts, known: inMemory, inMemory, filmOf }, rows, false);
  expect(happened).toEqual(['finish one', 'read two', 'finish two']);
});

const saved = (films: readonly Work[]) =>
  films.map((film, at) => ({
    row: ROWS[at] ?? NO_ROW,
    isWhole: true,
    film: async () => film,
    note: async () => false,
  }));

test('notes each film as saved separately, and writes their list once', async () => {
  const { parts, films, happened, savedRows } = await threeFilms();
  expect(await noteSaved(parts, saved(films), async (film) => film)).toBe('');
  expect(happened).toEqual(['film one', 'film two', 'film three', 'list']);
  expect(savedRows().map(({ isSaved }) => isSaved)).toEqual([true, true, true]);
});

test('notes no further film as saved after one that could not be stored', async () => {
  const { parts, films, happened } = await threeFilms({ mayWrite: (id) => id !== 'two' });
  expect(await noteSaved(parts, saved(films), async (film) => film)).toMatch(
    /^The files were saved\. The browser could not note that/,
  );
  expect(happened).toEqual(['film one', 'film two', 'list']);
});

test('notes a film whose file the film worker has made without reading it, and writes the list once', async () => {
  const { parts, happened, savedRows } = await threeFilms();
  const { files } = await filesOfFilms(parts, ROWS.slice(0, 2), false);
  happened.length = 0;
  expect(await noteSaved(parts, files, async (film) => film)).toBe('');
  expect(happened).toEqual(['note one', 'note two', 'list']);
  expect(savedRows().map(({ isSaved }) => isSaved)).toEqual([true, true, false]);
});

test('a film that has changed since its file was made is not noted as saved', async () => {
  const { parts, happened, write } = await threeFilms({ stamp: 'of other lines' });
  const { files } = await filesOfFilms(parts, ROWS.slice(0, 1), false);
  write();
  expect(await noteSaved(parts, files, async (film) => film)).toBe('');
  expect(happened).toEqual(['storedFile one', 'note one', 'read one']);
});

test('a film that was written since its file was made, but says the same, is noted as saved', async () => {
  const { parts, happened, write } = await threeFilms();
  const { files } = await filesOfFilms(parts, ROWS.slice(0, 1), false);
  write();
  expect(await noteSaved(parts, files, async (film) => film)).toBe('');
  expect(happened).toEqual(['storedFile one', 'note one', 'read one', 'film one', 'list']);
});

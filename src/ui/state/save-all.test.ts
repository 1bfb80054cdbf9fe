import { beforeEach, expect, test, vi } from 'vitest';
import { finished } from '../../../test/session-harness.ts';
import type { Work } from '../../film/film.ts';
import { type FilmRow, NO_ROW } from '../../film/series.ts';
import { filesOfFilms, noteSaved, type SavingParts } from './save-all.ts';

beforeEach(() => void vi.useFakeTimers());

const IDS = ['one', 'two', 'three'];
const ROWS: readonly FilmRow[] = IDS.map((id) => ({ ...NO_ROW, id, path: `${id}.srt` }));

/** Three translated films of a list, none of them open. `mayWrite`: whether the film with this id can be stored. */
async function threeFilms(mayWrite: (id: string) => boolean = () => true) {
  const { session } = await finished(3);
  const done: Work = session.store.getState();
  const happened: string[] = [];
  let rows = ROWS;
  async function askOf({ id }: Work, name: string) {
    if (name === 'assemble') return { ok: true, value: '' };
    happened.push(`${name} ${id}`);
    return { name: `${id}.pt.srt`, text: '' };
  }
  const parts = {
    session: { ...session, noteSaved: () => {}, analysis: { askOf } },
    settings: { store: { getState: () => ({ prompt: '' }) } },
    page: { getState: () => ({ saving: {} }) },
    records: {
      async write(_: unknown, [film]: readonly Work[]) {
        happened.push(`film ${film?.id}`);
        return mayWrite(film?.id ?? '');
      },
    },
    rowsNow: () => rows,
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
  return { parts: parts as unknown as SavingParts, films, happened, saved: () => rows };
}

test('reads the next film while the film worker writes the file of the one before', async () => {
  const { parts, happened } = await threeFilms();
  const { files } = await filesOfFilms(parts, ROWS, false);
  expect(files.map(({ name }) => name)).toEqual(['one.pt.srt', 'two.pt.srt', 'three.pt.srt']);
  expect(happened).toEqual(['read one', 'read two', 'finish one', 'read three', 'finish two', 'finish three']);
});

test('notes each film as saved separately, and writes their list once', async () => {
  const { parts, films, happened, saved } = await threeFilms();
  expect(await noteSaved(parts, films, async (film) => film)).toBe(true);
  expect(happened).toEqual(['film one', 'film two', 'film three', 'list']);
  expect(saved().map(({ isSaved }) => isSaved)).toEqual([true, true, true]);
});

test('notes no further film as saved after one that could not be stored', async () => {
  const { parts, films, happened } = await threeFilms((id) => id !== 'two');
  expect(await noteSaved(parts, films, async (film) => film)).toBe(false);
  expect(happened).toEqual(['film one', 'film two', 'list']);
});

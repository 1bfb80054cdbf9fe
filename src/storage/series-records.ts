import * as v from 'valibot';
import type { Work } from '../film/film.ts';
import type { FilmRow, Series, SeriesRecords } from '../film/series.ts';
import { countSchema } from '../film/stored-values.ts';
import { WORK_STORES, type WorksDatabase } from './database.ts';
import { decodeWork, HEAD, headOf, type Put, rawAfter, recordsOf, type WorkHead } from './film-records.ts';

/** The key of the list. A film that is not open has one record, which contains all records that it would have as the open film. */
const SERIES_KEY = 'series';
const filmKey = (id: string): string => `film:${id}`;

const rowSchema: v.GenericSchema<unknown, FilmRow> = v.object({
  id: v.string(),
  path: v.string(),
  line: v.fallback(countSchema, 0),
  refusal: v.fallback(v.string(), ''),
  stamp: v.string(),
  phrases: v.fallback(countSchema, 0),
  language: v.fallback(v.string(), ''),
  isBroken: v.fallback(v.boolean(), false),
  batches: v.fallback(countSchema, 0),
  ok: v.fallback(countSchema, 0),
  failed: v.fallback(countSchema, 0),
  isSaved: v.fallback(v.boolean(), false),
});
const seriesSchema: v.GenericSchema<unknown, Series> = v.object({
  rows: v.array(rowSchema),
  removed: v.fallback(v.nullable(rowSchema), null),
});
const filmSchema = v.array(v.tuple([v.picklist(WORK_STORES), v.union([v.string(), v.number()]), v.unknown()]));

const NOTHING_STORED = { head: undefined, sources: new Map(), lines: new Map(), past: new Map() };
const AT_REST = { owner: '', revision: 0, taken: [] };

/** What the saving of the open film knows: the database, and whether this tab may still write to it. */
export interface Place {
  readonly database: WorksDatabase;
  readonly isOurs: (head: WorkHead | undefined) => boolean;
}

/** `place`: undefined: this tab does not have the work, or its browser has no database. */
export function createSeriesRecords(place: () => Place | undefined): SeriesRecords {
  async function get(key: string): Promise<unknown> {
    const database = place()?.database;
    if (!database) throw new Error('There is no database.');
    return database.run('readonly', ['works'], (records) => records.get('works', key));
  }

  async function writeAll({ database, isOurs }: Place, puts: readonly Put[]): Promise<boolean> {
    return database.run('readwrite', ['works'], async (records) => {
      if (!isOurs(headOf(await records.get('works', HEAD)))) return false;
      for (const put of puts) await records.put(...put);
      return true;
    });
  }

  return {
    async read() {
      const parsed = v.safeParse(seriesSchema, await get(SERIES_KEY));
      return parsed.success ? parsed.output : undefined;
    },
    async film(id) {
      const parsed = v.safeParse(filmSchema, await get(filmKey(id)));
      if (!parsed.success) return undefined;
      return decodeWork(rawAfter(NOTHING_STORED, parsed.output)).work;
    },
    async write(series, films, gone = []) {
      const to = place();
      if (!to) return false;
      const isList = series.rows.length > 0;
      const puts: readonly Put[] = [
        ...films.map((film) => ['works', filmKey(film.id), recordOf(film)] as const),
        ...gone.map((id) => ['works', filmKey(id), undefined] as const),
        ['works', SERIES_KEY, isList ? series : undefined],
      ];
      return writeAll(to, puts).catch(() => false);
    },
  };
}

const recordOf = (film: Work): readonly Put[] => recordsOf(film, undefined, AT_REST);

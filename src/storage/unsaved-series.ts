import * as v from 'valibot';
import { NO_ORDERS, type OrderedFilm, type Orders } from '../film/stored-series.ts';
import { countSchema } from '../film/stored-values.ts';
import { parseJson } from '../lib/json.ts';
import type { Records } from './database.ts';
import { HEAD, headOf, lastPuts, type Put, putsSchema } from './film-records.ts';
import { getText, type TextStorage, writeAll } from './stored-value.ts';

/**
 * What a closing page could not give the database of a series. While one transaction is under way, the browser drops those that a closing page begins, so this
 * goes to local storage. The next page that has the work gives it to the database, unless the database has something newer.
 */
const UNSAVED_KEY = 'unsavedSeries';

/** The record of the films that are still to be sent. It is a record of its own, because it must not wait for the commands that write the list. */
export const ORDERED_KEY = 'ordered';
export const filmKey = (id: string): string => `film:${id}`;

const orderedFilmSchema: v.GenericSchema<unknown, OrderedFilm> = v.union([
  v.object({ id: v.string(), again: v.nullable(v.union([v.literal('failed'), v.array(countSchema)])) }),
  // An earlier version stored only films whose translation had not begun.
  v.pipe(
    v.string(),
    v.transform((id) => ({ id, again: null })),
  ),
]);
/** `at`: when it was given. Of two, the later one is valid. */
const orderedSchema: v.GenericSchema<unknown, Ordered> = v.pipe(
  v.object({
    at: v.number(),
    films: v.exactOptional(v.array(orderedFilmSchema)),
    areAll: v.exactOptional(v.boolean()),
    newest: v.exactOptional(v.nullable(v.picklist(['stop', 'resume']))),
    // Of the presses an earlier version stored Stop alone.
    areStopped: v.optional(v.boolean(), false),
  }),
  v.transform(({ areStopped, ...ordered }) => ({ ...ordered, ...(areStopped && { newest: 'stop' as const }) })),
);
export interface Ordered extends Partial<Orders> {
  readonly at: number;
}
export function orderedOf(value: unknown): Orders & Ordered {
  const parsed = v.safeParse(orderedSchema, value);
  return { at: 0, ...NO_ORDERS, ...(parsed.success ? parsed.output : {}) };
}

/** Writes within a transaction. `isNewest` false: the database may have something newer, which stays. */
export async function putOrdered(records: Records, ordered: Ordered, isNewest: boolean): Promise<void> {
  const before = orderedOf(await records.get('works', ORDERED_KEY));
  if (isNewest || before.at < ordered.at) await records.put('works', ORDERED_KEY, { ...before, ...ordered });
}

const unsavedFilmSchema = v.object({ id: v.string(), after: countSchema, at: countSchema, puts: putsSchema });
/** The records of a film that differ from those of time `after`, which the database has or has replaced by later ones of the same tab. */
export type UnsavedFilm = v.InferOutput<typeof unsavedFilmSchema>;

const unsavedSchema = v.object({ ordered: v.nullable(orderedSchema), films: v.array(unsavedFilmSchema) });
export type UnsavedSeries = v.InferOutput<typeof unsavedSchema>;

/** `unsaved` null: the database has everything. False: there is no room. */
export const leaveUnsaved = (storage: TextStorage | null, unsaved: UnsavedSeries | null): boolean =>
  storage !== null && writeAll(storage, [[UNSAVED_KEY, unsaved && JSON.stringify(unsaved)]]).ok;

/** What the page before left in local storage. */
function unsavedIn(storage: TextStorage | null): UnsavedSeries {
  const unsaved = v.safeParse(unsavedSchema, parseJson(getText(storage, UNSAVED_KEY) ?? ''));
  return unsaved.success ? unsaved.output : { ordered: null, films: [] };
}

/** For a page without a database: adds what was pressed to what the page before left, which is still there. */
export function addUnsaved(storage: TextStorage | null, added: Ordered): void {
  const { ordered, films } = unsavedIn(storage);
  leaveUnsaved(storage, { ordered: { ...ordered, ...added }, films });
}

/** Writes, within a transaction, what the page before left in local storage and the database does not have. Returns the ids of the films that it wrote. */
export async function storeUnsaved(storage: TextStorage | null, records: Records): Promise<readonly string[]> {
  const written: string[] = [];
  const { ordered, films } = unsavedIn(storage);
  if (ordered) await putOrdered(records, ordered, false);
  for (const film of films) {
    const stored = v.safeParse(putsSchema, await records.get('works', filmKey(film.id)));
    const puts = stored.success ? withUnsaved(stored.output, film) : undefined;
    if (!puts) continue;
    await records.put('works', filmKey(film.id), puts);
    written.push(film.id);
  }
  return written;
}

/** When these records of a film were given; 0: by an earlier version of the page. */
export const writtenAt = (puts: readonly Put[]): number =>
  headOf(puts.find(([store, key]) => store === 'works' && key === HEAD)?.[2])?.revision ?? 0;

/** undefined: the database has newer records, or those of another tab. */
function withUnsaved(stored: readonly Put[], { after, at, puts }: UnsavedFilm): readonly Put[] | undefined {
  const time = writtenAt(stored);
  if (time < after || time >= at) return undefined;
  const steps = headOf(puts.find(([, key]) => key === HEAD)?.[2])?.past ?? 0;
  return lastPuts([...stored, ...puts]).filter(([store, key]) => store !== 'past' || Number(key) < steps);
}

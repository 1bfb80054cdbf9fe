import * as v from 'valibot';
import { notesSchema, optionsSchema, readingFailureSchema, spendingSchema } from '../film/accepted-facts.ts';
import type { Work } from '../film/film.ts';
import { type FilmRow, type Series, withReached } from '../film/series.ts';
import type { SeriesRecords } from '../film/stored-series.ts';
import { countSchema } from '../film/stored-values.ts';
import { parseJson } from '../lib/json.ts';
import { AS_SPECIFIED } from '../translation/batch.ts';
import type { Records } from './database.ts';
import { HEAD, headOf, type Place, stepSchema } from './film-records.ts';
import type { TextStorage } from './stored-value.ts';
import { addUnsaved, ORDERED_KEY, type Ordered, orderedOf, putOrdered } from './unsaved-series.ts';

/** The key of all lists: the one on the page, and those that Undo can bring back. */
export const SERIES_KEY = 'series';

const rowSchema: v.GenericSchema<unknown, FilmRow> = v.object({
  id: v.string(),
  path: v.string(),
  line: v.fallback(countSchema, 0),
  refusal: v.fallback(v.string(), ''),
  isWanted: v.fallback(v.boolean(), false),
  isCopy: v.fallback(v.boolean(), false),
  video: v.fallback(v.string(), ''),
  track: v.fallback(v.string(), ''),
  stamp: v.string(),
  phrases: v.fallback(countSchema, 0),
  counts: v.fallback(v.array(countSchema), []),
  language: v.fallback(v.string(), ''),
  isBroken: v.fallback(v.boolean(), false),
  repairs: v.fallback(countSchema, 0),
  batches: v.fallback(countSchema, 0),
  ok: v.fallback(countSchema, 0),
  failed: v.fallback(countSchema, 0),
  review: v.fallback(v.nullable(v.object({ count: countSchema, first: countSchema })), null),
  isSaved: v.fallback(v.boolean(), false),
  confirmed: v.fallback(countSchema, 0),
  reading: v.fallback(
    v.nullable(
      v.object({
        isDone: v.boolean(),
        found: notesSchema,
        unread: v.fallback(countSchema, 0),
        message: v.fallback(v.string(), ''),
        failure: readingFailureSchema,
      }),
    ),
    null,
  ),
  spent: v.fallback(v.array(spendingSchema), []),
});
const seriesSchema: v.GenericSchema<unknown, Series> = v.object({
  id: v.optional(v.string(), 'first'),
  rows: v.array(rowSchema),
  removed: v.fallback(v.nullable(rowSchema), null),
  spentByGone: v.fallback(v.array(spendingSchema), []),
  options: v.fallback(optionsSchema, AS_SPECIFIED),
  declined: v.fallback(v.string(), ''),
  toRead: v.fallback(v.array(v.string()), []),
  judgedBy: v.fallback(v.string(), ''),
  abouts: v.fallback(v.array(v.string()), []),
  asDone: v.fallback(v.nullable(v.array(v.string())), null),
});
/** Earlier versions stored only one list, not an array of lists. */
export const listsOf = (stored: unknown): readonly Series[] =>
  (Array.isArray(stored) ? stored : [stored]).flatMap((each) => {
    const parsed = v.safeParse(seriesSchema, each);
    return parsed.success ? parsed.output : [];
  });
export const idsOfList = ({ rows, removed }: Series): readonly string[] =>
  [...rows, ...(removed ? [removed] : [])].map(({ id }) => id);

const namedSchema = v.object({ id: v.optional(v.nullable(v.string()), null) });
/** The `id` in a JSON text of facts. */
const idIn = (text: unknown): string => {
  const parsed = v.safeParse(namedSchema, parseJson(typeof text === 'string' ? text : ''));
  return (parsed.success && parsed.output.id) || '';
};

export async function putList(records: Records, series: Series): Promise<void> {
  const others = listsOf(await records.get('works', SERIES_KEY)).filter(({ id }) => id !== series.id);
  await putLists(records, series.rows.length > 0 ? [...others, series] : others);
}
/** Writes into the rows of all lists what these films have reached. */
export async function putReached(records: Records, films: readonly Work[]): Promise<void> {
  if (films.length === 0) return;
  const reached = (rows: readonly FilmRow[]) => films.reduce(withReached, rows);
  const lists = listsOf(await records.get('works', SERIES_KEY));
  const now = lists.map((list) => {
    const [removed = null] = reached(list.removed ? [list.removed] : []);
    return { ...list, rows: reached(list.rows), removed };
  });
  await putLists(records, now);
}
const putLists = (records: Records, lists: readonly Series[]) =>
  records.put('works', SERIES_KEY, lists.length > 0 ? lists : undefined);

/** The ids of films whose lists must stay: those of the stored work and of its steps; undefined: the work is damaged. */
async function neededBy(records: Records): Promise<readonly string[] | undefined> {
  const head = headOf(await records.get('works', HEAD));
  const steps = head && (await Promise.all(head.films.map((place) => records.get('past', place))));
  return steps && [idIn(head.facts), ...steps.map((step) => idIn(v.is(stepSchema, step) ? step.head : ''))];
}

/** Removes each list that is not needed. Returns the removed ones. */
export async function removeLists(records: Records, needed: readonly string[]): Promise<readonly Series[]> {
  const stored = await neededBy(records);
  if (!stored) return [];
  const all = listsOf(await records.get('works', SERIES_KEY));
  const isNeeded = (list: Series) => idsOfList(list).some((id) => stored.includes(id) || needed.includes(id));
  const removed = all.filter((list) => !isNeeded(list));
  if (removed.length > 0) await putLists(records, all.filter(isNeeded));
  return removed;
}

/**
 * The times of what is stored: each one is later than the one before and than all that were read (`hasRead`), because somebody may have set the computer's
 * clock back.
 */
export function createTimes() {
  let last = 0;
  return {
    now(): number {
      last = Math.max(Date.now(), last + 1);
      return last;
    },
    hasRead(time: number): void {
      last = Math.max(last, time);
    },
  };
}

/**
 * Stores which films are still to be sent. `place`: undefined: this tab does not have the work, or its browser has no database. `storeFilms` stores what is
 * known of all films.
 */
export function createOrderRecord(
  place: () => Place | undefined,
  times: ReturnType<typeof createTimes>,
  storeFilms: () => Promise<unknown>,
) {
  /** What `order` got last, if the database does not have it yet. */
  let unsaved: Ordered | null = null;

  async function store(ordered: Ordered, isBegun: boolean): Promise<void> {
    unsaved = ordered;
    if (isBegun) await storeFilms().catch(() => {});
    if (unsaved !== ordered) return;
    const to = place();
    if (!to) return;
    const writing = to.database.run('readwrite', ['works'], async (records) => {
      if (to.isOurs(headOf(await records.get('works', HEAD)))) await putOrdered(records, ordered, true);
    });
    try {
      await writing;
      if (unsaved === ordered) unsaved = null;
    } catch {
      // What the database refuses goes to local storage when the page closes, as without a database.
    }
  }

  return {
    order: (orders, isBegun) => void store({ at: times.now(), ...orders }, isBegun),
    async ordered() {
      const to = place();
      if (!to) throw new Error('There is no database.');
      const stored = await to.database.run('readonly', ['works'], (records) => records.get('works', ORDERED_KEY));
      const { at, ...orders } = orderedOf(stored);
      times.hasRead(at);
      return orders;
    },
    unsaved: () => unsaved,
    /** Without a database, for a page that may be closing. */
    leave(storage: TextStorage | null) {
      if (unsaved) addUnsaved(storage, unsaved);
    },
    /** Another tab may have the work. */
    drop() {
      unsaved = null;
    },
  } satisfies Pick<SeriesRecords, 'order' | 'ordered'> & Record<string, unknown>;
}

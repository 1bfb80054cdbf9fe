import * as v from 'valibot';
import type { OrderedFilm, SeriesRecords } from '../film/stored-series.ts';
import { countSchema } from '../film/stored-values.ts';
import { parseJson } from '../lib/json.ts';
import { HEAD, headOf } from './film-records.ts';
import type { Place } from './series-records.ts';
import { getText, type TextStorage, writeAll } from './stored-value.ts';

/**
 * A record of its own, because it must not wait for the commands that write the list. A closing page writes it to local storage, under the same key: while one
 * transaction is under way, the browser drops those that a closing page begins.
 */
const ORDERED_KEY = 'ordered';

const filmSchema: v.GenericSchema<unknown, OrderedFilm> = v.union([
  v.object({ id: v.string(), again: v.nullable(v.union([v.literal('failed'), v.array(countSchema)])) }),
  // An earlier version stored only films whose translation had not begun.
  v.pipe(
    v.string(),
    v.transform((id) => ({ id, again: null })),
  ),
]);
/** `at`: when it was given, because the database and local storage can both have one. */
const orderedSchema = v.fallback(v.object({ at: v.number(), films: v.array(filmSchema) }), { at: 0, films: [] });
type Ordered = v.InferOutput<typeof orderedSchema>;

/** Stores which films are still to be sent. `place`: undefined: this tab does not have the work, or its browser has no database. */
export function createOrderRecord(place: () => Place | undefined, storage: TextStorage | null) {
  /** What `order` got last, if the database does not have it yet. */
  let order: Ordered | undefined;
  /** True: local storage has an order that this tab has written or read. */
  let isLeft = false;

  /** False: there is no room. */
  function writeLeft(next: Ordered | null): boolean {
    const isWritten = storage !== null && writeAll(storage, [[ORDERED_KEY, next && JSON.stringify(next)]]).ok;
    if (isWritten) isLeft = next !== null;
    return isWritten;
  }

  async function store(films: readonly OrderedFilm[]): Promise<void> {
    const next = { at: Date.now(), films: [...films] };
    order = next;
    if (isLeft) writeLeft(next);
    const to = place();
    const writing = to?.database.run('readwrite', ['works'], async (records) => {
      const isOurs = to.isOurs(headOf(await records.get('works', HEAD)));
      if (isOurs) await records.put('works', ORDERED_KEY, next);
      return isOurs;
    });
    // An order that cannot be stored holds until the page is loaded again.
    const isStored = await writing?.catch(() => false);
    if (order !== next) return;
    order = undefined;
    if (isStored && isLeft) writeLeft(null);
  }

  return {
    order: (films) => void store(films),
    async ordered() {
      const to = place();
      if (!to) throw new Error('There is no database.');
      const stored = await to.database.run('readonly', ['works'], (records) => records.get('works', ORDERED_KEY));
      const left = getText(storage, ORDERED_KEY);
      const [inDatabase, atLeaving] = [v.parse(orderedSchema, stored), v.parse(orderedSchema, parseJson(left ?? ''))];
      const { films } = atLeaving.at < inDatabase.at ? inDatabase : atLeaving;
      if (left !== null && !order) {
        isLeft = true;
        void store(films);
      }
      return films;
    },
    /** Another tab may have the work. */
    drop(): void {
      order = undefined;
      isLeft = false;
    },
    /** For a page that may be closing. Call it only if no other tab has the work. */
    leave(): void {
      const now = order;
      if (!now || writeLeft(now)) return;
      const writing = place()?.database.run('readwrite', ['works'], async (records) => {
        records.put('works', ORDERED_KEY, now).catch(() => {});
      });
      writing?.catch(() => {});
    },
  } satisfies Pick<SeriesRecords, 'order' | 'ordered'> & Record<'drop' | 'leave', () => void>;
}

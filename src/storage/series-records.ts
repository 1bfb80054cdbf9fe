import * as v from 'valibot';
import type { Clock } from '../clock/clock.ts';
import { notesSchema, optionsSchema, readingFailureSchema, spendingSchema } from '../film/accepted-facts.ts';
import type { Work } from '../film/film.ts';
import type { FilmRow, Series } from '../film/series.ts';
import type { FolderOfFile, SeriesRecords } from '../film/stored-series.ts';
import { countSchema } from '../film/stored-values.ts';
import { parseJson } from '../lib/json.ts';
import { AS_SPECIFIED } from '../translation/batch.ts';
import { type Records, WORK_STORES, type WorksDatabase } from './database.ts';
import { decodeWork, HEAD, headOf, rawAfter, recordsOf, stepSchema, type WorkHead } from './film-records.ts';

/**
 * The key of all lists: the one on the page, and those that Undo can bring back. A film that is not open has one record, which contains all records that it
 * would have as the open film. Once the film has batches, the records of its original are in a second record: the original never changes then, but a run writes
 * the film several times a second.
 */
const SERIES_KEY = 'series';
const filmKey = (id: string): string => `film:${id}`;
const originalKey = (id: string): string => `original:${id}`;
const FOLDER_KEYS = 'folder:';
const folderKey = (id: string): string => FOLDER_KEYS + id;
const VIDEO_KEYS = 'video:';
const videoKey = (id: string): string => VIDEO_KEYS + id;

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
const listsOf = (stored: unknown): readonly Series[] =>
  (Array.isArray(stored) ? stored : [stored]).flatMap((each) => {
    const parsed = v.safeParse(seriesSchema, each);
    return parsed.success ? parsed.output : [];
  });
const filmsOf = ({ rows, removed }: Series): readonly string[] =>
  [...rows, ...(removed ? [removed] : [])].map(({ id }) => id);

const namedSchema = v.object({ id: v.optional(v.nullable(v.string()), null) });
/** The `id` in a JSON text of facts. */
const idIn = (text: unknown): string => {
  const parsed = v.safeParse(namedSchema, parseJson(typeof text === 'string' ? text : ''));
  return (parsed.success && parsed.output.id) || '';
};

const filmSchema = v.array(v.tuple([v.picklist(WORK_STORES), v.union([v.string(), v.number()]), v.unknown()]));

type Put = Parameters<Records['put']>;

const withoutFilm = (id: string): readonly Put[] => [
  ['works', filmKey(id), undefined],
  ['works', originalKey(id), undefined],
  ['handles', folderKey(id), undefined],
  ['handles', videoKey(id), undefined],
];

/** True for the records of the original from which the film was cut into batches. */
const isOfOriginal = ([store, key]: readonly [store: string, key: unknown, ...rest: unknown[]]): boolean =>
  store === 'sources' && key !== 'translated';

/** The records of a film with this `saved` fact; undefined: the facts cannot be read. */
function withSavedFact(puts: readonly Put[], saved: string): readonly Put[] | undefined {
  const at = puts.findIndex(([store, key]) => store === 'works' && key === HEAD);
  const head = headOf(puts[at]?.[2]);
  const facts = parseJson(head?.facts ?? '');
  if (!head || !v.is(v.record(v.string(), v.unknown()), facts)) return undefined;
  return puts.with(at, ['works', HEAD, { ...head, facts: JSON.stringify({ ...facts, saved }) }]);
}

const NOTHING_STORED = { head: undefined, sources: new Map(), lines: new Map(), past: new Map() };
const AT_REST = { owner: '', revision: 0, taken: [] };

/** Facts from the saving of the open film: the database, and whether this tab may still write to it. */
export interface Place {
  readonly database: WorksDatabase;
  readonly isOurs: (head: WorkHead | undefined) => boolean;
}

/** Together with the time of the transaction, an answer for a film that is not open is stored within 250 ms, as for the open one (S3.8). */
const SAVE_AFTER_MS = 200;

/** `place`: undefined: this tab does not have the work, or its browser has no database. */
export function createSeriesRecords(
  place: () => Place | undefined,
  after: Clock['after'],
): Omit<SeriesRecords, 'hold' | 'order' | 'ordered'> & {
  readonly flush: () => Promise<boolean>;
  readonly drop: () => void;
  readonly leave: () => void;
} {
  /** The newest state of films that are not stored yet. */
  const waiting = new Map<string, Work>();
  /** The states that a transaction is storing. */
  const underWay = new Set<readonly Work[]>();
  /** By film id: how often a film was written, or was given to be written. */
  const writes = new Map<string, number>();
  function countWrites(ids: readonly string[]): void {
    for (const id of ids) writes.set(id, (writes.get(id) ?? 0) + 1);
  }
  /** Films that were read before somebody asks for them. `version`: see `versionOf`. */
  const ahead = new Map<string, { readonly work: Work; readonly version: string }>();
  /** How often a record was changed without its lines, or this tab lost the work. */
  let otherChanges = 0;
  /** Another value after each change of the film's record. */
  const versionOf = (id: string): string => `${writes.get(id)} ${otherChanges}`;
  let saving: Promise<boolean> | undefined;
  let storeNow = () => {};

  function placeOrThrow(): Place {
    const found = place();
    if (!found) throw new Error('There is no database.');
    return found;
  }

  /**
   * By film id: the originals in the database that this tab has written or read. `owner`: this tab's name at that time; the tab has another name after it has
   * lost the work and got it back.
   */
  const originals = new Map<string, { readonly owner: string }>();
  /** The original in the database by the list of phrases that were cut from it. */
  const originalOf = new WeakMap<Work['phrases'], { readonly owner: string }>();

  function isStored({ id, phrases }: Work, owner: string | undefined): boolean {
    const known = originals.get(id);
    return known !== undefined && known.owner === owner && originalOf.get(phrases) === known;
  }

  function noteStored(film: Work, owner: string | undefined): void {
    const { id, phrases } = film;
    if (owner === undefined || phrases.length === 0 || isStored(film, owner)) return;
    const original = { owner };
    originals.set(id, original);
    originalOf.set(phrases, original);
  }

  async function writeFilm(records: Records, film: Work, owner: string | undefined): Promise<void> {
    const { id, phrases } = film;
    const all = recordsOf(film, undefined, AT_REST);
    if (phrases.length === 0) return void (await records.put('works', filmKey(id), all));
    // Somebody may have emptied the database.
    if (!isStored(film, owner) || !(await records.has('works', originalKey(id)))) {
      originals.delete(id);
      await records.put('works', originalKey(id), all.filter(isOfOriginal));
    }
    const others = all.filter((put) => !isOfOriginal(put));
    await records.put('works', filmKey(id), others);
  }

  async function writeAll(
    { database, isOurs }: Place,
    series: Series | null,
    films: readonly Work[],
    removedIds: readonly string[],
  ): Promise<boolean> {
    let owner: string | undefined;
    const isWritten = await database.run('readwrite', ['works', 'handles'], async (records) => {
      const head = headOf(await records.get('works', HEAD));
      if (!isOurs(head)) return false;
      owner = head?.owner;
      if (series) await putList(records, series);
      for (const film of films) await writeFilm(records, film, owner);
      for (const put of removedIds.flatMap(withoutFilm)) await records.put(...put);
      return true;
    });
    if (isWritten) for (const film of films) noteStored(film, owner);
    return isWritten;
  }

  async function putList(records: Records, series: Series): Promise<void> {
    const others = listsOf(await records.get('works', SERIES_KEY)).filter(({ id }) => id !== series.id);
    await putLists(records, series.rows.length > 0 ? [...others, series] : others);
  }
  const putLists = (records: Records, lists: readonly Series[]) =>
    records.put('works', SERIES_KEY, lists.length > 0 ? lists : undefined);

  /** The ids of films whose lists must stay: those of the stored work and of its steps; undefined: the work is damaged. */
  async function neededBy(records: Records): Promise<readonly string[] | undefined> {
    const head = headOf(await records.get('works', HEAD));
    const steps = head && (await Promise.all(head.films.map((place) => records.get('past', place))));
    return steps && [idIn(head.facts), ...steps.map((step) => idIn(v.is(stepSchema, step) ? step.head : ''))];
  }

  async function readFilm(id: string): Promise<Work | undefined> {
    const { database, isOurs } = placeOrThrow();
    const { original, own, known } = await database.run('readonly', ['works'], async (records) => {
      const [original, own, stored] = await Promise.all(
        [originalKey(id), filmKey(id), HEAD].map((key) => records.get('works', key)),
      );
      const head = headOf(stored);
      const owner = isOurs(head) ? head?.owner : undefined;
      // Read here, while no other transaction writes.
      const before = originals.get(id);
      const known = before?.owner === owner ? before : owner === undefined ? undefined : { owner };
      if (known) originals.set(id, known);
      return { original, own, known };
    });
    const parsed = v.safeParse(filmSchema, own);
    if (!parsed.success) return undefined;
    // If the film has no batches, its own record contains the original, which is then the newer one.
    const isWhole = parsed.output.some(isOfOriginal);
    const beside = v.safeParse(filmSchema, original);
    if (!isWhole && !beside.success) return undefined;
    const puts = [...(beside.success ? beside.output : []), ...parsed.output];
    const { work } = decodeWork(rawAfter(NOTHING_STORED, puts));
    if (!isWhole && known && work.phrases.length > 0) originalOf.set(work.phrases, known);
    return work;
  }

  return {
    async read(film) {
      const { database } = placeOrThrow();
      const stored = await database.run('readonly', ['works'], (records) => records.get('works', SERIES_KEY));
      return listsOf(stored).find((list) => filmsOf(list).includes(film));
    },
    async clean(needed) {
      const to = place();
      if (!to) return;
      const cleaning = to.database.run('readwrite', ['works', 'past', 'handles'], async (records) => {
        const stored = await neededBy(records);
        if (!stored || !to.isOurs(headOf(await records.get('works', HEAD)))) return;
        const all = listsOf(await records.get('works', SERIES_KEY));
        const isNeeded = (list: Series) => filmsOf(list).some((id) => stored.includes(id) || needed.includes(id));
        const removed = all.filter((list) => !isNeeded(list));
        if (removed.length > 0) await putLists(records, all.filter(isNeeded));
        for (const put of removed.flatMap(filmsOf).flatMap(withoutFilm)) await records.put(...put);
      });
      await cleaning.catch(() => {});
    },
    async film(id) {
      const kept = ahead.get(id);
      return kept?.version === versionOf(id) && place() ? kept.work : readFilm(id);
    },
    async readAhead(ids) {
      for (const id of ahead.keys()) if (!ids.includes(id)) ahead.delete(id);
      for (const id of ids) {
        const version = versionOf(id);
        if (ahead.get(id)?.version === version) continue;
        const work = await readFilm(id);
        if (work) ahead.set(id, { work, version });
      }
      return ids.flatMap((id) => ahead.get(id)?.work ?? []);
    },
    write,
    save,
    noter(id) {
      const count = writes.get(id);
      async function note({ database, isOurs }: Place, saved: string): Promise<boolean> {
        return database.run('readwrite', ['works'], async (records) => {
          if (!isOurs(headOf(await records.get('works', HEAD)))) return false;
          const parsed = v.safeParse(filmSchema, await records.get('works', filmKey(id)));
          const puts = parsed.success ? withSavedFact(parsed.output, saved) : undefined;
          if (!puts || writes.get(id) !== count) return false;
          await records.put('works', filmKey(id), puts);
          otherChanges++;
          return true;
        });
      }
      return async (saved) => {
        const to = place();
        return to !== undefined && note(to, saved).catch(() => false);
      };
    },
    async folders() {
      const { database } = placeOrThrow();
      return {
        of: (ids) =>
          database.run('readonly', ['handles'], (records) =>
            Promise.all(ids.map((id) => records.get('handles', folderKey(id)) as Promise<FolderOfFile | undefined>)),
          ),
        keep: (id, folder) =>
          database.run('readwrite', ['handles'], (records) => records.put('handles', folderKey(id), folder)),
        videoOf: (id) =>
          database.run(
            'readonly',
            ['handles'],
            (records) => records.get('handles', videoKey(id)) as Promise<FileSystemFileHandle | undefined>,
          ),
        keepVideo: (id, handle) =>
          database.run('readwrite', ['handles'], (records) => records.put('handles', videoKey(id), handle)),
        forgetAll: () =>
          database.run('readwrite', ['handles'], async (records) => {
            for (const [key] of await records.entries('handles'))
              if ([FOLDER_KEYS, VIDEO_KEYS].some((begin) => String(key).startsWith(begin)))
                await records.put('handles', key, undefined);
          }),
      };
    },
    /** Another tab may have the work: its films are newer. */
    drop() {
      waiting.clear();
      otherChanges++;
    },
    /**
     * For a page that may be closing: writes the films that are not stored yet, and reads nothing first, because an answer of the database would come too late.
     * Call it only if no other tab has the work.
     */
    leave() {
      const films = new Map([...[...underWay].flat(), ...waiting.values()].map((film) => [film.id, film]));
      const to = films.size > 0 ? place() : undefined;
      const writing = to?.database.run('readwrite', ['works'], async (records) => {
        // The whole film, because nothing says whether the database has its original.
        for (const [id, film] of films)
          records.put('works', filmKey(id), recordsOf(film, undefined, AT_REST)).catch(() => {});
      });
      writing?.catch(() => {});
    },
    async flush() {
      if (waiting.size > 0) void save([]);
      storeNow();
      return saving ?? true;
    },
  };

  function save(films: readonly Work[]): Promise<boolean> {
    countWrites(films.map(({ id }) => id));
    for (const film of films) waiting.set(film.id, film);
    saving ??= new Promise<void>((resolve) => {
      const cancel = after(SAVE_AFTER_MS, resolve);
      storeNow = () => {
        cancel();
        resolve();
      };
    }).then(() => {
      saving = undefined;
      return write(null, [...waiting.values()]);
    });
    return saving;
  }

  async function write(
    series: Series | null,
    films: readonly Work[],
    removedIds: readonly string[] = [],
  ): Promise<boolean> {
    const ids = [...films.map(({ id }) => id), ...removedIds];
    countWrites(ids);
    // The rows of the list have the facts of all films. If the browser dies, no row may have an answer that its film lacks.
    const others = series ? [...waiting.values()].filter(({ id }) => !ids.includes(id)) : [];
    // A waiting state of the films in `films` is older than what is written now.
    const before = [...ids.flatMap((id) => waiting.get(id) ?? []), ...others];
    for (const film of before) waiting.delete(film.id);
    const isWritten = await writeNow(series, [...films, ...others], removedIds);
    // If the write failed, the states wait again, so that no other tab gets the work without them.
    if (!isWritten) for (const film of before) if (!waiting.has(film.id)) waiting.set(film.id, film);
    return isWritten;
  }

  async function writeNow(
    series: Series | null,
    films: readonly Work[],
    removedIds: readonly string[],
  ): Promise<boolean> {
    const to = place();
    if (!to) return false;
    underWay.add(films);
    const isWritten = await writeAll(to, series, films, removedIds).catch(() => false);
    underWay.delete(films);
    return isWritten;
  }
}

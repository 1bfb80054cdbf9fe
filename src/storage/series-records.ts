import * as v from 'valibot';
import type { Clock } from '../clock/clock.ts';
import type { Work } from '../film/film.ts';
import type { Series } from '../film/series.ts';
import type { FolderOfFile, SeriesRecords } from '../film/stored-series.ts';
import { parseJson } from '../lib/json.ts';
import type { Records } from './database.ts';
import {
  decodeWork,
  HEAD,
  headOf,
  lastPuts,
  type Place,
  type Put,
  putsSchema,
  rawAfter,
  recordsOf,
} from './film-records.ts';
import {
  createOrderRecord,
  createTimes,
  idsOfList,
  listsOf,
  putList,
  putReached,
  removeLists,
  SERIES_KEY,
} from './list-records.ts';
import type { TextStorage } from './stored-value.ts';
import { filmKey, leaveUnsaved, ORDERED_KEY, storeUnsaved, type UnsavedFilm, writtenAt } from './unsaved-series.ts';

/**
 * A film that is not open has one record, which contains all records that it would have as the open film. Once the film has batches, the records of its original
 * are in a second record: the original never changes then, but a run writes the film several times a second.
 */
const originalKey = (id: string): string => `original:${id}`;
const FOLDER_KEYS = 'folder:';
const folderKey = (id: string): string => FOLDER_KEYS + id;
const VIDEO_KEYS = 'video:';
const videoKey = (id: string): string => VIDEO_KEYS + id;

const withoutFilm = (id: string): readonly Parameters<Records['put']>[] => [
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

/** A film as its records say; undefined: they cannot be read. `isWhole`: its own record contains its original. */
function filmIn(own: unknown, original: unknown) {
  const parsed = v.safeParse(putsSchema, own);
  if (!parsed.success) return undefined;
  // If the film has no batches, its own record contains the original, which is then the newer one.
  const isWhole = parsed.output.some(isOfOriginal);
  const beside = v.safeParse(putsSchema, original);
  if (!isWhole && !beside.success) return undefined;
  const puts = [...(beside.success ? beside.output : []), ...parsed.output];
  return { work: decodeWork(rawAfter(NOTHING_STORED, puts)).work, at: writtenAt(parsed.output), isWhole };
}

const NOTHING_STORED = { head: undefined, sources: new Map(), lines: new Map(), past: new Map() };
/** A film that is not open is nobody's. Its revision is the time when it was written. */
const headAt = (revision: number) => ({ owner: '', revision, taken: [] });

/** An original that this tab has written or read. `owner`: this tab's name at that time. */
interface Original {
  readonly owner: string;
}
interface Stored {
  readonly original: Original;
  readonly film: Work;
  /** When the film was written. */
  readonly at: number;
}

/** Together with the time of the transaction, an answer for a film that is not open is stored within 250 ms, as for the open one (S3.8). */
const SAVE_AFTER_MS = 200;

interface Parts {
  /** undefined: this tab does not have the work, or its browser has no database. */
  readonly place: () => Place | undefined;
  readonly after: Clock['after'];
  readonly storage: TextStorage | null;
  /** Writes what is not stored yet of the open film. */
  readonly storeOpen: () => Promise<unknown>;
}

export function createSeriesRecords({ place, after, storage, storeOpen }: Parts): Omit<SeriesRecords, 'hold'> & {
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
  const times = createTimes();
  const orders = createOrderRecord(place, times, () => Promise.all([storeOpen(), flush()]));
  /** True: local storage has something that this page could not store when it seemed to close. */
  let hasLeft = false;
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

  /** By film id: the originals in the database. A tab that has lost the work and got it back has another name, so it knows none of them. */
  const originals = new Map<string, Original>();
  /** What the database has of a film, by the list of phrases that were cut from its original. */
  const storedOf = new WeakMap<Work['phrases'], Stored>();

  function originalNow({ id, phrases }: Work, owner: string | undefined): Original | undefined {
    const known = originals.get(id);
    return known?.owner === owner && storedOf.get(phrases)?.original === known ? known : undefined;
  }

  function noteStored(film: Work, owner: string | undefined, at: number): void {
    const { id, phrases } = film;
    if (owner === undefined || phrases.length === 0) return;
    const original = originalNow(film, owner) ?? { owner };
    originals.set(id, original);
    storedOf.set(phrases, { original, film, at });
  }

  async function writeFilm(records: Records, film: Work, owner: string | undefined, at: number): Promise<void> {
    const { id, phrases } = film;
    const all = recordsOf(film, undefined, headAt(at));
    if (phrases.length === 0) return void (await records.put('works', filmKey(id), all));
    // Somebody may have emptied the database.
    if (!originalNow(film, owner) || !(await records.has('works', originalKey(id)))) {
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
    const at = times.now();
    const isWritten = await database.run('readwrite', ['works', 'handles'], async (records) => {
      const head = headOf(await records.get('works', HEAD));
      if (!isOurs(head)) return false;
      owner = head?.owner;
      if (series) await putList(records, series);
      for (const film of films) await writeFilm(records, film, owner, at);
      for (const put of removedIds.flatMap(withoutFilm)) await records.put(...put);
      return true;
    });
    if (isWritten) for (const film of films) noteStored(film, owner, at);
    return isWritten;
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
    const found = filmIn(own, original);
    if (!found) return undefined;
    const { work, at, isWhole } = found;
    times.hasRead(at);
    if (!isWhole && known && work.phrases.length > 0) storedOf.set(work.phrases, { original: known, film: work, at });
    return work;
  }

  /** The changes of a film that the database may lack; undefined: the page does not know what the database has of it. */
  function changesOf(film: Work): UnsavedFilm | undefined {
    const stored = storedOf.get(film.phrases);
    if (!stored || stored.original !== originals.get(film.id)) return undefined;
    const at = times.now();
    // With these records the database has this film, whether a write under way succeeds or not.
    const bases = [...[...underWay].flat().filter(({ id }) => id === film.id), stored.film];
    const puts = bases.flatMap((base) => recordsOf(film, base, headAt(at))).filter((put) => !isOfOriginal(put));
    return { id: film.id, after: stored.at, at, puts: lastPuts(puts) };
  }

  /** All records of a film of which the page does not know what the database has. */
  function unsavedWhole(film: Work): UnsavedFilm {
    const at = times.now();
    return { id: film.id, after: 0, at, puts: recordsOf(film, undefined, headAt(at)) };
  }

  /** What the page before could not store is stored before anything is read. */
  async function takeUnsaved({ database, isOurs }: Place): Promise<void> {
    const isTaken = await database.run('readwrite', ['works'], async (records) => {
      const isOwn = isOurs(headOf(await records.get('works', HEAD)));
      if (!isOwn) return false;
      const films = (await storeUnsaved(storage, records)).map(async (id) => {
        const [own, original] = await Promise.all(
          [filmKey(id), originalKey(id)].map((key) => records.get('works', key)),
        );
        const found = filmIn(own, original);
        return found ? [{ ...found.work, id }] : [];
      });
      await putReached(records, (await Promise.all(films)).flat());
      return true;
    });
    if (isTaken) leaveUnsaved(storage, null);
  }

  return {
    async read(film) {
      const to = placeOrThrow();
      await takeUnsaved(to).catch(() => {});
      const stored = await to.database.run('readonly', ['works'], (records) => records.get('works', SERIES_KEY));
      return listsOf(stored).find((list) => idsOfList(list).includes(film));
    },
    async clean(needed) {
      const to = place();
      if (!to) return;
      const cleaning = to.database.run('readwrite', ['works', 'past', 'handles'], async (records) => {
        if (!to.isOurs(headOf(await records.get('works', HEAD)))) return;
        const removed = await removeLists(records, needed);
        for (const put of removed.flatMap(idsOfList).flatMap(withoutFilm)) await records.put(...put);
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
    order: orders.order,
    ordered: orders.ordered,
    noter(id) {
      const count = writes.get(id);
      async function note({ database, isOurs }: Place, saved: string): Promise<boolean> {
        return database.run('readwrite', ['works'], async (records) => {
          if (!isOurs(headOf(await records.get('works', HEAD)))) return false;
          const parsed = v.safeParse(putsSchema, await records.get('works', filmKey(id)));
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
      orders.drop();
      otherChanges++;
    },
    /**
     * For a page that may be closing: writes what is not stored yet to local storage. What has no room there goes to the database, which is not asked first,
     * because its answer would come too late. Films of which the page does not know what is stored go to both: the next page adds to a stored film only. Call it
     * only if no other tab has the work.
     */
    leave() {
      const films = new Map([...[...underWay].flat(), ...waiting.values()].map((film) => [film.id, film]));
      const ordered = orders.unsaved();
      if (films.size === 0 && ordered === null) return;
      if (!place()) return orders.leave(storage);
      const changes = [...films.values()].flatMap((film) => changesOf(film) ?? []);
      const isKnown = (film: Work) => changes.some(({ id }) => id === film.id);
      const wholeFilms = [...films.values()].filter((film) => !isKnown(film)).map(unsavedWhole);
      const isLeft = [[...changes, ...wholeFilms], changes].some((left) =>
        leaveUnsaved(storage, { ordered, films: left }),
      );
      if (isLeft) for (const { id } of changes) films.delete(id);
      hasLeft ||= isLeft;
      const toOrder = isLeft ? null : ordered;
      if (films.size === 0 && !toOrder) return;
      const writing = place()?.database.run('readwrite', ['works'], async (records) => {
        // What is missing in it would be removed.
        if (toOrder?.films) records.put('works', ORDERED_KEY, toOrder).catch(() => {});
        // The whole film, because nothing says whether the database has its original.
        for (const [id, film] of films)
          records.put('works', filmKey(id), recordsOf(film, undefined, headAt(times.now()))).catch(() => {});
      });
      writing?.catch(() => {});
    },
    flush,
  };

  async function flush(): Promise<boolean> {
    if (waiting.size > 0) void save([]);
    storeNow();
    return saving ?? true;
  }

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
    if (hasLeft && isWritten && underWay.size === 0 && waiting.size === 0 && !orders.unsaved()) {
      leaveUnsaved(storage, null);
      hasLeft = false;
    }
    return isWritten;
  }
}

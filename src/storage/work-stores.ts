import { clear, createStore, getMany } from 'idb-keyval';
import { type Clock, waitFor, withTimeout } from '../clock/clock.ts';
import type { Work } from '../film/film.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { filmTexts, SESSION_KEYS, type SessionKey, type SessionTexts, type StoredTexts } from './film-codec.ts';
import {
  changesTo,
  getText,
  isNewerVersion,
  SCHEMA_VERSION,
  SCHEMA_VERSION_KEY,
  type StorageFailure,
  type StorageProblem,
  type TextStorage,
  writeAll,
} from './stored-value.ts';

/** Number of saves. In local storage also a commit marker: '' while other keys are written; '' on load: a save was interrupted. */
export const REVISION_KEY = 'sessionRevision';
export const ALL_KEYS = [...SESSION_KEYS, REVISION_KEY, SCHEMA_VERSION_KEY];
const VERSION = [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)] as const;

/** Limit for a database to answer: some browsers never open it, and report no error. */
export const PATIENCE_MS = 800;
/** Limit when the work is known to be in the database: the tab that wrote it may still be using it. */
const LONG_PATIENCE_MS = 8_000;
/** Limit for an announced revision: local storage comes up to 0.2 s later than messages, and a tab may close before its announced write. */
export const ARRIVAL_PATIENCE_MS = 700;
/** Added to the revision when the run is stolen from a tab that does not answer: more than that tab can have saved. */
const STOLEN_REVISION_STEP = 1_000;
const MOST_READINGS = 3;

/** The two places of the work; both use the same keys. */
export interface Places {
  /** null: the browser has no local storage, or access throws. */
  readonly storage: TextStorage | null;
  /** For work that local storage has no room for. */
  readonly idb?: FallbackStore | undefined;
}

export interface StoredWork extends StoredTexts {
  /** 0: nothing is stored. */
  readonly revision: number;
  /** The schema version of the page that stored it; null: none is noted. */
  readonly version: string | null;
  /** False: could not be read, and so appears empty. */
  readonly readable: boolean;
}

/** `found`: the values of ALL_KEYS, in their order. */
function workOf(found: readonly unknown[] | undefined): StoredWork {
  const texts = new Map(ALL_KEYS.map((key, index) => [key, found?.[index]]));
  const read = (key: string) => {
    const text = texts.get(key);
    return typeof text === 'string' ? text : null;
  };
  const revision = read(REVISION_KEY);
  return {
    read,
    revision: revisionOf(revision),
    incompleteWrite: revision === '',
    version: read(SCHEMA_VERSION_KEY),
    readable: found !== undefined,
  };
}

function readLocal({ storage }: Places): StoredWork {
  try {
    return workOf(storage ? ALL_KEYS.map((key) => storage.getItem(key)) : undefined);
  } catch {
    return workOf(undefined);
  }
}

/** 0: nothing stored, an interrupted save, or no access. */
const localRevision = ({ storage }: Places): number => revisionOf(getText(storage, REVISION_KEY));

/** 0: none. */
export function revisionOf(text: unknown): number {
  const revision = typeof text === 'string' ? Number(text) : 0;
  return Number.isSafeInteger(revision) && revision > 0 ? revision : 0;
}

/** Reads the database as a whole, which is empty where there is none. */
const readDatabase = async ({ idb }: Places, patienceMs = PATIENCE_MS): Promise<StoredWork> =>
  workOf(await withTimeout(patienceMs, idb?.getMany(ALL_KEYS) ?? Promise.resolve([]), undefined));

/** The newer of what both places hold, for a tab that does not have the work. */
export async function readStored(places: Places): Promise<StoredWork> {
  const [local, database] = [readLocal(places), await readDatabase(places)];
  return database.revision > local.revision ? database : local;
}

export interface LoadOptions extends Places {
  /** See createCrashCopy(). */
  readonly restore: ((stolen: boolean) => Promise<readonly unknown[]>) | undefined;
  readonly after: Clock['after'];
  /** The highest revision that another tab has announced; 0: none. */
  readonly announcedRevision: number;
  /** The run was stolen from a tab that may wake. */
  readonly stolen: boolean;
}

interface NewestWork {
  readonly local: StoredWork;
  /** Not readable: it may hold newer work than was found, and must be left as it is. */
  readonly database: StoredWork;
  /** The newest of what local storage and IndexedDB hold, and of what could not be restored into local storage. */
  readonly found: StoredWork;
  readonly inDatabase: boolean;
  /** In neither place: what was found is to be written. */
  readonly isDue: boolean;
  /** The revision that the next save follows. */
  readonly revision: number;
}

/** The newest work, for the tab that goes on with it. */
export async function loadNewest(options: LoadOptions): Promise<NewestWork> {
  let newest = await readBoth(options);
  if (!options.stolen || !newest.database.readable) return newest;
  for (let reading = 1; reading < MOST_READINGS && !(await claim(options, newest)); reading++) {
    const later = await readBoth(options);
    // What was read before is kept; the database refuses the next save, which is older than what it holds.
    if (!later.database.readable) return newest;
    newest = later;
  }
  return { ...newest, revision: newest.revision + STOLEN_REVISION_STEP };
}

/** One reading of the database, then one of local storage: work that another tab moves there meanwhile is found. */
async function readBoth({ announcedRevision, stolen, after, restore, ...places }: LoadOptions): Promise<NewestWork> {
  const restoring = restore?.(stolen);
  let database = await readDatabase(places);
  const unrestored = workOf(await restoring);
  if (!database.readable && localRevision(places) < announcedRevision)
    database = await readDatabase(places, LONG_PATIENCE_MS);
  // The commit marker may be '' because the last writes of the frozen tab are not visible here yet.
  const awaited = Math.max(announcedRevision, stolen && readLocal(places).incompleteWrite ? 1 : 0);
  if (places.storage && database.revision < awaited)
    await waitFor(() => localRevision(places) >= awaited, ARRIVAL_PATIENCE_MS, after);
  const local = readLocal(places);
  const newer = database.revision > local.revision ? database : local;
  const isDue = unrestored.revision > newer.revision;
  const found = isDue ? unrestored : newer;
  return { local, database, found, inDatabase: found === database, isDue, revision: found.revision };
}

/** Whether either place holds what only a newer version of the page understands: both are then left as they are. */
export const isOfNewerVersion = ({ local, database, found }: NewestWork): boolean =>
  [local, database, found].some(({ version }) => isNewerVersion(version));

/** Raises the stored revision, so that the frozen tab's later writes are older. False: that tab has saved since the reading. */
async function claim({ storage, idb }: Places, newest: NewestWork): Promise<boolean> {
  const { found, inDatabase, revision } = newest;
  if (isOfNewerVersion(newest) || found.incompleteWrite || newest.isDue) return true;
  if (inDatabase && idb) {
    // Must not overwrite a save that came after the reading.
    return (
      (await withTimeout(PATIENCE_MS, writeDatabase(idb, {}, revision + STOLEN_REVISION_STEP, revision), 'failed')) !==
      'other-tab'
    );
  }
  // May fail in a full storage, which will not accept the other tab's writes either.
  if (storage) writeAll(storage, [[REVISION_KEY, String(revision + STOLEN_REVISION_STEP)]]);
  return true;
}

/** Writes what changed, all or nothing. False: nothing had changed. "other-tab": a revision at least as high is stored. */
function writeLocal(
  storage: TextStorage,
  texts: SessionTexts,
  revision: number,
): Result<boolean, StorageFailure | 'other-tab'> {
  try {
    const stored = revisionOf(storage.getItem(REVISION_KEY));
    if (stored >= revision) return fail('other-tab');
    const changes = changesTo(storage, [...SESSION_KEYS.map((key) => [key, texts[key]] as const), VERSION]);
    if (changes.length === 0 && stored === revision - 1) return ok(false);
    const written = writeAll(storage, [[REVISION_KEY, ''], ...changes, [REVISION_KEY, String(revision)]]);
    return written.ok ? ok(true) : written;
  } catch {
    return fail('unavailable');
  }
}

/**
 * Writes `texts` in one transaction. "other-tab": a revision higher than `newestAllowed` is stored. `whole`: of it `texts` is what has
 * changed; it is written in their place if somebody has emptied the database meanwhile.
 */
async function writeDatabase(
  idb: FallbackStore,
  texts: Partial<SessionTexts>,
  revision: number,
  newestAllowed = revision - 1,
  whole?: SessionTexts,
): Promise<'kept' | 'failed' | 'other-tab'> {
  let isEmptied = false;
  function allows(stored: unknown): boolean {
    isEmptied = whole !== undefined && stored === undefined;
    return !isEmptied && revisionOf(stored) <= newestAllowed;
  }
  try {
    const entries = [...Object.entries(texts), VERSION, [REVISION_KEY, String(revision)] as const];
    if (await idb.setMany(entries, { key: REVISION_KEY, allows })) return 'kept';
    return whole && isEmptied ? writeDatabase(idb, whole, revision, newestAllowed) : 'other-tab';
  } catch {
    return 'failed';
  }
}

export interface WorkWriterOptions extends Places {
  /** What was loaded, and is written on. */
  readonly newest: NewestWork;
  /** Called with what is not stored as usual; null: everything is. */
  readonly report: (problem: StorageProblem | null) => void;
  /** The state is stored under this revision; not `isNew`: the stored texts were already the same. */
  readonly onKept: (state: Work, revision: number, isNew: boolean) => void;
  /** Another tab has saved since; nothing was overwritten. */
  readonly onOvertaken: () => void;
  /** This tab has lost the work: a write that began earlier ends without effect. */
  readonly isOver: () => boolean;
}

/** Larger work goes to IndexedDB: local storage blocks the main thread for 12 ms per million bytes, 48 ms on a slow machine. */
const EASY_BYTES = 1_250_000;
/** As the page goes, so much is written to local storage all the same: a database stores nothing any more then. It leaves room for all else that is kept there. */
const MOST_BYTES_AT_LEAVING = 4_000_000;
/** Limit for IndexedDB when local storage could take such work: a page busy with a long film gets the database's answer late. */
const LARGE_PATIENCE_MS = 2_500;

/** Writes the work to local storage or, when it is large or local storage refuses it, as a whole to IndexedDB. */
export function createWorkWriter(options: WorkWriterOptions) {
  const { storage, idb, newest, report, onKept, onOvertaken, isOver } = options;
  let { revision } = newest;
  /** Whether this tab has read work in the database, or written there: what could not be read is not cleared by a save elsewhere. */
  let isDatabaseUsed = newest.database.revision > 0;
  let place: 'local' | 'indexed-db' | 'memory';
  let localFailure: StorageFailure = newest.local.readable ? 'full' : 'unavailable';
  /** The database's texts, if they are known. */
  let databaseText = newest.inDatabase ? newest.found.read : undefined;
  const foundSize = sizeOf(newest.found.read);
  /** Size in bytes of the work that local storage had no room for: only smaller work is tried again. */
  // What is larger than is easy was in the database from the beginning.
  let refusedSize = newest.inDatabase && foundSize <= EASY_BYTES ? foundSize : Number.POSITIVE_INFINITY;
  let databaseWorks = idb !== undefined;
  const isInDatabase = newest.inDatabase || !newest.local.readable;
  keep(!isInDatabase ? 'local' : idb && newest.database.readable ? 'indexed-db' : 'memory', foundSize);

  /** IndexedDB is the expected place of large work, and no problem to report. */
  function keep(where: typeof place, size: number): void {
    place = where;
    const isExpected = where === 'local' || (where === 'indexed-db' && size > EASY_BYTES && localFailure === 'full');
    report(isExpected ? null : { kind: localFailure, keptIn: where === 'memory' ? 'memory' : 'indexed-db' });
  }

  /** Writes synchronously to local storage. False: the work must go elsewhere. `isLeaving`: nobody waits for the page any more. */
  function writeHere(state: Work, isLeaving = false): boolean {
    const texts = filmTexts(state);
    const size = sizeOf((key) => texts[key]);
    const isEasy = size <= (isLeaving ? MOST_BYTES_AT_LEAVING : EASY_BYTES);
    if (!storage || size >= refusedSize || (!isEasy && databaseWorks)) return false;
    const written = writeLocal(storage, texts, revision + 1);
    if (written.ok) onKeptHere(state, size, written.value);
    else if (written.error === 'other-tab') onOvertaken();
    else {
      localFailure = written.error;
      if (localFailure === 'full') refusedSize = size;
      return false;
    }
    return true;
  }

  function onKeptHere(state: Work, size: number, isNew: boolean): void {
    if (isNew) revision++;
    refusedSize = Number.POSITIVE_INFINITY;
    keep('local', size);
    databaseText = undefined;
    // Large work goes back there with the next change.
    const isToStay = size <= EASY_BYTES || !databaseWorks;
    if (isDatabaseUsed && isToStay) idb?.clear().catch(() => {});
    if (isToStay) isDatabaseUsed = false;
    onKept(state, revision, isNew);
  }

  async function writeToDatabase(state: Work, newestState: () => Work): Promise<void> {
    const texts = filmTexts(state);
    const size = sizeOf((key) => texts[key]);
    const changed = SESSION_KEYS.filter((key) => databaseText?.(key) !== texts[key]);
    if (changed.length === 0) return onKept(state, revision, false);
    const writing = put(texts, changed);
    const isStale = () => isOver() || place !== 'memory';
    const isLarge = localFailure === 'full' && size < refusedSize;
    const inTime = await withTimeout(isLarge ? LARGE_PATIENCE_MS : PATIENCE_MS, writing, 'failed');
    if (isStale() || (inTime === 'failed' && fallBack(size, newestState))) return;
    // A slow database may still store it.
    const written = await writing;
    if (isStale() || written === 'failed') return;
    if (written === 'other-tab') return onOvertaken();
    databaseWorks = true;
    databaseText = (key) => texts[key];
    keep('indexed-db', size);
    onKept(state, revision, true);
  }

  function put(texts: SessionTexts, changed: readonly SessionKey[]): ReturnType<typeof writeDatabase> {
    // Until the database has the work, or local storage gets newer work.
    place = 'memory';
    databaseText = undefined;
    if (!idb) return Promise.resolve('failed');
    isDatabaseUsed = true;
    revision++;
    const entries = Object.fromEntries(changed.map((key) => [key, texts[key]]));
    const isPart = changed.length < SESSION_KEYS.length;
    return writeDatabase(idb, entries, revision, revision - 1, isPart ? texts : undefined);
  }

  /** Writes to local storage after all, since the database does not answer. */
  function fallBack(size: number, newestState: () => Work): boolean {
    databaseWorks = false;
    if (size > EASY_BYTES && writeHere(newestState())) return true;
    keep('memory', size);
    return false;
  }

  return {
    writeHere,
    /** Resolves when the work is stored as well as possible. `newestState` gives what to store if the database is too slow. */
    async write(state: Work, newestState: () => Work): Promise<void> {
      if (!writeHere(state)) await writeToDatabase(state, newestState);
    },
    isKept: () => place !== 'memory',
    /** False: local storage, the work's place, holds a higher revision. */
    isAhead: () => place !== 'local' || localRevision({ storage }) <= revision,
    /** True: a tab that slept has written older work over this tab's. */
    isOverwritten: () => place === 'local' && localRevision({ storage }) < revision,
  };
}

/** In bytes, as browsers hold texts: two a character as soon as one of them is no Latin letter. */
const sizeOf = (read: (key: SessionKey) => string | null): number =>
  SESSION_KEYS.reduce((sum, key) => {
    const text = read(key) ?? '';
    return sum + text.length * (/[^\0-\xff]/.test(text) ? 2 : 1);
  }, 0);

/** Texts by key, and what else can be cloned, in a place that is larger and slower than local storage. Every call may reject. */
export interface FallbackStore {
  getMany(keys: readonly string[]): Promise<readonly unknown[]>;
  /** Writes all entries or none. False: the guard did not allow the write. */
  setMany(entries: readonly (readonly [key: string, text: unknown])[], guard?: WriteGuard): Promise<boolean>;
  clear(): Promise<void>;
}

/** Checked within the transaction of the write, so that no other tab can write in between. */
export interface WriteGuard {
  readonly key: string;
  readonly allows: (stored: unknown) => boolean;
}

/** The browser's IndexedDB, opened at the first call. `name` is the database's name; each database has one store. */
export function createIndexedDbStore(name = 'subtitle-translator'): FallbackStore {
  const store = createStore(name, 'session');
  return {
    getMany: async (keys) => getMany<unknown>([...keys], store),
    setMany: async (entries, guard) =>
      store('readwrite', (objects) => {
        let allowed = true;
        // One entry after the other, so that copying long texts does not block the main thread in one task.
        const put = (index = 0) => {
          const entry = entries[index];
          if (entry) objects.put(entry[1], entry[0]).onsuccess = () => put(index + 1);
        };
        if (guard === undefined) put();
        else {
          const asked = objects.get(guard.key);
          asked.onsuccess = () => {
            allowed = guard.allows(asked.result);
            if (allowed) put();
          };
        }
        return new Promise((resolve, reject) => {
          objects.transaction.oncomplete = () => resolve(allowed);
          objects.transaction.onabort = () => reject(objects.transaction.error);
        });
      }),
    clear: async () => clear(store),
  };
}

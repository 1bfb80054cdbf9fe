import type { Clock } from '../clock/clock.ts';
import { untilTrue, within } from '../clock/clock.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { FallbackStore } from './fallback-store.ts';
import { SESSION_KEYS, type SessionTexts, type StoredTexts } from './session-texts.ts';
import { getText, isNewerVersion, SCHEMA_VERSION, SCHEMA_VERSION_KEY, type TextStorage } from './stored-value.ts';
import { changesTo, type StorageFailure, writeAll } from './write-all.ts';

/** Number of saves. In local storage also a commit marker: '' while other keys are written; '' on load: a save was interrupted. */
const REVISION_KEY = 'sessionRevision';
const ALL_KEYS = [...SESSION_KEYS, REVISION_KEY, SCHEMA_VERSION_KEY];
const VERSION = [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)] as const;

/** Limit for a database to answer: some browsers never open it, and report no error. */
export const PATIENCE_MS = 800;
/** Limit when the work is known to be in the database: the tab that wrote it may still be using it. */
const LONG_PATIENCE_MS = 8_000;
/**
 * Limit for an announced revision: local storage was seen up to 0.2 s later than locks and messages of the same tab; and a tab may have
 * closed before its announced write.
 */
const ARRIVAL_PATIENCE_MS = 700;
/** Added to the revision when the run is stolen from a tab that does not answer: more than that tab can have saved. */
const LEAP = 1_000;
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
  readonly newerVersion: boolean;
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
  const [revision, torn] = [revisionOf(read(REVISION_KEY)), read(REVISION_KEY) === ''];
  return {
    read,
    revision,
    torn,
    newerVersion: isNewerVersion(read(SCHEMA_VERSION_KEY)),
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
export const localRevision = ({ storage }: Places): number => revisionOf(getText(storage, REVISION_KEY));

function revisionOf(text: unknown): number {
  const revision = typeof text === 'string' ? Number(text) : 0;
  return Number.isSafeInteger(revision) && revision > 0 ? revision : 0;
}

/** Reads the database as a whole, which is empty where there is none. */
async function readDatabase(places: Places, patienceMs = PATIENCE_MS): Promise<StoredWork> {
  return workOf(await askDatabase(places, ALL_KEYS, patienceMs));
}

const NONE = Promise.resolve<readonly unknown[]>([]);
const askDatabase = ({ idb }: Places, keys: readonly string[], patienceMs: number) =>
  within(patienceMs, idb?.getMany(keys) ?? NONE, undefined);

/** For a follower. Of a database that has no more than `seen` and local storage, the revision alone is read. */
export async function readNewer(places: Places, seen: number) {
  const stored = await askDatabase(places, [REVISION_KEY], PATIENCE_MS);
  const local = readLocal(places);
  const isAhead = revisionOf(stored?.[0]) > Math.max(local.revision, seen);
  const found = isAhead ? await readDatabase(places) : local;
  return { found, answered: stored !== undefined && (found.readable || !isAhead) };
}

export interface LoadOptions extends Places {
  readonly after: Clock['after'];
  /** The highest revision that another tab has announced; 0: none. */
  readonly announcedRevision: number;
  /** The run was stolen from a tab that may wake. */
  readonly stolen: boolean;
}

export interface NewestWork {
  readonly local: StoredWork;
  /** Not readable: it may hold newer work than was found, and must be left as it is. */
  readonly database: StoredWork;
  /** The newer of what local storage and IndexedDB hold. */
  readonly found: StoredWork;
  readonly inDatabase: boolean;
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
  return { ...newest, revision: newest.revision + LEAP };
}

/** One reading of the database, then one of local storage: work that another tab moves there meanwhile is found. */
async function readBoth({ announcedRevision, stolen, after, ...places }: LoadOptions): Promise<NewestWork> {
  let database = await readDatabase(places);
  if (!database.readable && localRevision(places) < announcedRevision)
    database = await readDatabase(places, LONG_PATIENCE_MS);
  // The commit marker may be '' because the last writes of the frozen tab are not visible here yet.
  const awaited = Math.max(announcedRevision, stolen && readLocal(places).torn ? 1 : 0);
  if (places.storage && database.revision < awaited)
    await untilTrue(() => localRevision(places) >= awaited, ARRIVAL_PATIENCE_MS, after);
  const local = readLocal(places);
  const inDatabase = database.revision > local.revision;
  const found = inDatabase ? database : local;
  return { local, database, found, inDatabase, revision: found.revision };
}

/** Whether either place holds what only a newer version of the page understands: both are then left as they are. */
export const isOfNewerVersion = ({ local, database }: NewestWork): boolean =>
  local.newerVersion || database.newerVersion;

/** Raises the stored revision, so that the frozen tab's later writes are older. False: that tab has saved since the reading. */
async function claim({ storage, idb }: Places, newest: NewestWork): Promise<boolean> {
  const { found, inDatabase, revision } = newest;
  if (isOfNewerVersion(newest) || found.torn) return true;
  if (inDatabase && idb) {
    // Must not overwrite a save that came after the reading.
    return (await within(PATIENCE_MS, writeDatabase(idb, {}, revision + LEAP, revision), 'failed')) !== 'other-tab';
  }
  // May fail in a full storage, which will not accept the other tab's writes either.
  if (storage) writeAll(storage, [[REVISION_KEY, String(revision + LEAP)]]);
  return true;
}

/** Writes what changed, all or nothing. False: nothing had changed. "other-tab": a revision at least as high is stored. */
export function writeLocal(
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

/** Writes `texts` in one transaction. "other-tab": a revision higher than `newestAllowed` is stored. */
export async function writeDatabase(
  idb: FallbackStore,
  texts: Partial<SessionTexts>,
  revision: number,
  newestAllowed = revision - 1,
): Promise<'kept' | 'failed' | 'other-tab'> {
  const guard = { key: REVISION_KEY, allows: (stored: unknown) => revisionOf(stored) <= newestAllowed };
  try {
    const entries = [...Object.entries(texts), VERSION, [REVISION_KEY, String(revision)] as const];
    return (await idb.setMany(entries, guard)) ? 'kept' : 'other-tab';
  } catch {
    return 'failed';
  }
}

import type { Clock } from '../clock/clock.ts';
import { untilTrue } from '../clock/until-true.ts';
import { within } from '../clock/within.ts';
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

export interface NewestWork {
  /** The newer of what local storage and IndexedDB hold. */
  readonly found: StoredWork;
  readonly inDatabase: boolean;
  /** The revision that the next save follows. */
  readonly revision: number;
  readonly local: StoredWork;
  /** Whether the database holds any work. */
  readonly isDatabaseUsed: boolean;
  /** False: the database did not answer. */
  readonly answered: boolean;
}

/** Reads both places and writes nothing. The database is read as a whole only where it has more than `seen` and local storage. */
export async function readNewest(places: Places, seen = 0, patienceMs = PATIENCE_MS): Promise<NewestWork> {
  const fromDatabase = (keys: readonly string[]) => within(patienceMs, places.idb?.getMany(keys) ?? NONE, undefined);
  const stored = await fromDatabase([REVISION_KEY]);
  const local = readLocal(places);
  const databaseRevision = revisionOf(stored?.[0]);
  const isAhead = databaseRevision > Math.max(local.revision, seen);
  const found = isAhead ? workOf(await fromDatabase(ALL_KEYS)) : local;
  const answered = stored !== undefined && (found.readable || !isAhead);
  return {
    found,
    inDatabase: isAhead,
    revision: found.revision,
    local,
    isDatabaseUsed: databaseRevision > 0,
    answered,
  };
}
const NONE = Promise.resolve<readonly unknown[]>([]);

export interface LoadOptions extends Places {
  readonly after: Clock['after'];
  /** The highest revision that another tab has announced; 0: none. */
  readonly announcedRevision: number;
  /** The run was stolen from a tab that may wake. */
  readonly stolen: boolean;
}

/** The newest work, for the tab that goes on with it. */
export async function loadNewest(options: LoadOptions): Promise<NewestWork> {
  let newest = await readAnnounced(options);
  if (!options.stolen) return newest;
  for (let reading = 1; reading < MOST_READINGS && !(await claim(options, newest)); reading++)
    newest = await readAnnounced(options);
  return { ...newest, revision: newest.revision + LEAP };
}

async function readAnnounced({ announcedRevision, stolen, after, ...places }: LoadOptions): Promise<NewestWork> {
  let newest = await readNewest(places);
  if (!newest.answered && newest.revision < announcedRevision) newest = await readNewest(places, 0, LONG_PATIENCE_MS);
  // The commit marker may be '' because the last writes of the frozen tab are not visible here yet.
  const awaited = Math.max(announcedRevision, stolen && newest.local.torn ? 1 : 0);
  if (places.storage && newest.revision < awaited) {
    await untilTrue(() => localRevision(places) >= awaited, ARRIVAL_PATIENCE_MS, after);
    newest = await readNewest(places);
  }
  const { local, found } = newest;
  return found.readable ? newest : { ...newest, found: local, inDatabase: false, revision: local.revision };
}

/** Raises the stored revision, so that the frozen tab's later writes are older. False: that tab has saved since the reading. */
async function claim({ storage, idb }: Places, { found, inDatabase, revision }: NewestWork): Promise<boolean> {
  if (found.newerVersion || found.torn) return true;
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

import type { Clock } from '../clock/clock.ts';
import { within } from '../clock/within.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { FallbackStore } from './fallback-store.ts';
import type { StoredTexts } from './session-texts.ts';
import { SESSION_KEYS, type SessionTexts } from './session-texts.ts';
import { getText, isNewerVersion, SCHEMA_VERSION, SCHEMA_VERSION_KEY, type TextStorage } from './stored-value.ts';
import { asideKeys, type Change, changesTo, type StorageFailure, writeAll } from './write-all.ts';

/** Counts the saves. In local storage it is emptied before the other keys are written and set after them: empty, they are torn. */
export const REVISION_KEY = 'sessionRevision';
const ALL_KEYS = [...SESSION_KEYS, REVISION_KEY, SCHEMA_VERSION_KEY];
const VERSION: Change = [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)];

/** Some browsers open a database never, and say nothing. */
export const PATIENCE_MS = 800;
/** For a database that is said to hold the work: the tab that wrote it may still be busy with it. */
const LONG_PATIENCE_MS = 8_000;
/** Another process's writes were seen to reach this one's local storage up to 0.2 s after its lock and its messages did. */
const ARRIVAL_PATIENCE_MS = 700;
const LOOK_EVERY_MS = 20;
/** After the run was taken from a tab that does not answer, revisions go on so much higher: that tab can never have come so far. */
const LEAP = 1_000;
const MOST_READINGS = 3;

/** Where work stands, under the same keys. */
export interface Places {
  /** null: there is none, or access to it throws. */
  readonly storage: TextStorage | null;
  /** For work that local storage does not take. */
  readonly idb?: FallbackStore | undefined;
}

export interface StoredWork extends StoredTexts {
  /** 0: there is none. */
  readonly revision: number;
  readonly newerVersion: boolean;
  /** False: it could not be read, and shows as empty. */
  readonly readable: boolean;
}

export function readLocal({ storage }: Places): StoredWork {
  try {
    return storage ? workOf(ALL_KEYS.map((key) => storage.getItem(key))) : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

export async function readDatabase({ idb }: Places, patienceMs = PATIENCE_MS): Promise<StoredWork> {
  const found = idb && (await within(patienceMs, idb.getMany(ALL_KEYS), undefined));
  return found ? workOf(found) : UNREADABLE;
}

/** `found`: what stands under ALL_KEYS, in their order. */
function workOf(found: readonly unknown[], readable = true): StoredWork {
  const texts = new Map(ALL_KEYS.map((key, index) => [key, found[index]]));
  const read = (key: string) => {
    const text = texts.get(key);
    return typeof text === 'string' ? text : null;
  };
  const [revision, torn] = [revisionOf(read(REVISION_KEY)), read(REVISION_KEY) === ''];
  return { read, revision, torn, newerVersion: isNewerVersion(read(SCHEMA_VERSION_KEY)), readable };
}

const UNREADABLE = workOf([], false);

/** 0: none, torn, or not to be read. */
export const localRevision = ({ storage }: Places): number => revisionOf(getText(storage, REVISION_KEY));

export function revisionOf(text: unknown): number {
  const revision = typeof text === 'string' ? Number(text) : 0;
  return Number.isSafeInteger(revision) && revision > 0 ? revision : 0;
}

/** Writes what has changed, all or nothing. False: the revision before it holds the same. "other-tab": there is one as new. */
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

export type DatabaseWrite = 'kept' | 'failed' | 'other-tab';

/** Writes these of the texts, in one transaction. "other-tab": there is a newer one than `newestAllowed`. */
export async function writeDatabase(
  idb: FallbackStore,
  texts: Partial<SessionTexts>,
  revision: number,
  newestAllowed = revision - 1,
): Promise<DatabaseWrite> {
  const allows = (stored: unknown) => revisionOf(stored) <= newestAllowed;
  const entries = [...Object.entries(texts), [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)] as const];
  try {
    const all = [...entries, [REVISION_KEY, String(revision)] as const];
    return (await idb.setMany(all, { key: REVISION_KEY, allows })) ? 'kept' : 'other-tab';
  } catch {
    return 'failed';
  }
}

/** Keeps broken texts under other keys, as far as the database says so soon. */
export async function setAsideThere(
  idb: FallbackStore,
  texts: readonly (readonly [key: string, text: string])[],
): Promise<void> {
  const entries = texts.map(([key, text]) => [asideKeys(key)[0] ?? key, text] as const);
  await within(PATIENCE_MS, idb.setMany(entries), undefined);
}

export interface LoadOptions extends Places {
  readonly after: Clock['after'];
  /** Another tab has told of it; 0: none has. */
  readonly announcedRevision: number;
  /** The run was taken from a tab that may yet wake. */
  readonly stolen: boolean;
}

export interface NewestWork {
  readonly here: StoredWork;
  readonly there: StoredWork;
  /** The newer of what local storage and IndexedDB hold. */
  readonly found: StoredWork;
  readonly inDatabase: boolean;
  /** What is saved next gets a higher one. */
  readonly revision: number;
}

export async function loadNewest(options: LoadOptions): Promise<NewestWork> {
  let newest = await readBoth(options);
  if (!options.stolen) return newest;
  for (let reading = 1; reading < MOST_READINGS && !(await claim(options, newest)); reading++)
    newest = await readBoth(options);
  return { ...newest, revision: newest.revision + LEAP };
}

async function readBoth({ announcedRevision, stolen, after, ...places }: LoadOptions): Promise<NewestWork> {
  let there = await readDatabase(places);
  if (places.idb && !there.readable && localRevision(places) < announcedRevision) {
    there = await readDatabase(places, LONG_PATIENCE_MS);
  }
  // Torn it may be because the last of what a tab wrote before it froze has not arrived here yet.
  const awaited = Math.max(announcedRevision, stolen && readLocal(places).torn ? 1 : 0);
  if (places.storage && there.revision < awaited) await arrival(() => localRevision(places) >= awaited, after);
  const here = readLocal(places);
  const inDatabase = there.revision > here.revision;
  const found = inDatabase ? there : here;
  return { here, there, found, inDatabase, revision: found.revision };
}

/** Fulfilled as soon as it has arrived, or after 0.7 s: what was announced by a tab that died may never come. */
function arrival(hasArrived: () => boolean, after: Clock['after']): Promise<void> {
  return new Promise((resolve) => {
    function look(leftMs: number): void {
      if (hasArrived() || leftMs <= 0) return resolve();
      after(LOOK_EVERY_MS, () => look(leftMs - LOOK_EVERY_MS));
    }
    look(ARRIVAL_PATIENCE_MS);
  });
}

/** From now on what that tab writes is older. False: it has written since. */
async function claim({ storage, idb }: Places, { found, inDatabase, revision }: NewestWork): Promise<boolean> {
  if (found.newerVersion || found.torn) return true;
  if (inDatabase && idb) {
    // Not over what was written since it was read.
    return (await within(PATIENCE_MS, writeDatabase(idb, {}, revision + LEAP, revision), 'failed')) !== 'other-tab';
  }
  // A full storage takes no later write of another tab either.
  if (storage) writeAll(storage, [[REVISION_KEY, String(revision + LEAP)]]);
  return true;
}

import { within } from '../clock/clock.ts';
import type { SessionState } from '../session/session-state.ts';
import { formatSession, SESSION_KEYS, type SessionKey, type SessionTexts } from './session-texts.ts';
import { localRevision, type NewestWork, PATIENCE_MS, type Places, writeDatabase, writeLocal } from './work-places.ts';
import type { StorageFailure, StorageProblem } from './write-all.ts';

export interface WorkWriterOptions extends Places {
  /** What was loaded, and is written on. */
  readonly newest: NewestWork;
  /** Called with what is not stored as usual; null: everything is. */
  readonly report: (problem: StorageProblem | null) => void;
  /** The state is stored under this revision; not `isNew`: the stored texts were already the same. */
  readonly onKept: (state: SessionState, revision: number, isNew: boolean) => void;
  /** Another tab has saved since; nothing was overwritten. */
  readonly onOvertaken: () => void;
  /** This tab has lost the work: a write that began earlier ends without effect. */
  readonly isOver: () => boolean;
}

/** Larger work goes to IndexedDB: local storage blocks the main thread for 12 ms per million characters, 48 ms on a slow machine. */
const EASY_CHARACTERS = 1_500_000;
/** Limit for IndexedDB when local storage could take such work: a page busy with a long film gets the database's answer late. */
const LARGE_PATIENCE_MS = 2_500;

/** Writes the work to local storage or, when it is large or local storage refuses it, as a whole to IndexedDB. */
export function createWorkWriter({ storage, idb, newest, report, onKept, onOvertaken, isOver }: WorkWriterOptions) {
  let { revision } = newest;
  /** Whether this tab has read work in the database, or written there: what could not be read is not cleared by a save elsewhere. */
  let isDatabaseUsed = newest.database.revision > 0;
  let place: 'local' | 'indexed-db' | 'memory';
  let localFailure: StorageFailure = newest.local.readable ? 'full' : 'unavailable';
  /** The database's texts, if they are known. */
  let databaseText = newest.inDatabase ? newest.found.read : undefined;
  /** Size in characters of the work that local storage had no room for: only smaller work is tried again. */
  let refusedSize = newest.inDatabase ? sizeOf(newest.found.read) : Number.POSITIVE_INFINITY;
  let databaseWorks = idb !== undefined;
  const isInDatabase = newest.inDatabase || !newest.local.readable;
  keep(!isInDatabase ? 'local' : idb && newest.database.readable ? 'indexed-db' : 'memory', sizeOf(newest.found.read));

  /** IndexedDB is the expected place of large work, and no problem to report. */
  function keep(where: typeof place, size: number): void {
    place = where;
    const isExpected =
      where === 'local' || (where === 'indexed-db' && size > EASY_CHARACTERS && localFailure === 'full');
    report(isExpected ? null : { kind: localFailure, keptIn: where === 'memory' ? 'memory' : 'indexed-db' });
  }

  /** Writes synchronously to local storage. False: the work must go elsewhere. */
  function writeHere(state: SessionState): boolean {
    const texts = formatSession(state);
    const size = sizeOf((key) => texts[key]);
    if (!storage || size >= refusedSize || (size > EASY_CHARACTERS && databaseWorks)) return false;
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

  function onKeptHere(state: SessionState, size: number, isNew: boolean): void {
    if (isNew) revision++;
    refusedSize = Number.POSITIVE_INFINITY;
    keep('local', size);
    if (isDatabaseUsed) idb?.clear().catch(() => {});
    isDatabaseUsed = false;
    databaseText = undefined;
    onKept(state, revision, isNew);
  }

  async function writeToDatabase(state: SessionState, newestState: () => SessionState): Promise<void> {
    const texts = formatSession(state);
    const size = sizeOf((key) => texts[key]);
    const changed = SESSION_KEYS.filter((key) => databaseText?.(key) !== texts[key]);
    if (changed.length === 0) return onKept(state, revision, false);
    const writing = put(Object.fromEntries(changed.map((key) => [key, texts[key]])));
    const isStale = () => isOver() || place !== 'memory';
    const isLarge = localFailure === 'full' && size < refusedSize;
    const inTime = await within(isLarge ? LARGE_PATIENCE_MS : PATIENCE_MS, writing, 'failed');
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

  function put(entries: Partial<SessionTexts>): ReturnType<typeof writeDatabase> {
    // Until the database has the work, or local storage gets newer work.
    place = 'memory';
    databaseText = undefined;
    if (!idb) return Promise.resolve('failed');
    isDatabaseUsed = true;
    return writeDatabase(idb, entries, ++revision);
  }

  /** Writes to local storage after all, since the database does not answer. */
  function fallBack(size: number, newestState: () => SessionState): boolean {
    databaseWorks = false;
    if (size > EASY_CHARACTERS && writeHere(newestState())) return true;
    keep('memory', size);
    return false;
  }

  return {
    writeHere,
    /** Resolves when the work is stored as well as possible. `newestState` gives what to store if the database is too slow. */
    async write(state: SessionState, newestState: () => SessionState): Promise<void> {
      if (!writeHere(state)) await writeToDatabase(state, newestState);
    },
    isKept: () => place !== 'memory',
    /** False: local storage, the work's place, holds a higher revision. */
    isAhead: () => place !== 'local' || localRevision({ storage }) <= revision,
  };
}

const sizeOf = (read: (key: SessionKey) => string | null): number =>
  SESSION_KEYS.reduce((sum, key) => sum + (read(key)?.length ?? 0), 0);

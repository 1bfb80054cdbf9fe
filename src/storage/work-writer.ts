import { within } from '../clock/within.ts';
import type { SessionState } from '../session/session-state.ts';
import { formatSession, SESSION_KEYS, type SessionKey, type SessionTexts } from './session-texts.ts';
import {
  type DatabaseWrite,
  localRevision,
  type NewestWork,
  PATIENCE_MS,
  type Places,
  writeDatabase,
  writeLocal,
} from './stored-work.ts';
import type { StorageFailure, StorageProblem } from './write-all.ts';

export interface WorkWriterOptions extends Places {
  /** Called with what is not stored as usual; null: everything is. */
  readonly report: (problem: StorageProblem | null) => void;
  /** The state is stored under this revision; not `isNew`: the stored texts were already the same. */
  readonly onKept: (state: SessionState, revision: number, isNew: boolean) => void;
  /** Another tab has saved since; nothing was overwritten. */
  readonly onOvertaken: () => void;
}

/** Writes the work to local storage or, when it is large or local storage refuses it, as a whole to IndexedDB. */
export interface WorkWriter {
  /** Continues from the loaded work. */
  begin(newest: NewestWork): void;
  /** Writes synchronously to local storage. False: the work must go elsewhere. */
  writeHere(state: SessionState): boolean;
  /** Resolves when the work is stored as well as possible. `newest` gives the state to store if the database is too slow. */
  write(state: SessionState, newest: () => SessionState): Promise<void>;
  isKept(): boolean;
  /** False: local storage, the work's place, holds a higher revision. */
  isAhead(): boolean;
  /** Stops all writing until the next begin(). */
  end(): void;
}

/** Larger work goes to IndexedDB: local storage blocks the main thread for 12 ms per million characters, 48 ms on a slow machine. */
const EASY_CHARACTERS = 1_500_000;
/** Limit for IndexedDB when local storage could take such work: a page busy with a long film gets the database's answer late. */
const LARGE_PATIENCE_MS = 2_500;

export function createWorkWriter({ storage, idb, report, onKept, onOvertaken }: WorkWriterOptions): WorkWriter {
  /** Incremented when this tab loses the work: an async step that started in an earlier generation ends without effect. */
  let generation = 0;
  let revision = 0;
  let place: 'local' | 'indexed-db' | 'memory' = 'memory';
  /** Size in characters of the work that local storage had no room for: only smaller work is tried again. */
  let refusedSize = Number.POSITIVE_INFINITY;
  let localFailure: StorageFailure = 'unavailable';
  let databaseWorks = idb !== undefined;
  /** Whether the database holds any work, and its texts if this tab wrote or read them. */
  let isDatabaseUsed = false;
  let databaseText: ((key: SessionKey) => string | null) | undefined;
  let lastWrite: Promise<unknown> = Promise.resolve();

  /** IndexedDB is the expected place of large work, and no problem to report. */
  function reportPlace(where: typeof place, size: number): void {
    place = where;
    const isExpected =
      where === 'local' || (where === 'indexed-db' && size > EASY_CHARACTERS && localFailure === 'full');
    report(isExpected ? null : { kind: localFailure, keptIn: where === 'memory' ? 'memory' : 'indexed-db' });
  }

  const fitsLocally = (size: number): boolean => size < refusedSize && (size <= EASY_CHARACTERS || !databaseWorks);

  function writeHere(state: SessionState): boolean {
    const texts = formatSession(state);
    const size = sizeOf((key) => texts[key]);
    if (!storage || !fitsLocally(size)) return false;
    const written = writeLocal(storage, texts, revision + 1);
    if (written.ok) onKeptLocally(state, size, written.value);
    else if (written.error === 'other-tab') onOvertaken();
    else {
      localFailure = written.error;
      if (localFailure === 'full') refusedSize = size;
      return false;
    }
    return true;
  }

  function onKeptLocally(state: SessionState, size: number, isNew: boolean): void {
    if (isNew) revision++;
    refusedSize = Number.POSITIVE_INFINITY;
    reportPlace('local', size);
    emptyDatabase();
    onKept(state, revision, isNew);
  }

  function emptyDatabase(): void {
    if (isDatabaseUsed) lastWrite = lastWrite.then(() => idb?.clear()).catch(() => {});
    isDatabaseUsed = false;
    databaseText = undefined;
  }

  function put(texts: SessionTexts): Promise<DatabaseWrite> {
    // Until the database has it, or local storage gets newer work.
    place = 'memory';
    if (!idb) return Promise.resolve('failed');
    const changed = Object.entries(texts).filter(([key, text]) => databaseText?.(key as SessionKey) !== text);
    const next = ++revision;
    isDatabaseUsed = true;
    databaseText = undefined;
    const writing = lastWrite.then(() => writeDatabase(idb, Object.fromEntries(changed), next));
    lastWrite = writing;
    return writing;
  }

  async function writeToDatabase(state: SessionState, newest: () => SessionState): Promise<void> {
    const texts = formatSession(state);
    const size = sizeOf((key) => texts[key]);
    if (isInDatabase(texts)) return onKept(state, revision, false);
    const startedIn = generation;
    const writing = put(texts);
    const inTime = await within(patienceFor(size), writing, 'failed');
    if (startedIn !== generation || place !== 'memory' || (inTime === 'failed' && fallBack(size, newest))) return;
    // A slow database may still store it.
    const written = await writing;
    if (startedIn !== generation || place !== 'memory') return;
    if (written === 'other-tab') onOvertaken();
    if (written === 'kept') onKeptInDatabase(state, texts, size);
  }

  const isInDatabase = (texts: SessionTexts) =>
    databaseText !== undefined && SESSION_KEYS.every((key) => databaseText?.(key) === texts[key]);
  const patienceFor = (size: number) =>
    localFailure === 'full' && size < refusedSize ? LARGE_PATIENCE_MS : PATIENCE_MS;

  /** Writes to local storage after all, since the database does not answer. */
  function fallBack(size: number, newest: () => SessionState): boolean {
    databaseWorks = false;
    if (size > EASY_CHARACTERS && writeHere(newest())) return true;
    reportPlace('memory', size);
    return false;
  }

  function onKeptInDatabase(state: SessionState, texts: SessionTexts, size: number): void {
    databaseWorks = true;
    databaseText = (key) => texts[key];
    reportPlace('indexed-db', size);
    onKept(state, revision, true);
  }

  return {
    begin({ local, database, found, inDatabase, revision: from }) {
      revision = from;
      isDatabaseUsed = database.revision > 0;
      databaseText = inDatabase ? found.read : undefined;
      localFailure = local.readable ? 'full' : 'unavailable';
      const size = sizeOf(found.read);
      refusedSize = inDatabase ? size : Number.POSITIVE_INFINITY;
      reportPlace(local.readable && !inDatabase ? 'local' : database.readable ? 'indexed-db' : 'memory', size);
    },
    writeHere,
    async write(state, newest) {
      if (!writeHere(state)) await writeToDatabase(state, newest);
    },
    isKept: () => place !== 'memory',
    isAhead: () => place !== 'local' || localRevision({ storage }) <= revision,
    end() {
      generation++;
    },
  };
}

const sizeOf = (read: (key: SessionKey) => string | null): number =>
  SESSION_KEYS.reduce((sum, key) => sum + (read(key)?.length ?? 0), 0);

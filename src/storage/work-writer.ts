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
  /** Hears what is not stored as usual, or null. */
  readonly report: (problem: StorageProblem | null) => void;
  /** The state is kept under this revision; not `isNew`: it was kept like this before. */
  readonly onKept: (state: SessionState, revision: number, isNew: boolean) => void;
  /** Another tab has saved since: nothing is written over it. */
  readonly onOvertaken: () => void;
}

/** Writes the work where it belongs: into local storage, or, what is large or refused there, as a whole into IndexedDB. */
export interface WorkWriter {
  /** Goes on from what was loaded. */
  begin(newest: NewestWork): void;
  /** At once, into local storage. False: the work must be kept elsewhere. */
  writeHere(state: SessionState): boolean;
  /** Fulfilled when it is kept as well as can be. `newest`: what is to be kept when the database turns out to be slow. */
  write(state: SessionState, newest: () => SessionState): Promise<void>;
  isKept(): boolean;
  /** False: local storage has something newer, though the work stands there. */
  isAhead(): boolean;
  /** Nothing more is written until the next beginning. */
  end(): void;
}

/**
 * Work of more characters is kept in IndexedDB from the beginning: local storage takes a text in one piece on the main thread, some
 * 12 ms for a million characters, and four times as long on a slow machine.
 */
const EASY_CHARACTERS = 1_500_000;
/** For IndexedDB, when local storage would take such work after all: a page busy with a long film hears of it late. */
const LARGE_PATIENCE_MS = 2_500;

export function createWorkWriter({ storage, idb, report, onKept, onOvertaken }: WorkWriterOptions): WorkWriter {
  /** Another number since this tab has lost the work: what was begun before counts for nothing. */
  let turn = 0;
  let revision = 0;
  let place: 'local' | 'indexed-db' | 'memory' = 'memory';
  /** Characters of the work for which local storage had no room: only a smaller one is tried again. */
  let tooLarge = Number.POSITIVE_INFINITY;
  let trouble: StorageFailure = 'unavailable';
  let databaseWorks = idb !== undefined;
  /** Whether the database has any work, and its texts where they are this tab's and known. */
  let isUsed = false;
  let held: ((key: SessionKey) => string | null) | undefined;
  let lastWrite: Promise<unknown> = Promise.resolve();

  /** Work that is in IndexedDB only because it is large is where it belongs. */
  function settle(where: typeof place, size: number): void {
    place = where;
    const asUsual = where === 'local' || (where === 'indexed-db' && size > EASY_CHARACTERS && trouble === 'full');
    report(asUsual ? null : { kind: trouble, keptIn: where === 'memory' ? 'memory' : 'indexed-db' });
  }

  const belongsHere = (size: number): boolean => size < tooLarge && (size <= EASY_CHARACTERS || !databaseWorks);

  function writeHere(state: SessionState): boolean {
    const texts = formatSession(state);
    const size = sizeOf((key) => texts[key]);
    if (!storage || !belongsHere(size)) return false;
    const written = writeLocal(storage, texts, revision + 1);
    if (written.ok) keptHere(state, size, written.value);
    else if (written.error === 'other-tab') onOvertaken();
    else {
      trouble = written.error;
      if (trouble === 'full') tooLarge = size;
      return false;
    }
    return true;
  }

  function keptHere(state: SessionState, size: number, isNew: boolean): void {
    if (isNew) revision++;
    tooLarge = Number.POSITIVE_INFINITY;
    settle('local', size);
    emptyDatabase();
    onKept(state, revision, isNew);
  }

  function emptyDatabase(): void {
    if (isUsed) lastWrite = lastWrite.then(() => idb?.clear()).catch(() => {});
    isUsed = false;
    held = undefined;
  }

  function put(texts: SessionTexts): Promise<DatabaseWrite> {
    // Until it is kept there; or, meanwhile, newer work in local storage.
    place = 'memory';
    if (!idb) return Promise.resolve('failed');
    const changed = Object.entries(texts).filter(([key, text]) => held?.(key as SessionKey) !== text);
    const next = ++revision;
    isUsed = true;
    held = undefined;
    const writing = lastWrite.then(() => writeDatabase(idb, Object.fromEntries(changed), next));
    lastWrite = writing;
    return writing;
  }

  async function writeThere(state: SessionState, newest: () => SessionState): Promise<void> {
    const texts = formatSession(state);
    const size = sizeOf((key) => texts[key]);
    if (isHeld(texts)) return onKept(state, revision, false);
    const begun = turn;
    const writing = put(texts);
    const inTime = await within(patienceFor(size), writing, 'failed');
    if (begun !== turn || place !== 'memory' || (inTime === 'failed' && isKeptHere(size, newest))) return;
    // A slow database may keep it all the same.
    const written = await writing;
    if (begun !== turn || place !== 'memory') return;
    if (written === 'other-tab') onOvertaken();
    if (written === 'kept') keptThere(state, texts, size);
  }

  const isHeld = (texts: SessionTexts) => held !== undefined && SESSION_KEYS.every((key) => held?.(key) === texts[key]);
  const patienceFor = (size: number) => (trouble === 'full' && size < tooLarge ? LARGE_PATIENCE_MS : PATIENCE_MS);

  /** After all, since the database says nothing. */
  function isKeptHere(size: number, newest: () => SessionState): boolean {
    databaseWorks = false;
    if (size > EASY_CHARACTERS && writeHere(newest())) return true;
    settle('memory', size);
    return false;
  }

  function keptThere(state: SessionState, texts: SessionTexts, size: number): void {
    databaseWorks = true;
    held = (key) => texts[key];
    settle('indexed-db', size);
    onKept(state, revision, true);
  }

  return {
    begin({ here, there, found, inDatabase, revision: from }) {
      revision = from;
      isUsed = there.revision > 0;
      held = inDatabase ? found.read : undefined;
      trouble = here.readable ? 'full' : 'unavailable';
      const size = sizeOf(found.read);
      tooLarge = inDatabase ? size : Number.POSITIVE_INFINITY;
      settle(here.readable && !inDatabase ? 'local' : there.readable ? 'indexed-db' : 'memory', size);
    },
    writeHere,
    async write(state, newest) {
      if (!writeHere(state)) await writeThere(state, newest);
    },
    isKept: () => place !== 'memory',
    isAhead: () => place !== 'local' || localRevision({ storage }) <= revision,
    end() {
      turn++;
    },
  };
}

const sizeOf = (read: (key: SessionKey) => string | null): number =>
  SESSION_KEYS.reduce((sum, key) => sum + (read(key)?.length ?? 0), 0);

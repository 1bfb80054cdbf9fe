import type { Clock } from '../clock/clock.ts';
import { createTimerClock } from '../clock/timer-clock.ts';
import type { SessionState } from '../session/session-state.ts';
import { awaitArrival } from './await-arrival.ts';
import { createFallbackSession } from './fallback-session.ts';
import type { FallbackStore } from './fallback-store.ts';
import { createLocalSession, type StoredSession, UNREADABLE } from './local-session.ts';
import { parseSession } from './parse-session.ts';
import type { SessionPersistence, StoredView } from './session-persistence.ts';
import { createSessionTexts, SESSION_KEYS, type SessionTexts } from './session-texts.ts';
import type { StorageProblem } from './storage-problem.ts';
import type { TextStorage } from './stored-value.ts';

export interface SessionStorageOptions {
  /** null: there is none, or access to it throws. */
  readonly storage: TextStorage | null;
  /** For work that the storage does not take. Without it such work is in memory alone. */
  readonly idb?: FallbackStore;
  /** Hears each change: what is not stored as usual, or null when all is well again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
  /** Calls back once after `delayMs`; the function given back cancels. In a hidden page timers of its own are too slow. */
  readonly after?: Clock['after'];
  /** After each save, with its revision: other tabs hear of it late, or in IndexedDB nothing by themselves. */
  readonly onSaved?: (revision: number) => void;
}

/** At most four writes a second (specified: within a quarter of a second). */
const SAVE_AFTER_MS = 250;

/**
 * Work of more characters is kept in IndexedDB from the beginning: local storage takes a text in one piece on the main thread, some
 * 12 ms for a million characters, and four times as long on a slow machine.
 */
const EASY_CHARACTERS = 1_500_000;
/** For IndexedDB, when local storage would take such work after all: a page busy with a long film hears of it late. */
const LARGE_PATIENCE_MS = 2_500;

/**
 * Follows a session's state into local storage. What does not fit there, or is refused, goes into IndexedDB as a whole.
 * Both carry a revision, and the newer is loaded.
 */
export function createSessionStorage(options: SessionStorageOptions): SessionPersistence {
  const { storage, idb, after = createTimerClock().after, onSaved } = options;
  const local = storage === null ? undefined : createLocalSession(storage);
  const fallback = idb && createFallbackSession(idb);
  const texts = createSessionTexts();
  let mayWrite = false;
  let revision = 0;
  let waiting: SessionState | undefined;
  let cancelTimer: (() => void) | undefined;
  /** Characters of the session for which local storage had no room: only a smaller one is tried again. */
  let tooLarge = Number.POSITIVE_INFINITY;
  let trouble: 'full' | 'unavailable' = 'unavailable';
  let keptLocally = false;
  let fallbackInUse = false;
  let fallbackWorks = fallback !== undefined;
  let fallbackWrite = Promise.resolve();
  let reported = 'null';

  function report(problem: StorageProblem | null): void {
    const text = JSON.stringify(problem);
    if (text === reported) return;
    reported = text;
    options.onProblem(problem);
  }

  async function load(announcedRevision = 0): Promise<SessionState> {
    const { state, torn, broken, inFallback } = await read(announcedRevision);
    // What is broken is set aside, and written anew.
    if (mayWrite && (broken.size > 0 || torn)) {
      if (inFallback) await fallback?.setAside(broken);
      else local?.setAside(broken);
      save(state);
    }
    return state;
  }

  async function look(): Promise<StoredView> {
    const { state, torn, broken } = await read();
    return { state, torn, whole: !torn && broken.size === 0 };
  }

  async function read(announcedRevision = 0) {
    mayWrite = false;
    waiting = undefined;
    const there = (await fallback?.read()) ?? UNREADABLE;
    if (local && there.revision < announcedRevision) {
      await awaitArrival(() => local.revision() >= announcedRevision, after);
    }
    return choose(local?.read() ?? UNREADABLE, there);
  }

  /** The newer of what local storage and IndexedDB hold. */
  function choose(here: StoredSession, there: StoredSession) {
    const inFallback = there.revision > here.revision;
    const found = inFallback ? there : here;
    revision = found.revision;
    fallbackInUse = there.revision > 0;
    trouble = here.readable ? 'full' : 'unavailable';
    tooLarge = inFallback ? sizeOf(found.read) : Number.POSITIVE_INFINITY;
    keptLocally = here.readable && !inFallback;
    mayWrite = !here.newerVersion && !there.newerVersion;
    if (mayWrite) reportPlace(sizeOf(found.read), there.readable);
    else report({ kind: 'newer-version' });
    const { state, broken } = parseSession(found);
    return { state, broken, torn: found.torn, inFallback };
  }

  function save(state: SessionState): void {
    if (!mayWrite || state.role === 'follower') return;
    texts.prepareSoon(state);
    waiting = state;
    cancelTimer ??= after(SAVE_AFTER_MS, () => {
      if (texts.isReady()) void flush();
      else cancelTimer = after(SAVE_AFTER_MS, () => void flush());
    });
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = undefined;
    const state = waiting;
    waiting = undefined;
    if (state !== undefined && mayWrite) {
      const next = texts.of(state);
      if (!writeLocal(next)) fallbackWrite = writeFallback(next);
    }
    return fallbackWrite;
  }

  /** False: it must be kept elsewhere. */
  function writeLocal(next: SessionTexts): boolean {
    const size = sizeOf((key) => next[key]);
    if (local === undefined || !belongsLocally(size)) return false;
    const written = local.write(next, revision + 1);
    if (written.ok) {
      if (written.value) {
        revision++;
        onSaved?.(revision);
      }
      tooLarge = Number.POSITIVE_INFINITY;
      keptLocally = true;
      report(null);
      if (fallbackInUse) void fallback?.clear();
      fallbackInUse = false;
      return true;
    }
    if (written.error === 'other-tab') {
      stop();
      return true;
    }
    trouble = written.error;
    if (trouble === 'full') tooLarge = size;
    return false;
  }

  async function writeFallback(next: SessionTexts): Promise<void> {
    revision++;
    keptLocally = false;
    fallbackInUse = fallback !== undefined;
    const size = sizeOf((key) => next[key]);
    const patienceMs = trouble === 'full' && size < tooLarge ? LARGE_PATIENCE_MS : undefined;
    const written = (await fallback?.write(next, revision, patienceMs)) ?? 'failed';
    if (fallback && written === 'kept') onSaved?.(fallback.revision());
    if (written === 'other-tab') return stop();
    fallbackWorks = written === 'kept';
    // Meanwhile local storage may have taken a newer state; or it must take this one after all.
    if (keptLocally || (!fallbackWorks && size > EASY_CHARACTERS && writeLocal(next))) return;
    reportPlace(size, fallbackWorks);
    if (!fallbackWorks) void hearLate(size);
  }

  /** A slow database may have kept it all the same. */
  async function hearLate(size: number): Promise<void> {
    if ((await fallback?.settled()) !== 'kept' || keptLocally) return;
    fallbackWorks = true;
    reportPlace(size, true);
  }

  const belongsLocally = (size: number): boolean => size < tooLarge && (size <= EASY_CHARACTERS || !fallbackWorks);

  /** Work that is in IndexedDB only because it is large is where it belongs. */
  function reportPlace(size: number, inFallback: boolean): void {
    const asUsual = keptLocally || (inFallback && size > EASY_CHARACTERS && trouble === 'full');
    report(asUsual ? null : { kind: trouble, keptIn: inFallback ? 'indexed-db' : 'memory' });
  }

  /** Another tab has saved since. */
  function stop(): void {
    mayWrite = false;
    report({ kind: 'other-tab' });
  }

  return { load, look, save, flush };
}

const sizeOf = (read: (key: (typeof SESSION_KEYS)[number]) => string | null): number =>
  SESSION_KEYS.reduce((sum, key) => sum + (read(key)?.length ?? 0), 0);

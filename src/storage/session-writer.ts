import type { FallbackSession, FallbackWrite } from './fallback-session.ts';
import type { NewestSession } from './load-newest.ts';
import type { LocalSession } from './local-session.ts';
import { SESSION_KEYS, type SessionTexts } from './session-texts.ts';
import type { StorageProblem } from './storage-problem.ts';
import { within } from './within.ts';

export interface SessionWriterOptions {
  readonly local: LocalSession | undefined;
  readonly fallback: FallbackSession | undefined;
  readonly report: (problem: StorageProblem | null) => void;
  /** After each save, with its revision. */
  readonly onSaved?: (revision: number) => void;
  /** Another tab has saved since: nothing is written over it. */
  readonly onOvertaken: () => void;
}

/** Writes a session's texts where they belong: into local storage, or, what is large or refused there, into IndexedDB. */
export interface SessionWriter {
  /** Goes on from what was loaded. */
  begin(newest: NewestSession): void;
  /** Fulfilled when it is kept as well as can be. */
  write(texts: SessionTexts): Promise<void>;
  /** The same for what was written last. */
  written(): Promise<void>;
  /** Whether it is kept; a slow database is waited for. */
  isKept(): Promise<boolean>;
  /** Another tab has written: the next write compares with what stands there. False: it is newer. */
  distrust(): boolean;
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
/** For IndexedDB, when another tab is to go on from what it holds (tabs/asking.ts waits longer). */
const HAND_OVER_PATIENCE_MS = 8_000;

export function createSessionWriter({ local, fallback, report, ...options }: SessionWriterOptions): SessionWriter {
  const { onSaved, onOvertaken } = options;
  let active = false;
  let revision = 0;
  /** Characters of the session for which local storage had no room: only a smaller one is tried again. */
  let tooLarge = Number.POSITIVE_INFINITY;
  let trouble: 'full' | 'unavailable' = 'unavailable';
  let keptLocally = false;
  let fallbackInUse = false;
  let fallbackWorks = fallback !== undefined;
  let fallbackWrite = Promise.resolve();
  /** What was to be written last. */
  let newest: SessionTexts | undefined;

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
      onOvertaken();
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
    if (!active) return;
    if (written === 'other-tab') return onOvertaken();
    noteFallback(written);
    // Meanwhile local storage may have taken a newer state; or it must take the newest one after all.
    if (keptLocally || (!fallbackWorks && size > EASY_CHARACTERS && writeLocal(newest ?? next))) return;
    reportPlace(size, fallbackWorks);
    if (!fallbackWorks) void hearLate(size);
  }

  /** A slow database may have kept it all the same. */
  async function hearLate(size: number): Promise<void> {
    const written = await fallback?.settled();
    if (written !== 'kept' || keptLocally || !active) return;
    noteFallback(written);
    reportPlace(size, true);
  }

  function noteFallback(written: FallbackWrite): void {
    fallbackWorks = written === 'kept';
    if (fallback && fallbackWorks) onSaved?.(fallback.revision());
  }

  const belongsLocally = (size: number): boolean => size < tooLarge && (size <= EASY_CHARACTERS || !fallbackWorks);

  /** Work that is in IndexedDB only because it is large is where it belongs. */
  function reportPlace(size: number, inFallback: boolean): void {
    const asUsual = keptLocally || (inFallback && size > EASY_CHARACTERS && trouble === 'full');
    report(asUsual ? null : { kind: trouble, keptIn: inFallback ? 'indexed-db' : 'memory' });
  }

  return {
    begin({ here, there, found, inFallback, revision: from }) {
      active = true;
      revision = from;
      fallbackInUse = there.revision > 0;
      trouble = here.readable ? 'full' : 'unavailable';
      tooLarge = inFallback ? sizeOf(found.read) : Number.POSITIVE_INFINITY;
      keptLocally = here.readable && !inFallback;
      reportPlace(sizeOf(found.read), there.readable);
    },
    write(next) {
      newest = next;
      if (!writeLocal(next)) fallbackWrite = writeFallback(next);
      return fallbackWrite;
    },
    written: () => fallbackWrite,
    async isKept() {
      if (keptLocally || !fallback) return keptLocally;
      return (await within(HAND_OVER_PATIENCE_MS, fallback.settled(), 'failed')) !== 'failed';
    },
    distrust() {
      if (!local || !keptLocally) return true;
      if (local.revision() > revision) return false;
      local.distrust();
      return true;
    },
    end() {
      active = false;
      newest = undefined;
      fallback?.drop();
    },
  };
}

const sizeOf = (read: (key: (typeof SESSION_KEYS)[number]) => string | null): number =>
  SESSION_KEYS.reduce((sum, key) => sum + (read(key)?.length ?? 0), 0);

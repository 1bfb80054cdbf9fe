import type { Clock } from '../clock/clock.ts';
import { within } from '../clock/clock.ts';
import { atRest } from '../session/at-rest.ts';
import type { SessionState } from '../session/session-state.ts';
import { newsBetween, type WorkAt, type WorkNews } from './followed-work.ts';
import { formatAhead, type SessionKey } from './session-texts.ts';
import type { UndoSteps } from './undo-steps.ts';
import { PATIENCE_MS } from './work-places.ts';
import { createWorkWriter, type WorkWriterOptions } from './work-writer.ts';
import { asideKeys, setAside } from './write-all.ts';

export interface HeldWorkOptions extends Omit<WorkWriterOptions, 'onKept' | 'isOver'> {
  /** What was loaded. */
  readonly state: SessionState;
  readonly steps: UndoSteps;
  /** Calls `callback` once after `delayMs`; the returned function cancels. */
  readonly after: Clock['after'];
  /** Called after each save with its revision: other tabs notice local storage late, and IndexedDB not at all. */
  readonly onSaved?: (revision: number) => void;
  /** Called with the changes before `onSaved`, and for changes of which nothing is stored. */
  readonly onNews?: (news: WorkNews) => void;
}

/** At most four writes a second (specification: within a quarter of a second). */
const SAVE_AFTER_MS = 250;
/** How long handOver() waits for a slow database; tabs/tab-lock.ts waits longer. */
const HAND_OVER_PATIENCE_MS = 8_000;

export type HeldWork = ReturnType<typeof createHeldWork>;

/** The work from its loading until this tab loses it: writes it now and then, undo steps first, and tells the followers. */
export function createHeldWork({ state: loaded, steps, after, ...options }: HeldWorkOptions) {
  let isOver = false;
  let latest = loaded;
  /** What is not written yet. */
  let waiting: SessionState | undefined;
  /** What other tabs know. */
  let announced: WorkAt = { state: loaded, revision: options.newest.revision };
  /** See formatAhead(). */
  let formattedPhrases: SessionState['phrases'] | undefined;
  let writing: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  const writer = createWorkWriter({
    ...options,
    onKept(state, revision, isNew) {
      const now = { state, revision };
      options.onNews?.(newsBetween(announced, now));
      announced = now;
      if (isNew) options.onSaved?.(revision);
    },
    isOver: () => isOver,
  });

  function save(state: SessionState): void {
    if (isOver || state.role === 'follower') return;
    if (state.phrases !== formattedPhrases) void formatAhead(state);
    formattedPhrases = state.phrases;
    latest = state;
    waiting = state;
    if (!steps.isKept(state.undo)) void flush();
    else cancelTimer ??= after(SAVE_AFTER_MS, () => void flush());
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = undefined;
    // Local storage is written synchronously, since a closing page may not run later; unless an undo step must be kept first.
    if (waiting && steps.isKept(waiting.undo) && writer.writeHere(waiting)) waiting = undefined;
    if (waiting) writing ??= writeWaiting();
    return writing ?? Promise.resolve();
  }

  /**
   * For a page that may be going: what waits only for the undo step of changed lines is written at once. The step may then be missing
   * after a reload, which costs less than the lines.
   */
  function leave(): Promise<void> {
    const isUnwritten = announced.state !== latest && latest.undo?.command === 'change-lines';
    if (isUnwritten && !isOver) writer.writeHere(latest);
    return flush();
  }

  async function writeWaiting(): Promise<void> {
    while (waiting) {
      const state: SessionState = waiting;
      waiting = undefined;
      await steps.add(state.undo);
      if (!isOver) await writer.write(state, () => waiting ?? state);
      if (!isOver) await steps.settle(state.undo);
    }
    writing = undefined;
  }

  return {
    save,
    flush,
    leave,
    /** Broken texts are moved to other keys before the repaired state is written. */
    async repair(broken: ReadonlySet<SessionKey>): Promise<void> {
      const { storage, idb, newest } = options;
      const { found, inDatabase } = newest;
      const texts = [...broken].map((key) => [key, found.read(key) ?? ''] as const);
      if (texts.length === 0 && !found.torn) return;
      const aside = texts.map(([key, text]) => [asideKeys(key)[0] ?? key, text] as const);
      if (inDatabase && idb) await within(PATIENCE_MS, idb.setMany(aside), undefined);
      else if (storage) for (const [key, text] of texts) setAside(storage, key, text);
      save(loaded);
    },
    async handOver(): Promise<boolean> {
      await within(HAND_OVER_PATIENCE_MS, flush(), undefined);
      return isOver || (waiting === undefined && writer.isKept());
    },
    restoreOverwritten(): boolean {
      if (!writer.isAhead()) return false;
      waiting ??= latest;
      void flush();
      return true;
    },
    newsBeyondStored: (): WorkNews => ({
      ...newsBetween({ ...announced, state: atRest(announced.state) }, announced),
      fromRest: true,
    }),
    end(): void {
      isOver = true;
      waiting = undefined;
      cancelTimer?.();
    },
  };
}

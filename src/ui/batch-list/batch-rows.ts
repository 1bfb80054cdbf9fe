import type { Session } from '../../session/session.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { BatchSlot } from '../../translation/batch.ts';

/** What one row of the batch list shows; the same object as long as nothing of it changes. */
export interface BatchRow {
  readonly slot: BatchSlot;
  readonly open: boolean;
  /** ms since the epoch, while in progress. */
  readonly startedAt: number | undefined;
}

/** When hundreds of batches finish at once, so many rows are drawn anew in one go, the lowest first, and the others after a pause. */
const ROWS_AT_ONCE = 16;
const PAUSE_MS = 32;

/**
 * Tells each row of its own changes. One subscription for all rows: with hundreds of them, each asking the store by itself
 * at each event would cost more than all the rest of a run.
 */
export interface BatchRows {
  get(index: number): BatchRow;
  subscribe(index: number, onChange: () => void): () => void;
}

export function createBatchRows(store: Session['store']): BatchRows {
  const rows = new Map<number, BatchRow>();
  const listeners = new Map<number, () => void>();
  const waiting = new Set<number>();
  let told = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe: (() => void) | undefined;

  function onState(after: SessionState, before: SessionState): void {
    for (const index of listeners.keys()) {
      if (!isSameRow(after, before, index)) tell(index);
    }
  }

  function tell(index: number): void {
    if (pause === undefined) pause = setTimeout(tellWaiting, PAUSE_MS);
    if (told >= ROWS_AT_ONCE) return void waiting.add(index);
    told++;
    listeners.get(index)?.();
  }

  function tellWaiting(): void {
    pause = undefined;
    told = 0;
    const due = [...waiting].sort((one, other) => one - other);
    waiting.clear();
    for (const index of due) tell(index);
  }

  return {
    get(index) {
      const { results, details, shownBatch } = store.getState();
      const row = { slot: results[index], open: shownBatch === index, startedAt: details[index]?.startedAt };
      const known = rows.get(index);
      if (known && known.slot === row.slot && known.open === row.open && known.startedAt === row.startedAt)
        return known;
      rows.set(index, row);
      return row;
    },
    subscribe(index, onChange) {
      listeners.set(index, onChange);
      unsubscribe ??= store.subscribe(onState);
      return () => {
        listeners.delete(index);
        if (listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = undefined;
      };
    },
  };
}

const isSameRow = (after: SessionState, before: SessionState, index: number): boolean =>
  after.results[index] === before.results[index] &&
  after.details[index]?.startedAt === before.details[index]?.startedAt &&
  (after.shownBatch === index) === (before.shownBatch === index);

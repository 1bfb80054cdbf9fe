import { isHolder } from '../../engine/run-selectors.ts';
import type { Session } from '../../session/session.ts';
import type { SessionState } from '../../session/session-state.ts';
import { untranslatedNumbers } from '../../session/untranslated.ts';
import type { BatchSlot } from '../../translation/batch.ts';
import type { Beat } from './beat.ts';
import { createCurrentRow } from './current-row.ts';

/** What one row of the batch list shows; the same object as long as nothing of it changes. */
export interface BatchRow {
  readonly slot: BatchSlot;
  readonly open: boolean;
  /** ms since the epoch, while in progress. */
  readonly startedAt: number | undefined;
  /** How many of its phrases a person filled with the original. */
  readonly untranslated: number;
  /** The one row that Tab stops at. */
  readonly current: boolean;
  /** False in a tab that follows: the row can be opened, and nothing else. */
  readonly holds: boolean;
}

/** When hundreds of batches finish at once, so many rows are drawn anew in one beat, the lowest first. */
const ROWS_IN_ONE_BEAT = 24;

/**
 * Tells each row of its own changes. One subscription for all rows: with hundreds of them, each asking the store by itself
 * at each event would cost more than all the rest of a run.
 */
export interface BatchRows {
  get(index: number): BatchRow;
  /** The focus is in this row. */
  setCurrent(index: number): void;
  subscribe(index: number, onChange: () => void): () => void;
}

export function createBatchRows(store: Session['store'], beat: Beat): BatchRows {
  const rows = new Map<number, BatchRow>();
  const listeners = new Map<number, () => void>();
  const changed = new Set<number>();
  const current = createCurrentRow(store);
  let toldCurrent = current.row();
  let unsubscribe: (() => void) | undefined;

  function onState(after: SessionState, before: SessionState): void {
    current.follow(after, before);
    tellCurrent();
    if (after.shownBatch !== before.shownBatch) tellOpened(after, before);
    for (const index of listeners.keys()) {
      if (!showsSame(after, before, index)) changed.add(index);
    }
    if (changed.size > 0) beat.next(tell);
  }

  function tellCurrent(): void {
    const before = toldCurrent;
    toldCurrent = current.row();
    if (before === toldCurrent) return;
    for (const index of [before, toldCurrent]) if (index !== undefined) listeners.get(index)?.();
  }

  /** What a person opens answers at once. */
  function tellOpened(...states: readonly SessionState[]): void {
    for (const { shownBatch } of states) if (shownBatch !== null) listeners.get(shownBatch)?.();
  }

  function tell(): void {
    const due = [...changed].sort((one, other) => one - other).slice(0, ROWS_IN_ONE_BEAT);
    for (const index of due) {
      changed.delete(index);
      listeners.get(index)?.();
    }
    if (changed.size > 0) beat.next(tell);
  }

  return {
    get(index) {
      const state = store.getState();
      const { results, details, shownBatch } = state;
      const row = {
        slot: results[index],
        open: shownBatch === index,
        startedAt: details[index]?.startedAt,
        untranslated: untranslatedNumbers(state, index).length,
        current: current.row() === index,
        holds: isHolder(state),
      };
      const known = rows.get(index);
      if (known && isSame(known, row)) return known;
      rows.set(index, row);
      return row;
    },
    setCurrent(index) {
      current.set(index);
      tellCurrent();
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

const isSame = (one: BatchRow, other: BatchRow): boolean =>
  one.slot === other.slot &&
  one.open === other.open &&
  one.startedAt === other.startedAt &&
  one.untranslated === other.untranslated &&
  one.current === other.current &&
  one.holds === other.holds;

const showsSame = (after: SessionState, before: SessionState, index: number): boolean =>
  after.results[index] === before.results[index] &&
  after.details[index]?.startedAt === before.details[index]?.startedAt &&
  after.details[index]?.filled === before.details[index]?.filled &&
  after.role === before.role;

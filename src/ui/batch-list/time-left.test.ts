import { describe, expect, it } from 'vitest';
import { EMPTY_SESSION, type SessionState } from '../../session/session-state.ts';
import { noteDurations, timeLeftMs } from './time-left.ts';

const NO_LIMIT = { kind: 'none' } as const;

describe('timeLeftMs', () => {
  it('is not known before the first batch is finished, nor when nothing is left', () => {
    expect(timeLeftMs([], { loading: 4, waiting: 10 }, NO_LIMIT)).toBeUndefined();
    expect(timeLeftMs([1_000], { loading: 0, waiting: 0 }, NO_LIMIT)).toBeUndefined();
  });

  it('follows how long batches take and how many are under way', () => {
    expect(timeLeftMs([1_000, 3_000], { loading: 4, waiting: 36 }, NO_LIMIT)).toBe(20_000);
  });

  it('is at least what the limit per minute allows', () => {
    expect(timeLeftMs([1_000], { loading: 1, waiting: 30 }, { kind: 'per-minute', requests: 10 })).toBe(180_000);
  });

  it('is never less than one batch', () => {
    expect(timeLeftMs([2_000], { loading: 3, waiting: 0 }, NO_LIMIT)).toBe(2_000);
  });
});

describe('noteDurations', () => {
  const state = (results: SessionState['results'], startedAt: readonly number[]): SessionState => ({
    ...EMPTY_SESSION,
    results,
    details: startedAt.map((at) => ({ startedAt: at })),
  });
  const before = state([null, null, undefined], [1_000, 2_000, 0]);

  it('notes what became OK, and nothing that failed', () => {
    const after = { ...before, results: [['', '{}'], ['refused', ''], undefined] as const };
    expect(noteDurations([500], before, after, 4_000)).toEqual([500, 3_000]);
  });

  it('gives the same list when no batch was finished', () => {
    const known = [500];
    expect(noteDurations(known, before, { ...before, results: [null, null, null] }, 4_000)).toBe(known);
    expect(noteDurations(known, before, { ...before, error: 'x' }, 4_000)).toBe(known);
  });

  it('begins anew with another text', () => {
    expect(noteDurations([500], before, state([undefined], [0]), 4_000)).toEqual([]);
  });

  it('remembers the latest 20 only', () => {
    const known = Array.from({ length: 20 }, (_, index) => index);
    const after = { ...before, results: [['', '{}'], null, undefined] as const };
    expect(noteDurations(known, before, after, 4_000)).toEqual([...known.slice(1), 3_000]);
  });
});

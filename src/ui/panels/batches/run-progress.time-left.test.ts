import { describe, expect, it } from 'vitest';
import { EMPTY_SESSION, type SessionState } from '../../../film/film.ts';
import { noteFinished, timeLeftMs } from './run-progress.tsx';

const NO_LIMIT = { limit: { kind: 'none' }, waitMs: 0 } as const;

/** Batches with these durations, all finished at the same time. */
const took = (...durationsMs: readonly number[]) => durationsMs.map((durationMs) => ({ durationMs, finishedAt: 0 }));

describe('timeLeftMs', () => {
  it('is not known before the first batch is finished, nor when nothing is left', () => {
    expect(timeLeftMs([], { loading: 4, waiting: 10 }, NO_LIMIT)).toBeUndefined();
    expect(timeLeftMs(took(1_000), { loading: 0, waiting: 0 }, NO_LIMIT)).toBeUndefined();
  });

  it('follows how long batches take and how many are under way', () => {
    expect(timeLeftMs(took(1_000, 3_000), { loading: 4, waiting: 36 }, NO_LIMIT)).toBe(20_000);
  });

  it('is at least what the limit per minute allows', () => {
    const pace = { limit: { kind: 'per-minute', requests: 10 }, waitMs: 0 } as const;
    expect(timeLeftMs(took(1_000), { loading: 1, waiting: 30 }, pace)).toBe(180_000);
  });

  it('follows how far apart batches finish, before a limit is known', () => {
    const finished = [0, 6_000, 12_000].map((finishedAt) => ({ durationMs: 1_000, finishedAt }));
    expect(timeLeftMs(finished, { loading: 2, waiting: 28 }, NO_LIMIT)).toBe(180_000);
    expect(timeLeftMs(finished, { loading: 2, waiting: 0 }, NO_LIMIT)).toBe(1_000);
  });

  it('is longer than the wait that the provider asks for', () => {
    expect(timeLeftMs(took(2_000), { loading: 1, waiting: 1 }, { ...NO_LIMIT, waitMs: 60_000 })).toBe(62_000);
  });

  it('is never less than one batch', () => {
    expect(timeLeftMs(took(2_000), { loading: 3, waiting: 0 }, NO_LIMIT)).toBe(2_000);
    expect(timeLeftMs(took(2_000), { loading: 3, waiting: 0 }, { ...NO_LIMIT, oldestMs: 3_000 })).toBe(2_000);
    expect(timeLeftMs(took(2_000), { loading: 3, waiting: 0 }, { ...NO_LIMIT, oldestMs: 5_000 })).toBeUndefined();
  });
});

describe('noteFinished', () => {
  const state = (results: SessionState['results'], startedAt: readonly number[]): SessionState => ({
    ...EMPTY_SESSION,
    results,
    details: startedAt.map((at) => ({ startedAt: at })),
  });
  const before = state([null, null, undefined], [1_000, 2_000, 0]);

  it('forgets all when a pause ends: its minutes are no pace', () => {
    const known = [{ durationMs: 1_000, finishedAt: 5_000 }];
    const paused: SessionState = { ...before, paused: { reason: 'person' } };
    expect(noteFinished(known, before, paused, 6_000)).toEqual(known);
    expect(noteFinished(known, paused, before, 600_000)).toEqual([]);
  });

  it('notes what became OK, and nothing that failed', () => {
    const after = { ...before, results: [['', '{}'], ['refused', ''], undefined] as const };
    expect(noteFinished(took(500), before, after, 4_000)).toEqual([
      ...took(500),
      { durationMs: 3_000, finishedAt: 4_000 },
    ]);
  });

  it('gives the same list when no batch was finished', () => {
    const known = took(500);
    expect(noteFinished(known, before, { ...before, results: [null, null, null] }, 4_000)).toBe(known);
    expect(noteFinished(known, before, { ...before, error: 'x' }, 4_000)).toBe(known);
  });

  it('begins anew with another text', () => {
    expect(noteFinished(took(500), before, state([undefined], [0]), 4_000)).toEqual([]);
  });

  it('remembers the latest 20 only', () => {
    const known = took(...Array.from({ length: 20 }, (_, index) => index));
    const after = { ...before, results: [['', '{}'], null, undefined] as const };
    expect(noteFinished(known, before, after, 4_000)).toEqual([
      ...known.slice(1),
      { durationMs: 3_000, finishedAt: 4_000 },
    ]);
  });
});

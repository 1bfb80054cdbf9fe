import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBeat } from './beat.ts';

describe('createBeat', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('calls at once, and what comes soon after it together with the next beat', () => {
    const beat = createBeat();
    const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
    beat.next(first);
    beat.next(second);
    beat.next(third);
    beat.next(second);
    expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
    vi.advanceTimersByTime(120);
    expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  });

  it('calls at once again after a beat in which nothing came', () => {
    const beat = createBeat();
    const act = vi.fn();
    beat.next(act);
    vi.advanceTimersByTime(120);
    beat.next(act);
    expect(act).toHaveBeenCalledTimes(2);
    beat.next(act);
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('takes what is asked for during a beat to the next one', () => {
    const beat = createBeat();
    let called = 0;
    const again = () => {
      called++;
      if (called < 3) beat.next(again);
    };
    beat.next(again);
    expect(called).toBe(1);
    vi.advanceTimersByTime(120);
    expect(called).toBe(2);
    vi.advanceTimersByTime(120);
    expect(called).toBe(3);
  });
});

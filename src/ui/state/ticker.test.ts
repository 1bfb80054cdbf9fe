import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBeat } from './beat.ts';
import { createTicker } from './ticker.ts';

describe('createTicker', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells each listener of each second once, and dozens of them in turns', () => {
    const ticker = createTicker(createBeat());
    const heard = Array.from({ length: 40 }, () => vi.fn());
    for (const listener of heard) ticker.subscribe(listener);
    vi.advanceTimersByTime(400);
    const toldFirst = heard.filter(({ mock }) => mock.calls.length > 0).length;
    expect(toldFirst).toBeGreaterThan(0);
    expect(toldFirst).toBeLessThan(20);
    vi.advanceTimersByTime(9_700);
    for (const { mock } of heard) expect(mock.calls).toHaveLength(10);
  });

  it('knows the time when somebody begins to look, and rests when nobody does', () => {
    const ticker = createTicker(createBeat());
    vi.advanceTimersByTime(5_000);
    const end = ticker.subscribe(() => {});
    expect(ticker.now()).toBe(Date.now());
    end();
    end();
    vi.advanceTimersByTime(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

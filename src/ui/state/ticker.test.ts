import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTicker } from './services.tsx';

describe('createTicker', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('calls all listeners together, once a second', () => {
    const ticker = createTicker();
    const heard: number[] = [];
    ticker.subscribe(() => heard.push(ticker.now()));
    vi.advanceTimersByTime(500);
    ticker.subscribe(() => heard.push(ticker.now()));
    const start = Date.now() - 500;
    vi.advanceTimersByTime(1_500);
    expect(heard).toEqual([start + 1_000, start + 1_000, start + 2_000, start + 2_000]);
  });

  it('knows the time when the first listener subscribes, and stops without listeners', () => {
    const ticker = createTicker();
    vi.advanceTimersByTime(5_000);
    const end = ticker.subscribe(() => {});
    expect(ticker.now()).toBe(Date.now());
    end();
    end();
    expect(vi.getTimerCount()).toBe(0);
  });
});

import { createElapsedTime } from '../../clock/clock.ts';

/** One clock for everything that shows passing seconds, so that all of it is drawn together. It ticks only with subscribers. */
export interface Ticker {
  /** Calls `onTick` once a second; the returned function unsubscribes. */
  subscribe(onTick: () => void): () => void;
  /** At the last tick, in ms since 1970 by a clock that nobody sets, as the engine's times are. */
  now(): number;
  /** The same, now. */
  exact(): number;
}

export function createTicker(): Ticker {
  const listeners = new Set<() => void>();
  const exact = createElapsedTime();
  let now = exact();
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    now = exact();
    for (const listener of listeners) listener();
  }

  return {
    subscribe(onTick) {
      listeners.add(onTick);
      if (timer === undefined) {
        now = exact();
        timer = setInterval(tick, 1_000);
      }
      return () => {
        listeners.delete(onTick);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    now: () => now,
    exact,
  };
}

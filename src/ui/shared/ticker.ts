const TICK_MS = 1_000;

/** One clock for all that shows passing seconds: it ticks only while somebody looks. */
export interface Ticker {
  subscribe(onTick: () => void): () => void;
  /** Milliseconds since the epoch, as of the last tick. */
  now(): number;
}

export function createTicker(): Ticker {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    now = Date.now();
    for (const listener of listeners) listener();
  }

  return {
    subscribe(onTick) {
      listeners.add(onTick);
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(tick, TICK_MS);
      }
      return () => {
        listeners.delete(onTick);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    now: () => now,
  };
}

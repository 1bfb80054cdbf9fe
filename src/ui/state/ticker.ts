/** One clock for everything that shows passing seconds, so that all of it is drawn together. It ticks only with subscribers. */
export interface Ticker {
  /** Calls `onTick` once a second; the returned function unsubscribes. */
  subscribe(onTick: () => void): () => void;
  /** Milliseconds since 1970, at the last tick. */
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
  };
}

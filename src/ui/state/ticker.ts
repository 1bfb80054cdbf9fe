/** One clock for all that shows passing seconds, so that they are drawn together: it ticks only while somebody looks. */
export interface Ticker {
  /** `onTick` is called once a second. */
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

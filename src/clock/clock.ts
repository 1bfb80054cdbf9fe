/** Time as the engine sees it. The page's clock keeps its timers in a worker (worker-clock.ts); tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970 (Unix epoch) when the clock was made, and what has passed since: nobody sets it. */
  now(): number;
  /** Milliseconds since 1970 as the computer tells the time of day, which may be set, and goes on where `now` may stand: asleep. */
  timeOfDay(): number;
  /** Calls `callback` once, after `delayMs`; the returned function cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The time of day as it was at the first call, with what has passed since, in ms since 1970. */
export function createElapsedTime(): () => number {
  const startedAt = Date.now() - performance.now();
  return () => startedAt + performance.now();
}

/** Resolves after `delayMs`, or at once when the signal aborts; it never rejects, so check the signal afterwards. */
export function delay(clock: Clock, delayMs: number, { signal }: { signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    signal.addEventListener('abort', end);
  });
}

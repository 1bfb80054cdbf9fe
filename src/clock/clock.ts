/** Time as the engine sees it. Two makers: the page's (a worker, so that a hidden tab is not throttled) and a test's. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after `delayMs`; the function given back cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Waits `delayMs`; ends early, without an error, when the signal is raised: look at the signal afterwards. */
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

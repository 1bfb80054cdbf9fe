/** The page's one timer, in the worker: the returned function has `ring` called after so many milliseconds, and no more as asked earlier. */
export function createTimerService(ring: () => void): (delayMs: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (delayMs) => {
    clearTimeout(timer);
    timer = setTimeout(ring, delayMs);
  };
}

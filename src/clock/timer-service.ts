/**
 * Keeps the page's one timer in the worker. The returned function takes the milliseconds until `ring` is to be called, once; a later call
 * replaces an earlier one.
 */
export function createTimerService(ring: () => void): (delayMs: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (delayMs) => {
    clearTimeout(timer);
    timer = setTimeout(ring, delayMs);
  };
}

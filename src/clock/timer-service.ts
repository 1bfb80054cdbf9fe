/** What the page sends to the timer worker. The worker answers with the id, once, when the delay has passed. */
export type TimerRequest =
  | { readonly type: 'start'; readonly id: number; readonly delayMs: number }
  | { readonly type: 'cancel'; readonly id: number };

/** Keeps the page's timers in the worker: returns the handler of requests, and calls `ring` with the id of each due timer. */
export function createTimerService(ring: (id: number) => void): (request: TimerRequest) => void {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  return (request) => {
    if (request.type === 'cancel') {
      clearTimeout(timers.get(request.id));
      timers.delete(request.id);
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(request.id);
      ring(request.id);
    }, request.delayMs);
    timers.set(request.id, timer);
  };
}

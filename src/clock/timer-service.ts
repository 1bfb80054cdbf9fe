/** What the page asks of the timer worker; the worker answers with the id, once, when the time has come. */
export type TimerRequest =
  | { readonly type: 'start'; readonly id: number; readonly delayMs: number }
  | { readonly type: 'cancel'; readonly id: number };

/** Keeps the page's timers: gives back what handles a request, and calls `ring` with the id of each timer that is due. */
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

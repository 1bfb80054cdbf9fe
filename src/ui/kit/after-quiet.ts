/**
 * Starts `work` in `quietMs`. The returned function keeps it from starting, or aborts its signal. For an effect that is run anew with
 * each change of a text: nothing is worked out while somebody types.
 */
export function afterQuiet(quietMs: number, work: (signal: AbortSignal) => Promise<void>): () => void {
  const controller = new AbortController();
  const timer = setTimeout(() => void work(controller.signal), quietMs);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

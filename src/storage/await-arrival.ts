/** Another process's writes were seen to reach this one's local storage up to 0.2 s after its lock and its messages did. */
const PATIENCE_MS = 700;
const LOOK_EVERY_MS = 20;

/**
 * Fulfilled as soon as `hasArrived` says so, or after 0.7 s: what was announced by a tab that died may never come.
 * `after` calls back once, in a hidden page too.
 */
export function awaitArrival(
  hasArrived: () => boolean,
  after: (delayMs: number, callback: () => void) => void,
): Promise<void> {
  return new Promise((resolve) => {
    function look(leftMs: number): void {
      if (hasArrived() || leftMs <= 0) return resolve();
      after(LOOK_EVERY_MS, () => look(leftMs - LOOK_EVERY_MS));
    }
    look(PATIENCE_MS);
  });
}

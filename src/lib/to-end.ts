/** Goes through all steps at once: for what is small, or where nothing else waits. */
export function toEnd<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

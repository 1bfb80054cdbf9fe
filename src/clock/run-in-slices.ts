import { nextTask } from './next-task.ts';

/** Work in one go before the page gets its turn. */
const SLICE_MS = 4;

/** Goes through all steps, with the page's own work in between. What they return; undefined when it was aborted before the end. */
export async function runInSlices<T>(steps: Iterator<unknown, T>, signal: AbortSignal): Promise<T | undefined> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() < sliceEnd) continue;
    await nextTask();
    if (signal.aborted) return undefined;
    sliceEnd = performance.now() + SLICE_MS;
  }
}

import { nextTask } from './clock.ts';

/** Longest work in one task, so that the page stays responsive. */
const SLICE_MS = 4;

/** Takes all steps, with other tasks of the page between slices. Resolves with the iterator's return value; undefined if aborted. */
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

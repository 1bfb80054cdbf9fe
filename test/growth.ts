import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const TIMES_LARGER = 16;
/** Linear work on 64,000 characters takes less processor time than this, quadratic work takes more. */
const SOON_MS = 500;

/**
 * Calls `act` with `size`, and fails if its work grows much faster than `size`. It compares only if the work takes `soonMs`. It measures processor time, which
 * does not depend on other threads.
 */
export function expectLinear(act: (size: number) => void, size = 64 * 1024, soonMs = SOON_MS): void {
  if (processorMs(() => act(size)) > soonMs) expect(growthOf(act, size), 'growth against the size').toBeLessThan(6);
}

/** The work for `size`, compared with the work for `size` / 16, done 16 times: about 1 if linear, 16 if quadratic. */
function growthOf(act: (size: number) => void, size: number): number {
  const inParts = processorMs(() => {
    for (let times = 0; times < TIMES_LARGER; times++) act(size / TIMES_LARGER);
  });
  return processorMs(() => act(size)) / inParts;
}

function processorMs(act: () => void): number {
  const before = processorTimeMs();
  act();
  return processorTimeMs() - before;
}

/** Processor time of this thread; outside Linux, of the process. */
function processorTimeMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

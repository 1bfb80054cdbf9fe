import { expect } from 'vitest';

const TIMES_LARGER = 16;
/** Linear work of 64,000 characters takes less processor time than this, quadratic work more. */
const SOON_MS = 500;

/**
 * Calls `act` with `size`, and fails if its work grows much faster than `size`. Measured in processor time, which does not depend on other
 * processes, and only if the work takes `soonMs`.
 */
export function expectLinear(act: (size: number) => void, size = 64 * 1024, soonMs = SOON_MS): void {
  if (processorMs(() => act(size)) > soonMs) expect(growthOf(act, size), 'growth against the size').toBeLessThan(6);
}

/** The growth of the work from `size` / 16 to `size`, divided by 16: about 1 if linear, 16 if quadratic. Other tests in this process may double it. */
function growthOf(act: (size: number) => void, size: number): number {
  const least = (times: number, of: number) =>
    Math.min(...Array.from({ length: times }, () => processorMs(() => act(of))));
  return least(2, size) / least(5, size / TIMES_LARGER) / TIMES_LARGER;
}

function processorMs(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const TIMES_LARGER = 16;

/**
 * The growth of `act`'s work from `size` / 16 to `size`, divided by 16: about 1 if linear, 16 if quadratic. Measured in processor time,
 * which does not depend on other processes; other tests in this process may double it.
 */
export function growthOf(act: (size: number) => void, size: number): number {
  const small = Array.from({ length: 5 }, () => processorTime(() => act(size / TIMES_LARGER)));
  return processorTime(() => act(size)) / Math.min(...small) / TIMES_LARGER;
}

function processorTime(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

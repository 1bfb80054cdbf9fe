const TIMES_LARGER = 16;

/**
 * How much more than in proportion the work of `act` grows from a sixteenth of `size` to `size`: about 1 where it is linear, 16 where it
 * grows with the square. In processor time, of which a busy machine takes no more; what other tests of this process do meanwhile can double it.
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

import { useEffect, useState } from 'react';

/** Counts from 0 up to `total` by `step`, each step in a task of its own; at once when the total shrinks. */
export function useGrowingCount(total: number, step: number): number {
  const [grown, setGrown] = useState(0);
  const count = Math.min(total, grown);

  useEffect(() => {
    if (count === total) return;
    const timer = setTimeout(() => setGrown(count + step));
    return () => clearTimeout(timer);
  }, [count, total, step]);

  return count;
}

import { useMemo } from 'react';
import styles from '../lines.module.css';
import { useJudged } from '../use-judged.ts';
import type { Item } from './items.ts';

/** Where in the film the problems are: a thin strip beside the scroll bar. */
export function ProblemStrip({ items }: { items: readonly Item[] }) {
  const { batches } = useJudged();
  const path = useMemo(() => {
    const isMarked = (item: Item) => item.kind === 'line' && batches[item.batch]?.problems.has(item.number);
    return items.map((item, place) => (isMarked(item) ? `M0 ${place + 0.5}H1` : '')).join('');
  }, [items, batches]);
  if (path === '') return null;
  return (
    <svg aria-hidden className={styles.strip} viewBox={`0 0 1 ${items.length}`} preserveAspectRatio="none">
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

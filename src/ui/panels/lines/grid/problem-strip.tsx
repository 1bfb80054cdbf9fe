import styles from '../lines.module.css';

/** Where in the film the problems are: a thin strip beside the scroll bar. `places`: of the rows, out of `count`. */
export function ProblemStrip({ places, count }: { places: readonly number[]; count: number }) {
  if (places.length === 0) return null;
  const path = places.map((place) => `M0 ${place + 0.5}H1`).join('');
  return (
    <svg aria-hidden className={styles.strip} viewBox={`0 0 1 ${count}`} preserveAspectRatio="none">
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

import { memo } from 'react';
import { BatchItem } from './batch-item.tsx';
import styles from './batch-list.module.css';
import { useGrowingCount } from './use-growing-count.ts';

/** When one of many siblings changes, all of them are visited and laid out: groups keep that to a few. Divides by 2, 4 and 5 columns. */
const GROUP_SIZE = 20;
/** Each so many in a task of their own, the first ones too, so that hundreds do not hold the page up. */
const ITEMS_AT_ONCE = 20;

export function BatchItems({ count }: { count: number }) {
  const drawn = useGrowingCount(count, ITEMS_AT_ONCE);
  const groups = Math.ceil(drawn / GROUP_SIZE);
  return numbersFrom(0, groups).map((group) => (
    <BatchGroup key={group} first={group * GROUP_SIZE} end={Math.min(drawn, (group + 1) * GROUP_SIZE)} />
  ));
}

const BatchGroup = memo(function BatchGroup({ first, end }: { first: number; end: number }) {
  return (
    <ul className={styles.group} aria-label={`Batches ${first + 1} to ${end}`}>
      {numbersFrom(first, end).map((index) => (
        <BatchItem key={index} index={index} />
      ))}
    </ul>
  );
});

const numbersFrom = (first: number, end: number): readonly number[] =>
  Array.from({ length: end - first }, (_, place) => first + place);

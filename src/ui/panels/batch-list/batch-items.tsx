import { useRef } from 'react';
import { BATCHES_HEADING_ID } from '../../state/batch-ids.ts';
import { BatchItem } from './batch-item.tsx';
import styles from './batch-list.module.css';
import { useCurrentRow } from './use-current-row.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useRowWindow } from './use-row-window.ts';

/** A row for each batch. In the document are those near what is in sight, and the one that Tab stops at, which may hold the focus. */
export function BatchItems({ count }: { count: number }) {
  const list = useRef<HTMLDivElement>(null);
  const { columns, first, end, follow } = useRowWindow(list, count);
  const [current = first, setCurrent] = useCurrentRow();
  const keys = useRowKeys(columns, setCurrent);
  const drawn = Array.from({ length: end - first }, (_, place) => first + place);
  if (current < first) drawn.unshift(current);
  if (current >= end) drawn.push(current);
  return (
    // In Firefox what scrolls is a Tab stop of its own, unless it says that it is none.
    <div ref={list} className={styles.list} tabIndex={-1} onScroll={follow} {...keys}>
      <ul
        className={styles.rows}
        aria-labelledby={BATCHES_HEADING_ID}
        style={{ height: `calc(${Math.ceil(count / columns)} * var(--line))` }}
      >
        {drawn.map((index) => (
          <BatchItem key={index} index={index} count={count} columns={columns} current={index === current} />
        ))}
      </ul>
    </div>
  );
}

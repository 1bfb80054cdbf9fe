import { useDeferredValue, useRef } from 'react';
import { isHolder } from '../../../engine/run-state.ts';
import { untranslatedNumbers } from '../../../session/lines/untranslated.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { isFailed } from '../../../translation/batch.ts';
import { useSteadyPress } from '../../kit/use-steady-press.ts';
import { BATCHES_HEADING_ID } from '../../state/open-batch.tsx';
import { useDeferredSession, useNow, useSession } from '../../state/use-film.ts';
import { elapsedWords } from '../../words/quantities.ts';
import { BatchItem } from './batch-item.tsx';
import styles from './batch-list.module.css';
import { useRowFocus } from './use-row-focus.ts';
import { useRowWindow } from './use-row-window.ts';

const isTranslating = ({ results }: SessionState): boolean => results.includes(null);

/**
 * One item for each batch. The document holds the items near the visible ones, and the one that Tab stops at, which may have the
 * focus. One deferred subscription serves all items: React draws the changed ones in slices, never in one long task.
 */
export function BatchItems({ count }: { count: number }) {
  const list = useRef<HTMLDivElement>(null);
  const state = useDeferredSession();
  const isHigh = Array.from({ length: count }, (_, index) => hasMoreToSay(state, index));
  const { columns, first, end, topOf } = useRowWindow(list, isHigh);
  const { current = first, ...keys } = useRowFocus(columns);
  // A row that fails grows, and moves those below it.
  const press = useSteadyPress();
  const now = useDeferredValue(useNow(useSession(isTranslating)));
  const holds = isHolder(state);
  const drawn = Array.from({ length: end - first }, (_, place) => first + place);
  if (current < first) drawn.unshift(current);
  if (current >= end) drawn.push(current);
  return (
    // Firefox makes every scrolling element a Tab stop, unless its tabindex is -1.
    <div ref={list} className={styles.list} tabIndex={-1} {...keys} {...press}>
      <ul className={styles.rows} aria-labelledby={BATCHES_HEADING_ID} style={{ height: topOf(count) }}>
        {drawn.map((index) => (
          <BatchItem
            key={index}
            index={index}
            count={count}
            top={topOf(index)}
            left={`${((index % columns) * 100) / columns}%`}
            current={index === current}
            slot={state.results[index]}
            phrases={state.phrases}
            details={isFailed(state.results[index]) ? state.details[index] : undefined}
            elapsed={elapsedOf(state, index, now)}
            open={state.shownBatch === index}
            untranslated={untranslatedNumbers(state, index).length}
            holds={holds}
          />
        ))}
      </ul>
    </div>
  );
}

/** Why it failed, or what of it is not translated: a second line. */
const hasMoreToSay = (state: SessionState, index: number): boolean =>
  isFailed(state.results[index]) || untranslatedNumbers(state, index).length > 0;

/** How long a batch in progress has taken, in words. */
function elapsedOf({ results, details }: SessionState, index: number, now: number): string | undefined {
  const startedAt = results[index] === null ? details[index]?.startedAt : undefined;
  return startedAt === undefined ? undefined : elapsedWords(now - startedAt);
}

import { memo, useDeferredValue, useState } from 'react';
import { isPromptFixed } from '../../../film/film.ts';
import { linesOfBatch } from '../../../film/lines.ts';
import type { Line } from '../../../review/line.ts';
import type { BatchSlot } from '../../../translation/batch.ts';
import { PlainButton } from '../../kit/button.tsx';
import { useDeferredSession, useServices, useSession } from '../../state/services.tsx';
import styles from './newest-lines.module.css';

/** Batches whose lines are shown: more than have room at once. */
const SHOWN_BATCHES = 2;

/** The lines that came last, the newest batch first, and the way to all of them. */
export function NewestLines() {
  const { page } = useServices();
  // Of one moment: results of one film are not looked up in another.
  const state = useDeferredSession();
  const newest = useArrivals(state.results);
  const isFixed = useDeferredValue(useSession(isPromptFixed));
  if (newest.length === 0) return null;
  return (
    <section ref={bringUp} aria-labelledby="newest-heading" className={styles.newest} data-fixed={isFixed || undefined}>
      <div className={styles.head}>
        <h3 id="newest-heading" className={styles.heading}>
          Newest lines
        </h3>
        <PlainButton onClick={() => page.setState({ view: 'lines' })}>Watch all lines</PlainButton>
      </div>
      <div className={styles.lines}>
        {newest.map((index) => (
          <BatchLines key={index} lines={linesOfBatch(state, index)} />
        ))}
      </div>
    </section>
  );
}

/** The first lines come into sight in a panel that was scrolled before, unless somebody is at work in it. */
function bringUp(section: HTMLElement | null): void {
  const body = section?.parentElement;
  if (body && !body.contains(document.activeElement)) body.scrollTop = 0;
}

/** memo: a batch that comes draws its own lines alone; `lines` are the same list for the same output. */
const BatchLines = memo(function BatchLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ol className={styles.batch} start={lines[0]?.number}>
      {lines.map(
        ({ number, translation }) =>
          translation !== undefined && (
            <li key={number} value={number} dir="auto">
              {translation}
            </li>
          ),
      )}
    </ol>
  );
});

/** The batches whose lines came last, the newest first; of those that were there from the start the last ones of the film. */
function useArrivals(results: readonly BatchSlot[]): readonly number[] {
  const [seen, setSeen] = useState({ results, newest: arrivedSince([], results) });
  if (seen.results === results) return seen.newest;
  const before = seen.results.length === results.length ? seen : { results: [], newest: [] };
  const arrived = arrivedSince(before.results, results);
  const kept = before.newest.filter((index) => results[index] != null && !arrived.includes(index));
  const newest = [...arrived, ...kept].slice(0, SHOWN_BATCHES);
  setSeen({ results, newest });
  return newest;
}

/** The last of the film first. */
const arrivedSince = (before: readonly BatchSlot[], results: readonly BatchSlot[]): readonly number[] =>
  results
    .flatMap((slot, index) => (slot != null && slot[1] !== '' && before[index] == null ? [index] : []))
    .slice(-SHOWN_BATCHES)
    .reverse();

import { memo, useDeferredValue, useState } from 'react';
import { linesOf } from '../../../session/lines/lines.ts';
import { isPromptFixed } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import type { Phrase } from '../../../subtitles/phrase.ts';
import type { BatchResult, BatchSlot } from '../../../translation/batch.ts';
import { Button } from '../../kit/button.tsx';
import { useServices } from '../../state/services.tsx';
import { useDeferredSession, useSession } from '../../state/use-session.ts';
import styles from './newest-lines.module.css';

/** Batches whose lines are shown: more than have room at once. */
const SHOWN_BATCHES = 2;

type Facts = Pick<SessionState, 'phrases' | 'results'>;

/** The lines that came last, the newest batch first, and the way to all of them. */
export function NewestLines() {
  const { page } = useServices();
  // Of one moment: results of one film are not looked up in another.
  const { phrases, results } = useDeferredSession();
  const newest = useArrivals(results);
  const isFixed = useDeferredValue(useSession(isPromptFixed));
  if (newest.length === 0) return null;
  return (
    <section ref={bringUp} aria-labelledby="newest-heading" className={styles.newest} data-fixed={isFixed || undefined}>
      <div className={styles.head}>
        <h3 id="newest-heading" className={styles.heading}>
          Newest lines
        </h3>
        <Button look="plain" onClick={() => page.setState({ view: 'lines' })}>
          Watch all lines
        </Button>
      </div>
      <div className={styles.lines}>
        {newest.map((index) => {
          const slot = results[index];
          return slot && <BatchLines key={index} index={index} slot={slot} phrases={phrases} />;
        })}
      </div>
    </section>
  );
}

/** The first lines come into sight in a panel that was scrolled before, unless somebody is at work in it. */
function bringUp(section: HTMLElement | null): void {
  const body = section?.parentElement;
  if (body && !body.contains(document.activeElement)) body.scrollTop = 0;
}

interface BatchLinesProps {
  readonly index: number;
  readonly slot: BatchResult;
  readonly phrases: readonly Phrase[];
}

/** One batch that comes draws its own lines alone. */
const BatchLines = memo(function BatchLines({ index, slot, phrases }: BatchLinesProps) {
  const results: BatchSlot[] = [];
  results[index] = slot;
  const facts: Facts = { phrases, results };
  return (
    <ol className={styles.batch} start={linesOf(facts, index)[0]?.number}>
      {linesOf(facts, index).map(
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
  const isOther = seen.results.length !== results.length;
  const before = isOther ? [] : seen.newest.filter((index) => results[index] != null);
  const arrived = arrivedSince(isOther ? [] : seen.results, results);
  const newest = [...arrived, ...before.filter((index) => !arrived.includes(index))].slice(0, SHOWN_BATCHES);
  setSeen({ results, newest });
  return newest;
}

/** The last of the film first. */
const arrivedSince = (before: readonly BatchSlot[], results: readonly BatchSlot[]): readonly number[] =>
  results
    .flatMap((slot, index) => (slot != null && slot[1] !== '' && before[index] == null ? [index] : []))
    .slice(-SHOWN_BATCHES)
    .reverse();

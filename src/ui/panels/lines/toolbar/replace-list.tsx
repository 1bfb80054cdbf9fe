import { useEffect, useRef, useState } from 'react';
import type { Replacement } from '../../../../review/find.ts';
import type { Line } from '../../../../review/line.ts';
import { lineOf, marksOf } from '../../../../session/lines/lines.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { LineText, textDirection } from '../grid/line-text.tsx';
import { countText } from '../line-words.ts';
import styles from '../lines.module.css';
import { focusGrid } from '../lines-view.ts';

interface ReplaceListProps {
  readonly replacements: readonly Replacement[];
  /** Said where there is none. */
  readonly nothing: string;
  /** Of the step that can be undone, by the number of lines that were changed. */
  readonly undoWords: (count: number) => string;
  readonly onClose: () => void;
}

/** Drawn at most: what is ticked beyond is told by its count. */
const MOST_SHOWN = 200;

/** What a replacement would make of each line, before anything changes. Confirmed lines are not ticked. */
export function ReplaceList({ replacements, nothing, undoWords, onClose }: ReplaceListProps) {
  const { session } = useServices();
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(() => {
    const state = session.store.getState();
    const isConfirmed = (line: Line | undefined) => line !== undefined && marksOf(state, line).confirmed === true;
    return new Set(replacements.map(({ number }) => number).filter((number) => isConfirmed(lineOf(state, number))));
  });
  const section = useRef<HTMLElement>(null);
  // Where there is little room it is drawn below what is in sight.
  useEffect(() => void section.current?.scrollIntoView({ block: 'nearest' }), []);
  const ticked = replacements.filter(({ number, after }) => !unticked.has(number) && after !== '');

  function toggle(number: number): void {
    const next = new Set(unticked);
    if (!next.delete(number)) next.add(number);
    setUnticked(next);
  }

  function replaceTicked(): void {
    const state = session.store.getState();
    // Those lines whose translation is still the one that was looked at.
    const there = ticked.filter(({ number, before }) => lineOf(state, number)?.translation === before);
    session.changeLines(
      there.map(({ number, after }) => ({ number, text: after })),
      undoWords,
    );
    onClose();
    focusGrid();
  }

  return (
    <section ref={section} aria-label="Replacements" className={styles.replacements}>
      {replacements.length === 0 && <p>{nothing}</p>}
      <ul className={styles.replacementList}>
        {replacements.slice(0, MOST_SHOWN).map(({ number, before, after, ranges }) => (
          <li key={number}>
            <label className={styles.replacement}>
              <input
                type="checkbox"
                checked={!unticked.has(number) && after !== ''}
                disabled={after === ''}
                onChange={() => toggle(number)}
              />
              <span className={styles.number}>{number}</span>
              <del dir={textDirection(before)}>
                <LineText text={before} hits={ranges} />
              </del>
              <ins dir={textDirection(after)}>
                {after === '' ? '(nothing would be left)' : <LineText text={after} />}
              </ins>
            </label>
          </li>
        ))}
      </ul>
      {replacements.length > MOST_SHOWN && (
        <p className={styles.count}>And {countText(replacements.length - MOST_SHOWN)} more lines.</p>
      )}
      <div className={styles.replaceActions}>
        <Button variant="primary" inBar={false} disabled={ticked.length === 0} onClick={replaceTicked}>
          Replace ticked
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <span className={styles.count}>
          {countText(ticked.length)} of {countText(replacements.length)}
        </span>
      </div>
    </section>
  );
}

import { useDeferredValue, useState } from 'react';
import { useStore } from 'zustand';
import { useNarrow } from '../../kit/browser.ts';
import { RadioGroup } from '../../kit/fields/radio-group.tsx';
import { ChevronRight } from '../../kit/icons/first-icons.tsx';
import panel from '../../kit/panel.module.css';
import { BATCHES_HEADING_ID } from '../../state/open-batch.tsx';
import { VIEW_NAMES, type ViewName } from '../../state/page-state.ts';
import { useServices } from '../../state/services.tsx';
import { useLinesShown, useSession } from '../../state/use-film.ts';
import { BatchItems } from './batch-items.tsx';
import styles from './batch-list.module.css';
import { RunActions } from './run-actions.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunState } from './run-state.tsx';
import { Spent, TokenSum } from './spent.tsx';

const ROWS_ID = 'batch-rows';

/** How far the run is, and the items that open a batch. Above the lines on a phone there is room for how far it is alone: the rest folds. */
export function BatchList() {
  const { prices } = useServices();
  const count = useSession((state) => state.results.length);
  // In a task of their own: a new film makes the browser lay out the whole page.
  const withRows = useDeferredValue(true, false);
  const narrow = useNarrow();
  const folds = useLinesShown() && narrow;
  const [isUnfolded, setUnfolded] = useState(false);
  const all = !folds || isUnfolded;
  if (count === 0) return null;
  return (
    <section className={styles.region} aria-labelledby={BATCHES_HEADING_ID}>
      <div className={styles.summary}>
        <div className={styles.titleRow}>
          <h2 id={BATCHES_HEADING_ID} tabIndex={-1} className={styles.title}>
            {folds ? (
              <button
                type="button"
                className={panel.fold}
                aria-expanded={isUnfolded}
                aria-controls={ROWS_ID}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                <ChevronRight aria-hidden className={panel.foldIcon} />
                Batches
              </button>
            ) : (
              'Batches'
            )}
          </h2>
          <ViewSwitch />
        </div>
        <RunProgress />
        <RunState />
        {all && <TokenSum />}
        {all && prices && <Spent />}
        <RunActions />
      </div>
      {/* Another film makes another list, which starts scrolled to its top. */}
      <div id={ROWS_ID} className={styles.place}>
        {withRows && all && <BatchItems key={count} count={count} />}
      </div>
    </section>
  );
}

const VIEW_WORDS: Readonly<Record<ViewName, string>> = { text: 'Text', lines: 'Lines' };

/** Switches between texts and lines; closes an open batch. */
function ViewSwitch() {
  const { page, session } = useServices();
  const view = useStore(page, (state) => state.view);
  return (
    <RadioGroup
      name="View"
      framed
      values={VIEW_NAMES}
      chosen={view}
      wordsOf={(name) => VIEW_WORDS[name]}
      onChoose={(name) => {
        page.setState({ view: name });
        if (session.store.getState().shownBatch !== null) session.closeBatch();
      }}
    />
  );
}

import { useStore } from 'zustand';
import type { ViewName } from '../../state/page-state.ts';
import { useServices } from '../../state/services.tsx';
import styles from './view-switch.module.css';

const WORDS: Readonly<Record<ViewName, string>> = { text: 'Text', lines: 'Lines' };

/** Switches between texts and lines; closes an open batch. */
export function ViewSwitch() {
  const { page, session } = useServices();
  const view = useStore(page, (state) => state.view);
  return (
    <div role="radiogroup" aria-label="View" className={styles.views}>
      {(['text', 'lines'] as const).map((name) => (
        <label key={name} className={styles.view} data-checked={name === view || undefined}>
          <input
            type="radio"
            name="view"
            className={styles.radio}
            checked={name === view}
            onChange={() => {
              page.setState({ view: name });
              if (session.store.getState().shownBatch !== null) session.closeBatch();
            }}
          />
          {WORDS[name]}
        </label>
      ))}
    </div>
  );
}

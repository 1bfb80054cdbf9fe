import { type ReactNode, useDeferredValue } from 'react';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import { FindBar } from './find-bar.tsx';
import styles from './lines.module.css';
import { LinesGrid } from './lines-grid.tsx';
import { LinesToolbar } from './lines-toolbar.tsx';
import { useReviewState } from './use-review-state.ts';

/** The film line by line. `errors` and `actions`: of the main view, under the grid. */
export default function LinesPanel({ errors, actions }: { errors: ReactNode; actions: ReactNode }) {
  const state = useDeferredValue(useReviewState());
  return (
    <section id="lines" tabIndex={-1} aria-label="Lines" className={styles.panel}>
      <LinesToolbar state={state} />
      <FindBar state={state} />
      <StaleNotice />
      <LinesGrid state={state} />
      <div className={styles.errors}>{errors}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups commands, not form fields */}
      <div id="lines-actions" tabIndex={-1} role="group" aria-label="Lines: commands" className={styles.actions}>
        {actions}
      </div>
    </section>
  );
}

/** The assembled text was edited by hand, so that it and the lines differ. */
function StaleNotice() {
  const { session } = useServices();
  const edited = useSession((state) => state.translatedEdited && state.role === 'holder');
  if (!edited) return null;
  return (
    <p className={styles.stale}>
      The translated text was edited by hand.{' '}
      <button type="button" className={styles.link} onClick={session.takeEditsOver}>
        Take my edits over into the lines
      </button>{' '}
      <button type="button" className={styles.link} onClick={session.assemble}>
        Assemble again
      </button>{' '}
      <button type="button" className={styles.link} onClick={session.keepTranslated}>
        Keep mine
      </button>
    </p>
  );
}

import { hasBatches } from '../../session/session-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import { explainFailure } from '../shared/explain-failure.ts';
import { TextBox } from '../shared/text-box.tsx';
import { useReadOnlyReason } from '../shared/use-read-only-reason.ts';
import { useSession } from '../shared/use-session.ts';
import styles from './result-panel.module.css';

/** Shown only when there is an error: what it means and what to do, then the words as they came. */
export function ErrorSection() {
  const error = useSession((state) => state.error);
  const explanation = useSession(explain);
  const readOnly = useReadOnlyReason();
  if (error === '') return null;
  return (
    <section aria-labelledby="errors-heading" className={styles.errors}>
      <h3 id="errors-heading" className={styles.heading}>
        Errors
      </h3>
      {explanation && <p className={styles.explanation}>{[explanation, readOnly].filter(Boolean).join(' ')}</p>}
      <TextBox name="Errors" text={error} />
    </section>
  );
}

function explain(state: SessionState): string | undefined {
  if (state.paused?.reason === 'failure') return explainFailure(state.paused.kind, 'Resume');
  if (hasBatches(state) || !state.error.startsWith('Invalid input format')) return undefined;
  return 'The original could not be read as .srt subtitles. Correct it in the left panel, then press Translate again.';
}

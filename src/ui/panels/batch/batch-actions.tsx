import { type ReactNode, useState } from 'react';
import { confirmedCount, editedCount, ownCount } from '../../../session/lines/own-lines.ts';
import { canReview } from '../../../session/session-selectors.ts';
import { type BatchSlot, batchAt, isFailed } from '../../../translation/batch.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { BATCHES_HEADING_ID, useKeepLines } from '../../state/open-batch.tsx';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason, useSession, useSettings } from '../../state/use-film.ts';
import { usePrimaryVariant } from '../../state/use-primary-variant.ts';
import { modelInUseWords } from '../../words/model-words.ts';
import styles from './batch-panel.module.css';

/** Id of the hint why an output cannot be changed now, which describes the disabled buttons. */
export const BATCH_HINT_ID = 'batch-hint';

const MODEL_ID = 'batch-model';

export function BatchActions({ index }: { index: number }) {
  const { session } = useServices();
  const locked = !useSession(canReview);
  const readOnly = useReadOnlyReason();
  const failed = useSession((state) => isFailed(state.results[index]));
  const confirmed = useSession((state) => confirmedCount(state, index));
  const edited = useSession((state) => editedCount(state, index));
  const isAllOwn = useSession((state) => ownCount(state, index) === batchAt(state.phrases, index).phrases.length);
  const { boxes, options } = useKeepLines({ confirmed, edited });
  const keepsAll = isAllOwn && !options.withConfirmed && !options.withEdited;
  const retryVariant = usePrimaryVariant('retry-batch');
  const model = useSettings(modelInUseWords);
  const { verdict, validate } = useVerdict(index);
  const waiting = { disabled: locked, 'aria-describedby': locked ? BATCH_HINT_ID : undefined };
  const pendingHint = locked ? 'You can edit when the run has ended or is stopped.' : '';
  return (
    <>
      <Button {...waiting} onClick={validate}>
        Validate
      </Button>
      <Button {...waiting} onClick={() => session.formatOutput(index)}>
        Format
      </Button>
      <div className={styles.hints}>
        <p id={BATCH_HINT_ID} role="status">
          {readOnly || pendingHint || verdict}
        </p>
        {!readOnly && <p id={MODEL_ID}>{model}</p>}
      </div>
      {!readOnly && boxes}
      <Button
        variant={failed ? retryVariant : 'bordered'}
        disabled={readOnly !== '' || (keepsAll && !failed)}
        aria-describedby={readOnly ? BATCH_HINT_ID : MODEL_ID}
        onClick={() => {
          session.translateAgain(index, options);
          focusSoon(BATCHES_HEADING_ID);
        }}
      >
        {failed ? 'Retry' : 'Translate again'}
      </Button>
    </>
  );
}

/** Validate's finding, until the batch changes. */
function useVerdict(index: number): { readonly verdict: ReactNode; readonly validate: () => void } {
  const { session } = useServices();
  const slot = useSession((state) => state.results[index]);
  const [checked, setChecked] = useState<{ readonly slot: BatchSlot; readonly count: number }>();

  function validate() {
    session.validateOutput(index);
    setChecked({ slot: session.store.getState().results[index], count: (checked?.count ?? 0) + 1 });
  }

  if (!slot || checked?.slot !== slot) return { verdict: '', validate };
  const words = isFailed(slot) ? slot[0] : 'No differences: the batch is OK.';
  // A new key makes a new element, so that screen readers read the same words again.
  return { verdict: <span key={checked.count}>{words}</span>, validate };
}

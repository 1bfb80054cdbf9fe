import { isHolder, progress } from '../../../engine/run-state.ts';
import { allOk, canShowResult, isTrying } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { isModelElsewhere } from '../../../settings/model-choice.ts';
import { countFinished } from '../../../translation/assemble.ts';
import { Button } from '../../kit/button.tsx';
import { saveFinishedPart } from '../../state/save.ts';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason, useSession, useSettings } from '../../state/use-film.ts';
import { usePrimaryVariant } from '../../state/use-primary-variant.ts';
import styles from './result-panel.module.css';

/** Once there are batches: what has come so far, the first batch once more, and the result. */
export function StartedActions() {
  return (
    <>
      <DownloadFinished />
      <TryAgain />
      <ResultButton />
    </>
  );
}

const PART_HINT_ID = 'finished-part';
const FIGURES = new Intl.NumberFormat('en');

const finishedWords = (state: SessionState): string => {
  if (!isHolder(state) || progress(state).ok === 0 || allOk(state)) return '';
  const { translated, total } = countFinished(state.phrases, state.results);
  return `${FIGURES.format(translated)} of ${FIGURES.format(total)}; the rest stays in the original`;
};

/** Before all is OK; the file's name says how much of it is translated. */
function DownloadFinished() {
  const services = useServices();
  const words = useSession(finishedWords);
  if (words === '') return null;

  return (
    <>
      <p id={PART_HINT_ID} className={`${styles.hint} ${styles.partHint}`}>
        {words}
      </p>
      <Button aria-describedby={PART_HINT_ID} onClick={() => void saveFinishedPart(services)}>
        Download the finished part
      </Button>
    </>
  );
}

/** With another prompt, or another model. */
function TryAgain() {
  const { session } = useServices();
  const trying = useSession(isTrying);
  const readOnly = useReadOnlyReason();
  const isElsewhere = useSettings(isModelElsewhere);
  if (!trying || readOnly !== '') return null;
  return (
    <Button disabled={isElsewhere} aria-describedby="model-in-use" onClick={() => session.translateAgain(0)}>
      Try the first batch again
    </Button>
  );
}

function ResultButton() {
  const { session } = useServices();
  const variant = usePrimaryVariant('result');
  const enabled = useSession(canShowResult);
  return (
    <Button
      // Primary only while it does something.
      variant={enabled ? variant : 'bordered'}
      disabled={!enabled}
      aria-describedby="next-step-hint"
      onClick={session.assemble}
    >
      Result
    </Button>
  );
}

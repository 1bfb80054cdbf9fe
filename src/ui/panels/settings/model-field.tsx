import ChevronDown from 'lucide-react/icons/chevron-down';
import { lazy, Suspense, useId, useState } from 'react';
import fields from '../../kit/fields/field.module.css';
import { firstSign } from '../../kit/first-sign.ts';
import { ErrorBoundary } from '../../kit/notice/error-boundary.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import { modelNote, sendsFromHere } from '../../words/model-in-use.ts';
import { modelProblem, modelSelectText } from './model-choices.ts';
import styles from './model-select.module.css';

const ModelSelect = lazy(async () => {
  await firstSign(window);
  return { default: (await import('./model-select.tsx')).ModelSelect };
});

/** The dropdown, and what is wrong with the model. The dropdown's code comes at the first touch of the page, in its own chunk. */
export function ModelField() {
  const { settings } = useServices();
  const problem = useSettings(modelProblem);
  const note = useSettings(modelNote);
  const sends = useSession(sendsFromHere);
  const [pressedEarly, setPressedEarly] = useState(false);
  function pressEarly() {
    setPressedEarly(true);
    settings.readFailedLists();
  }
  return (
    <div className={fields.field}>
      <ErrorBoundary>
        <Suspense fallback={<ModelSelectStandIn problemId="model-problem" onPress={pressEarly} />}>
          <ModelSelect problemId="model-problem" defaultOpen={pressedEarly} />
        </Suspense>
      </ErrorBoundary>
      <p id="model-problem" role="status" className={fields.problem}>
        {problem}
      </p>
      <p role="status" className={`${fields.fine} ${fields.note}`}>
        {sends && note}
      </p>
    </div>
  );
}

/** Of the same size, so that nothing moves. Pressed, it is the dropdown that opens as soon as it is there. */
function ModelSelectStandIn({ problemId, onPress }: { problemId: string; onPress: () => void }) {
  const text = useSettings(modelSelectText);
  const [labelId, valueId] = [useId(), useId()];
  return (
    <div className={styles.select}>
      <span id={labelId} className={fields.label}>
        Model
      </span>
      <button
        type="button"
        className={styles.trigger}
        aria-haspopup="listbox"
        aria-labelledby={`${valueId} ${labelId}`}
        aria-describedby={problemId}
        onClick={onPress}
      >
        <span id={valueId} className={styles.triggerText}>
          {text}
        </span>
        <ChevronDown aria-hidden className={styles.triggerIcon} />
      </button>
    </div>
  );
}

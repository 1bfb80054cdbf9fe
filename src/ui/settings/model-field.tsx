import ChevronDown from 'lucide-react/icons/chevron-down';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { useSettings } from '../shared/use-settings.ts';
import fields from './fields.module.css';
import { modelProblem, modelSelectText } from './model-choices.ts';
import styles from './model-select.module.css';

const ModelSelect = lazy(() => import('./model-select.tsx').then((module) => ({ default: module.ModelSelect })));

/** The dropdown, and what is wrong with the model. The dropdown's code comes after the first drawing, in its own chunk. */
export function ModelField() {
  const problem = useSettings(modelProblem);
  return (
    <div className={fields.field}>
      <ErrorBoundary>
        <Suspense fallback={<ModelSelectStandIn />}>
          <ModelSelect problemId="model-problem" />
        </Suspense>
      </ErrorBoundary>
      <p id="model-problem" role="status" className={fields.problem}>
        {problem}
      </p>
    </div>
  );
}

/** Of the same size, so that nothing moves. */
function ModelSelectStandIn() {
  const text = useSettings(modelSelectText);
  return (
    <div className={styles.select}>
      <span className={fields.label}>Model</span>
      <button type="button" className={styles.trigger} disabled aria-label={`${text} Model`}>
        <span className={styles.triggerText}>{text}</span>
        <ChevronDown aria-hidden className={styles.triggerIcon} />
      </button>
    </div>
  );
}

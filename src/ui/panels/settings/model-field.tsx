import { useRef, useState } from 'react';
import { hasBatches } from '../../../engine/run-state.ts';
import { allOk } from '../../../film/film.ts';
import fields from '../../kit/field.module.css';
import { ChevronDown } from '../../kit/icons.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { ErrorBoundary } from '../../kit/messages.tsx';
import { MODEL_TRIGGER } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession, useSettings } from '../../state/use-film.ts';
import { type ListPhase, modelNote, modelProblem, modelSelectText } from '../../words/model-words.ts';
import styles from './model-select.module.css';

/** The list that opens, with its search. */
export const modelListPart = lazyPart(() => import(/* webpackChunkName: "model-list" */ './model-list.tsx'));
const ModelList = modelListPart.component((part) => part.ModelList, { whenTouched: true });

/** The dropdown, and what is wrong with the model. The code of its list comes at the first touch of the page, in its own chunk. */
export function ModelField() {
  const { settings } = useServices();
  const text = useSettings(modelSelectText);
  const problem = useSettings(modelProblem);
  const isRunning = useSession(hasBatches);
  const note = useSettings((state) => modelNote(state, isRunning));
  const sends = !useSession(allOk);
  const [phase, setPhase] = useState<ListPhase>('closed');
  const trigger = useRef<HTMLButtonElement>(null);
  function open() {
    setPhase('wanted');
    // In Safari a press does not focus a button, and without the focus the button could not lose it either.
    trigger.current?.focus();
    settings.readFailedLists();
  }
  return (
    <div className={fields.field}>
      <div className={styles.select}>
        <span id="model-label" className={fields.label}>
          Model
        </span>
        <button
          ref={trigger}
          id={MODEL_TRIGGER}
          type="button"
          className={styles.trigger}
          aria-haspopup="dialog"
          aria-expanded={phase === 'open'}
          aria-labelledby="model-value model-label"
          aria-describedby="model-problem"
          onClick={open}
          // Opened now, the list would take what is being typed elsewhere: a key, say.
          onBlur={() => setPhase((now) => (now === 'wanted' ? 'closed' : now))}
          onKeyDown={(event) => {
            if (!/^Arrow[UD]/.test(event.key)) return;
            event.preventDefault();
            open();
          }}
        >
          <span id="model-value" className={styles.triggerText}>
            {text}
          </span>
          <ChevronDown className={styles.triggerIcon} />
        </button>
      </div>
      <ErrorBoundary>
        <ModelList trigger={trigger} phase={phase} setPhase={setPhase} />
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

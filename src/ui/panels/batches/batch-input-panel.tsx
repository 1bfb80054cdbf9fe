import { type ReactNode, useMemo } from 'react';
import { madeWith } from '../../../engine/run-state.ts';
import { neighbourBatch, nextFailed, phrasesText } from '../../../film/film.ts';
import { untranslatedNumbers } from '../../../film/lines.ts';
import { scriptOfText } from '../../../languages/scripts.ts';
import { modelKey } from '../../../providers/provider.ts';
import { batchAt } from '../../../translation/batch.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { TextEditor } from '../../editor/text-editor.tsx';
import { Button, PlainButton } from '../../kit/button.tsx';
import { StaticText } from '../../kit/fields.tsx';
import { ChevronRight } from '../../kit/icons.tsx';
import { ChevronLeft } from '../../kit/more-icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { usePrimaryVariant } from '../../state/next-step.ts';
import { batchHeadingId, closeBatch, openBatch } from '../../state/open-batch.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession, useSettings } from '../../state/use-film.ts';
import { batchStateWords } from '../../words/batch-words.ts';
import { modelWords } from '../../words/model-words.ts';
import { untranslatedWords } from '../../words/undo-words.ts';
import styles from './batch-panel.module.css';

/** The left panel while a batch is open: what was sent. */
export function BatchInputPanel({ index }: { index: number }) {
  const services = useServices();
  const phrases = useSession((state) => state.phrases);
  const text = useMemo(() => phrasesText(batchAt(phrases, index).phrases), [phrases, index]);

  return (
    <Panel
      name="Original"
      title={<BatchTitle index={index} />}
      titleId={batchHeadingId(index)}
      aside={<BatchSteps index={index} />}
      actions={
        <Button inBar variant={usePrimaryVariant('close-batch')} onClick={() => closeBatch(services)}>
          Close
        </Button>
      }
    >
      <div className={styles.text}>
        <TextEditor
          name="Batch input"
          value={text}
          readOnly
          className={quiet.editor}
          height="100%"
          {...scriptOfText(text)}
        />
      </div>
      <BatchPrompt index={index} />
    </Panel>
  );
}

/** Such as "Batch 17 of 80, failed: phrase 333 is missing". */
function BatchTitle({ index }: { index: number }) {
  const phrases = useSession((state) => state.phrases);
  const count = useSession((state) => state.results.length);
  const slot = useSession((state) => state.results[index]);
  const details = useSession((state) => state.details[index]);
  const untranslated = untranslatedWords(useSession((state) => untranslatedNumbers(state, index).length));
  const words = useMemo(
    () => batchStateWords(batchAt(phrases, index).phrases, slot, details),
    [phrases, index, slot, details],
  );
  return (
    <>
      <span>Batch {index + 1}</span>
      <span className={styles.state}>
        {' '}
        of {count}, {words}
        {untranslated && `, ${untranslated}`}
      </span>
    </>
  );
}

/** To the finished batches before and after the open one, and to the next one that failed. */
function BatchSteps({ index }: { index: number }) {
  const { session } = useServices();
  const failed = useSession((state) => nextFailed(state, index));
  return (
    <div className={styles.steps}>
      {failed !== undefined && failed !== index && (
        <PlainButton onClick={() => openBatch(session, failed)}>Next failed</PlainButton>
      )}
      <Step name="Previous batch" to={useSession((state) => neighbourBatch(state, index, -1))} icon={<ChevronLeft />} />
      <Step name="Next batch" to={useSession((state) => neighbourBatch(state, index, 1))} icon={<ChevronRight />} />
    </div>
  );
}

function Step({ name, to, icon }: { name: string; to: number | undefined; icon: ReactNode }) {
  const { session } = useServices();
  return (
    <PlainButton
      icon={icon}
      aria-label={name}
      title={name}
      disabled={to === undefined}
      onClick={() => to !== undefined && openBatch(session, to)}
    />
  );
}

/** With which prompt and model the batch was made; what is not noted is as it is now. */
function BatchPrompt({ index }: { index: number }) {
  const made = useSession((state) => madeWith(state, index));
  const now = useSettings((state) => state);
  const isOther = made && (made.prompt !== now.prompt || modelKey(made.model) !== modelKey(now.model));
  return (
    <section aria-labelledby="batch-prompt-heading">
      <h3 id="batch-prompt-heading" className={styles.heading}>
        Prompt
      </h3>
      <StaticText name="Prompt text" text={made?.prompt ?? now.prompt} />
      {made && (
        <p className={styles.fine}>
          Made with {modelWords(made.model)}
          {isOther && '; prompt or model have changed since'}
        </p>
      )}
    </section>
  );
}

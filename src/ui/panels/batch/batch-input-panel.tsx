import { useMemo } from 'react';
import { untranslatedNumbers } from '../../../session/lines/untranslated.ts';
import { phrasesText } from '../../../session/session-selectors.ts';
import { batchAt } from '../../../translation/batch-at.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { scriptOfText } from '../../editor/script-of-text.ts';
import { TextEditor } from '../../editor/text-editor.tsx';
import { Button } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { batchHeadingId, closeBatch } from '../../state/batch/open-batch.ts';
import { useServices } from '../../state/services.tsx';
import { usePrimaryLook } from '../../state/use-primary-look.ts';
import { useSession } from '../../state/use-session.ts';
import { batchStateWords } from '../../words/batch-state-words.ts';
import { untranslatedWords } from '../../words/untranslated-words.ts';
import styles from './batch-panel.module.css';
import { BatchPrompt } from './batch-prompt.tsx';
import { BatchSteps } from './batch-steps.tsx';

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
        <Button inBar look={usePrimaryLook('close-batch')} onClick={() => closeBatch(services)}>
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

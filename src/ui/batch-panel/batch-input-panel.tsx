import { useMemo } from 'react';
import { phrasesText } from '../../session/session-selectors.ts';
import { batchAt } from '../../translation/batch-at.ts';
import { batchButtonId } from '../batch-list/batch-ids.ts';
import { BATCH_HEADING_ID } from '../shared/bring-batch-into-view.ts';
import { Button } from '../shared/button.tsx';
import { focusSoon } from '../shared/focus-soon.ts';
import { Panel } from '../shared/panel.tsx';
import quiet from '../shared/quiet-editor.module.css';
import { scriptOfText } from '../shared/script-of-text.ts';
import { useServices } from '../shared/services.tsx';
import { StaticText } from '../shared/static-text.tsx';
import { TextEditor } from '../shared/text-editor/text-editor.tsx';
import { usePrimaryLook } from '../shared/use-primary-look.ts';
import { useSession } from '../shared/use-session.ts';
import { useSettings } from '../shared/use-settings.ts';
import styles from './batch-panel.module.css';
import { BatchSteps } from './batch-steps.tsx';

/** The left panel while a batch is open: what was sent. */
export function BatchInputPanel({ index }: { index: number }) {
  const { session } = useServices();
  const phrases = useSession((state) => state.phrases);
  const prompt = useSettings((state) => state.prompt);
  const text = useMemo(() => phrasesText(batchAt(phrases, index).phrases), [phrases, index]);

  function close() {
    session.closeBatch();
    focusSoon(batchButtonId(index));
  }

  return (
    <Panel
      name="Original"
      title={`Batch ${index + 1}`}
      titleId={BATCH_HEADING_ID}
      aside={<BatchSteps index={index} />}
      actions={
        <Button look={usePrimaryLook('close-batch')} onClick={close}>
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
      <section aria-labelledby="batch-prompt-heading">
        <h3 id="batch-prompt-heading" className={styles.heading}>
          Prompt
        </h3>
        <StaticText name="Prompt text" text={prompt} />
      </section>
    </Panel>
  );
}

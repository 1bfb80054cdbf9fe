import { useMemo } from 'react';
import { canReview } from '../../../session/session-selectors.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { scriptOfText } from '../../editor/script-of-text.ts';
import { TextEditor } from '../../editor/text-editor.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import { BatchActions } from './batch-actions.tsx';
import { BatchErrors } from './batch-errors.tsx';
import styles from './batch-panel.module.css';
import { CorrectionNote } from './correction-note.tsx';

/** The right panel while a batch is open: its output, to be read and corrected. */
export function BatchOutputPanel({ index }: { index: number }) {
  const { session } = useServices();
  const output = useSession((state) => state.results[index]?.[1] ?? '');
  const isLeft = useSession((state) => state.results[index] == null);
  const pending = !useSession(canReview);
  const script = useMemo(() => scriptOfText(output), [output]);
  return (
    <Panel name="Translation" actions={<BatchActions index={index} />}>
      <div className={styles.text}>
        <TextEditor
          key={index}
          name="Batch output"
          value={output}
          onChange={(text) => session.editOutput(index, text)}
          readOnly={pending}
          className={pending ? quiet.editor : undefined}
          height="100%"
          {...script}
          placeholder={isLeft ? 'This batch is translated again by itself.' : 'No answer came.'}
        />
      </div>
      <CorrectionNote index={index} />
      <BatchErrors index={index} />
    </Panel>
  );
}

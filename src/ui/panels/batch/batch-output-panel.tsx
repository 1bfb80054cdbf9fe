import { useMemo } from 'react';
import { untranslatedNumbers } from '../../../session/lines/untranslated.ts';
import { canReview } from '../../../session/session-selectors.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { scriptOfText } from '../../editor/script-of-text.ts';
import { TextEditor } from '../../editor/text-editor.tsx';
import { Disclosure } from '../../kit/disclosure.tsx';
import { StaticText } from '../../kit/fields/static-text.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { BatchActions } from './batch-actions.tsx';
import { BatchErrors } from './batch-errors.tsx';
import styles from './batch-panel.module.css';

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

/** How the output came about: gaps filled, several replies, corrective pass. */
function CorrectionNote({ index }: { index: number }) {
  const filled = useSession((state) => untranslatedNumbers(state, index));
  const { inParts, correction } = useSession((state) => state.details[index]) ?? {};
  return (
    <>
      {filled.length > 0 && <p className={styles.fine}>Gaps filled with the original by you: {filled.join(', ')}</p>}
      {inParts && <p className={styles.fine}>Put together from several replies.</p>}
      {correction && (
        <Disclosure summary={`${correction.worked ? 'Corrected' : 'Not corrected'} by the model: what was wrong`}>
          <ul className={styles.corrections}>
            {correction.errors.map((error, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two errors may be equal, and the list never changes
              <li key={place}>{error}</li>
            ))}
          </ul>
          <StaticText name="First answer" text={correction.answer} />
        </Disclosure>
      )}
    </>
  );
}

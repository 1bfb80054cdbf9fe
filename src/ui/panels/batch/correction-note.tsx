import { untranslatedNumbers } from '../../../session/lines/untranslated.ts';
import { Disclosure } from '../../kit/disclosure.tsx';
import { StaticText } from '../../kit/fields/static-text.tsx';
import { useSession } from '../../state/use-session.ts';
import styles from './batch-panel.module.css';

/** How the output came about: corrective pass, several replies, gaps filled. */
export function CorrectionNote({ index }: { index: number }) {
  const correction = useSession((state) => state.details[index]?.correction);
  const inParts = useSession((state) => state.details[index]?.inParts ?? false);
  return (
    <>
      <FilledNote index={index} />
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

function FilledNote({ index }: { index: number }) {
  const numbers = useSession((state) => untranslatedNumbers(state, index));
  if (numbers.length === 0) return null;
  return <p className={styles.fine}>Gaps filled with the original by you: {numbers.join(', ')}</p>;
}

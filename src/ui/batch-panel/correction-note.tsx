import { isFailed } from '../../translation/batch.ts';
import { Disclosure } from '../shared/disclosure.tsx';
import { StaticText } from '../shared/static-text.tsx';
import { useSession } from '../shared/use-session.ts';
import styles from './batch-panel.module.css';

/** What happened on the way to the output: the corrective pass, or halves put together. */
export function CorrectionNote({ index }: { index: number }) {
  const correction = useSession((state) => state.details[index]?.correction);
  const failed = useSession((state) => isFailed(state.results[index]));
  const halved = useSession((state) => state.details[index]?.inHalves ?? false);
  return (
    <>
      {halved && <p className={styles.fine}>Sent in halves and put together again.</p>}
      {correction && (
        <Disclosure summary={`${failed ? 'Not corrected' : 'Corrected'} by the model: what was wrong`}>
          <ul className={styles.corrections}>
            {correction.errors.map((error, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and the list stays as it is
              <li key={place}>{error}</li>
            ))}
          </ul>
          <StaticText name="First answer" text={correction.answer} />
        </Disclosure>
      )}
    </>
  );
}

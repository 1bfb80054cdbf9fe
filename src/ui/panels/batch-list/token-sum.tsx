import { useMemo } from 'react';
import { totalUsage } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import styles from './batch-list.module.css';

const FORMAT = new Intl.NumberFormat('en');

const detailsOf = ({ details }: SessionState) => details;

/** The run's tokens so far, by the provider's count. */
export function TokenSum() {
  const { session } = useServices();
  const details = useSession(detailsOf);
  const {
    input,
    output,
    reasoning,
    atHalfPrice = 0,
  } = useMemo(() => totalUsage({ ...session.store.getState(), details }), [session, details]);
  if (input + output === 0) return null;
  return (
    <p className={`${styles.fine} ${styles.tokens}`}>
      <span className={styles.phrase}>
        Tokens: {FORMAT.format(input)} in · {FORMAT.format(output)} out
      </span>{' '}
      {reasoning > 0 && <span className={styles.phrase}>(of it {FORMAT.format(reasoning)} thinking)</span>}{' '}
      {atHalfPrice > 0 && <span className={styles.phrase}>({FORMAT.format(atHalfPrice)} at half price)</span>}
    </p>
  );
}

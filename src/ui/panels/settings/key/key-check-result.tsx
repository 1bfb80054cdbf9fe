import type { ReactNode } from 'react';
import { assertNever } from '../../../../lib/assert-never.ts';
import type { EndpointId } from '../../../../providers/provider.ts';
import type { KeyCheckState } from '../../../../settings/settings.ts';
import { CircleCheck, CircleX, Info } from '../../../kit/icons/later-icons.tsx';
import { useSession, useSettings } from '../../../state/use-film.ts';
import styles from './key-field.module.css';

export function KeyCheckResult({ provider }: { provider: EndpointId }) {
  const check = useSettings((state) => state.keyChecks[provider]);
  const isModels = useSettings(({ model }) => model.endpoint === provider);
  const stoppedRun = useSession(({ paused }) => paused?.reason === 'failure' && paused.kind === 'bad-key');
  // The same refusal stands under "Errors", with what to do: once is enough.
  const toldAlready = check.outcome === 'invalid' && isModels && stoppedRun;
  return toldAlready ? null : checkWords(check);
}

function checkWords(check: KeyCheckState): ReactNode {
  switch (check.outcome) {
    case 'unchecked':
      return null;
    case 'checking':
      return 'Checking the key…';
    case 'valid':
      return (
        <>
          <CircleCheck aria-hidden className={styles.checkIcon} />
          The key works.
        </>
      );
    case 'invalid':
      return (
        <>
          <CircleX aria-hidden className={styles.checkIcon} />
          The provider refuses this key: {check.failure.message}
        </>
      );
    case 'unknown':
      return (
        <>
          <Info aria-hidden className={styles.checkIcon} />
          The key could not be checked: {check.failure.message}
        </>
      );
    default:
      return assertNever(check);
  }
}

import { ENDPOINT_IDS } from '../../../../providers/provider.ts';
import { Button } from '../../../kit/button.tsx';
import fields from '../../../kit/fields/field.module.css';
import { useServices } from '../../../state/services.tsx';
import { useSettings } from '../../../state/use-film.ts';
import styles from './key-field.module.css';

/** Where the keys are, where they go, and how they are taken away. */
export function KeyNotice() {
  const { settings } = useServices();
  const session = useSettings((state) => state.keepKeys === 'session');
  const noKeys = useSettings(({ keys, heldKeys }) =>
    ENDPOINT_IDS.every((id) => keys[id] === '' && heldKeys[id] === ''),
  );
  return (
    <div className={styles.noticeRow}>
      <p id="api-key-notice" className={fields.fine}>
        {session ? 'Your keys stay in memory until this page is closed.' : 'Your keys are kept in this browser only.'} A
        key is sent to its own provider only. Tip: use a key with a spending limit, one you can revoke.
      </p>
      <Button variant="plain" disabled={noKeys} onClick={settings.forgetKeys}>
        Forget keys
      </Button>
    </div>
  );
}

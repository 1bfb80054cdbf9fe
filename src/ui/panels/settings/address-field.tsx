import { useState } from 'react';
import { allowedAddress, ownServers } from '../../../providers/allowed-address.ts';
import { ENDPOINTS } from '../../../providers/endpoints.ts';
import type { LocalId } from '../../../providers/provider.ts';
import { Button } from '../../kit/button.tsx';
import fields from '../../kit/fields/field.module.css';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-film.ts';
import styles from './key/key-field.module.css';

/** Where a server on this computer is. Taken over when the field is left or Enter is pressed, so that no half address is asked. */
export function AddressField({ endpoint }: { endpoint: LocalId }) {
  const { settings } = useServices();
  const address = useSettings(({ calls }) => calls.addresses[endpoint] || ENDPOINTS[endpoint].address);
  const hasFailed = useSettings(({ models }) => models[endpoint].state === 'fallback');
  const [draft, setDraft] = useState<string>();
  const text = draft ?? address;
  const isWrong = text.trim() !== '' && allowedAddress(text) === undefined;

  function takeOver() {
    if (draft === undefined || isWrong) return;
    settings.setAddress(endpoint, (draft.trim() && allowedAddress(draft)) ?? '');
    setDraft(undefined);
  }

  return (
    <div className={fields.field}>
      <label htmlFor="endpoint-address" className={fields.label}>
        Address
      </label>
      <div className={styles.keyRow}>
        <input
          id="endpoint-address"
          className={`${fields.input} ${styles.key}`}
          type="text"
          inputMode="url"
          value={text}
          placeholder="http://localhost:8000/v1"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby="endpoint-address-problem"
          onChange={({ currentTarget: { value } }) => setDraft(value)}
          onBlur={takeOver}
          onKeyDown={({ key }) => key === 'Enter' && takeOver()}
        />
        {hasFailed && <Button onClick={() => settings.showProvider(endpoint)}>Try again</Button>}
      </div>
      <p id="endpoint-address-problem" role="status" className={fields.problem}>
        {isWrong && `This page may not connect to this address. It reaches ${reachedWords()}.`}
      </p>
    </div>
  );
}

/** A build can name the servers one by one. */
function reachedWords(): string {
  const servers = ownServers();
  if (servers.some((host) => host.endsWith(':*'))) return 'servers on this computer, such as http://localhost:8000/v1';
  return servers.join(' and ');
}

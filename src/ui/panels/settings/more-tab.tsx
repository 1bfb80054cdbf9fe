import type { ReactNode } from 'react';
import { offeredEndpoints } from '../../../providers/allowed-address.ts';
import { ENDPOINTS } from '../../../providers/endpoints.ts';
import { isLocal, MORE_NAMES, type MoreId } from '../../../providers/provider.ts';
import fields from '../../kit/fields/field.module.css';
import { useServices } from '../../state/services.tsx';
import { AddressField } from './address-field.tsx';
import { KeyField } from './key/key-field.tsx';
import styles from './provider-tabs.module.css';
import { UnlistedModelField } from './unlisted-model-field.tsx';

const labelOf = (id: MoreId): string => (id === 'local' ? 'Another address' : MORE_NAMES[id]);

interface MoreTabProps {
  readonly endpoint: MoreId;
  /** The field of the model, which all tabs share. */
  readonly model: ReactNode;
}

/** Which endpoint of the tab "more", where it is if that is a person's own affair, and its key. Choosing one asks it for its models. */
export function MoreTab({ endpoint, model }: MoreTabProps) {
  const { settings } = useServices();
  const offered = offeredEndpoints();
  if (offered.length === 0)
    return <p className={fields.fine}>This copy of the page may connect to no other endpoint.</p>;
  const isOffered = offered.includes(endpoint);
  const groups = [
    { label: 'On the internet', ids: offered.filter((id) => !isLocal(id)) },
    { label: 'On this computer', ids: offered.filter(isLocal) },
  ];
  return (
    <div className={styles.tabs}>
      <div className={fields.field}>
        <label htmlFor="endpoint" className={fields.label}>
          Endpoint
        </label>
        <select
          id="endpoint"
          className={fields.input}
          value={endpoint}
          onChange={({ currentTarget: { value } }) => settings.showProvider(value as MoreId)}
        >
          {!isOffered && (
            <option value={endpoint} disabled>
              Choose an endpoint
            </option>
          )}
          {groups.map(
            ({ label, ids }) =>
              ids.length > 0 && (
                <optgroup key={label} label={label}>
                  {ids.map((id) => (
                    <option key={id} value={id}>
                      {labelOf(id)}
                    </option>
                  ))}
                </optgroup>
              ),
          )}
        </select>
      </div>
      {isOffered && isLocal(endpoint) && <AddressField key={endpoint} endpoint={endpoint} />}
      {isOffered && <UnlistedModelField key={`model-${endpoint}`} endpoint={endpoint} />}
      {model}
      {isOffered && <KeyField key={`key-${endpoint}`} provider={endpoint} {...ENDPOINTS[endpoint]} />}
    </div>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import { namesWords } from '../../../lib/text.ts';
import {
  allowedAddress,
  COMPATIBLE_ENDPOINTS,
  offeredEndpoints,
  ownServers,
} from '../../../providers/compatible-endpoints.ts';
import { type CompatibleEndpointId, isLocal, type LocalId, nameOf } from '../../../providers/endpoints.ts';
import { addressOf, isEmptyServer, leftOutOf, type ModelListState } from '../../../settings/settings.ts';
import { Button } from '../../kit/button.tsx';
import fields from '../../kit/field.module.css';
import { Select } from '../../kit/fields.tsx';
import { Disclosure } from '../../kit/panel.tsx';
import { useTyped } from '../../kit/typed-fields.tsx';
import { useServices, useSettings } from '../../state/services.tsx';
import { NAMED_AT_MOST } from '../../words/undo-words.ts';
import keyFieldStyles from './key-field.module.css';
import { KeyField } from './key-field.tsx';
import styles from './provider-tabs.module.css';

const labelOf = (id: CompatibleEndpointId): string => (id === 'local' ? 'Another address' : nameOf(id));

/**
 * The endpoint of the tab "more", its address if a person can set it, and its key. A chosen endpoint is asked for its models. `model`: the field that all tabs
 * share.
 */
export function MoreTab({ endpoint, model }: { endpoint: CompatibleEndpointId; model: ReactNode }) {
  const { settings } = useServices();
  const [isAddressHeld, setAddressHeld] = useState(false);
  const hasAddress = useSettings(
    (state) => (addressOf(state, endpoint) || COMPATIBLE_ENDPOINTS[endpoint].address) !== '',
  );
  const offered = offeredEndpoints();
  if (offered.length === 0) return <p className={fields.fine}>No other services are enabled on this page.</p>;
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
          onChange={({ currentTarget: { value } }) => settings.showProvider(value as CompatibleEndpointId)}
        >
          {!isOffered && (
            <option value={endpoint} disabled>
              Choose a service
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
      {isOffered && isLocal(endpoint) && <AddressField key={endpoint} endpoint={endpoint} onHeld={setAddressHeld} />}
      {isOffered && <UnlistedModelField key={`model-${endpoint}`} endpoint={endpoint} />}
      {model}
      {isOffered && <LeftOutModels endpoint={endpoint} />}
      {isOffered && (
        <KeyField
          key={`key-${endpoint}`}
          provider={endpoint}
          keyHint={COMPATIBLE_ENDPOINTS[endpoint].keyHint}
          keyPage={COMPATIBLE_ENDPOINTS[endpoint].keyPage}
          locked={isAddressHeld || !hasAddress ? LOCKED : undefined}
        />
      )}
    </div>
  );
}

const LOCKED = 'Correct the address above first, then enter the key.';

/** Some servers answer, but have no list of models: then the person types the model's name. */
const hasNoList = (list: ModelListState): boolean =>
  list.state === 'live' ? list.models.length === 0 : list.state === 'fallback' && NO_LIST.has(list.failure.status);

/** A sentence about the listed models, if none of them seems to chat; '': there is no such list. */
function leftOutWords(list: ModelListState): string {
  if (list.state !== 'live' || !list.leftOut) return '';
  const names = list.leftOut.map(({ id }) => id);
  return `The page does not know whether a model of this server can translate: ${namesWords(names, NAMED_AT_MOST)}. Choose one under Model, or type the name of another model here.`;
}

/** Not found, not allowed, not implemented, and a successful reply that is not a list. */
const NO_LIST: ReadonlySet<number | undefined> = new Set([200, 404, 405, 501]);

/** The name of a model, if there is no list to pick it from. */
function UnlistedModelField({ endpoint }: { endpoint: CompatibleEndpointId }) {
  const { settings } = useServices();
  const isShown = useSettings(({ models }) => hasNoList(models[endpoint]));
  const isEmpty = useSettings((state) => isEmptyServer(state, endpoint));
  const leftOut = useSettings(({ models }) => leftOutWords(models[endpoint]));
  const { loadModel } = COMPATIBLE_ENDPOINTS[endpoint];
  const id = useSettings(({ model }) => (model.endpoint === endpoint ? model.id : ''));
  const { typed, input } = useTyped((name) => {
    if (name.trim()) settings.pickModel({ endpoint, id: name.trim() });
  });
  if (!isShown) return null;

  return (
    <div className={fields.field}>
      <label htmlFor="unlisted-model" className={fields.label}>
        Name of the model
      </label>
      <input
        id="unlisted-model"
        className={fields.input}
        type="text"
        value={typed ?? id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby="unlisted-model-help"
        {...input}
      />
      <p id="unlisted-model-help" role="status" className={fields.fine}>
        {isEmpty
          ? `The server has not loaded a model. ${loadModel}. Then come back: the page asks the server again. If you know the name of a model on the server, you can also type it here.`
          : leftOut || 'This server has no list of models. Type the name of its model.'}
      </p>
    </div>
  );
}

/** The models of a person's own server that do not seem to chat: the name may not tell. */
function LeftOutModels({ endpoint }: { endpoint: CompatibleEndpointId }) {
  const { settings } = useServices();
  const list = useSettings(({ models }) => models[endpoint]);
  const id = useSettings(({ model }) => (model.endpoint === endpoint ? model.id : ''));
  const leftOut = list.state === 'live' && list.models.length > 0 ? leftOutOf(list).map((model) => model.id) : [];
  if (leftOut.length === 0) return null;
  return (
    <Disclosure summary="Is a model missing?" unfolded={leftOut.includes(id)}>
      <label className={fields.field}>
        <span className={fields.fine}>
          The server also has these models. They seem not to be for text. If one of them can translate, choose it here.
        </span>
        <Select
          aria-label="Other models of the server"
          className={fields.input}
          value={leftOut.includes(id) ? id : ''}
          options={[['', 'Choose'], ...leftOut.map((name) => [name, name] as const)]}
          onChoose={(name) => name !== '' && settings.pickModel({ endpoint, id: name })}
        />
      </label>
    </Disclosure>
  );
}

interface AddressFieldProps {
  readonly endpoint: LocalId;
  /** Called with true while the field contains another address than the one in use. */
  readonly onHeld: (isHeld: boolean) => void;
}

/** The address of a server on this computer. It is used when the field loses the focus or Enter is pressed, so that no request goes to half an address. */
function AddressField({ endpoint, onHeld }: AddressFieldProps) {
  const { settings } = useServices();
  const address = useSettings(({ calls }) => calls.addresses[endpoint] || COMPATIBLE_ENDPOINTS[endpoint].address);
  const hasFailed = useSettings(({ models }) => models[endpoint].state === 'fallback');
  const { typed, input } = useTyped(() => {
    if (meant === undefined) return false;
    // The usual address is stored as ''. As a text it would count as another address, for which no key is known.
    if (isHeld) settings.setAddress(endpoint, meant === COMPATIBLE_ENDPOINTS[endpoint].address ? '' : meant);
    return true;
  });
  const text = typed ?? address;
  /** undefined: this page must not connect to it. */
  const meant = text.trim() === '' ? COMPATIBLE_ENDPOINTS[endpoint].address : allowedAddress(text);
  const isWrong = meant === undefined;
  const isHeld = meant !== address;
  useEffect(() => {
    onHeld(isHeld);
    return () => onHeld(false);
  }, [isHeld, onHeld]);

  return (
    <div className={fields.field}>
      <label htmlFor="endpoint-address" className={fields.label}>
        Address
      </label>
      <div className={keyFieldStyles.keyRow}>
        <input
          id="endpoint-address"
          className={`${fields.input} ${keyFieldStyles.key}`}
          type="text"
          inputMode="url"
          value={text}
          placeholder="http://localhost:8000/v1"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby="endpoint-address-problem"
          {...input}
        />
        {hasFailed && !isWrong && <Button onClick={() => settings.showProvider(endpoint)}>Try again</Button>}
      </div>
      <p id="endpoint-address-problem" role="status" className={fields.problem}>
        {isWrong &&
          `This page cannot connect to this address. ${reachedWords()}${typed && address ? ` Until then the page uses ${address}.` : ''}`}
      </p>
    </div>
  );
}

/** A build can contain a list of the allowed servers. */
function reachedWords(): string {
  const servers = ownServers();
  if (servers.some((host) => host.endsWith(':*')))
    return 'Enter the address of a server on this computer, such as http://localhost:8000/v1.';
  return `Enter the address of one of these servers: ${servers.join(', ')}.`;
}

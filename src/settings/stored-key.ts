import { type ApiKeys, byEndpoint, type EndpointId, isLocal } from '../providers/provider.ts';
import { keyRefusal } from './key-refusal.ts';
import type { KeptSettings, SettingsState } from './settings-state.ts';

/** The provider's key, in use or held; empty: it has none. */
export const storedKey = ({ keys, heldKeys }: Pick<SettingsState, 'keys' | 'heldKeys'>, provider: EndpointId): string =>
  keys[provider] || heldKeys[provider];

/** Whether nothing can be sent to the endpoint, because it needs a key and has none. */
export const lacksKey = ({ keys }: Pick<SettingsState, 'keys'>, endpoint: EndpointId): boolean =>
  keys[endpoint] === '' && !isLocal(endpoint);

/** Tells stored keys that can be used from doubtful ones that a person must be asked about first. */
export function heldBack(
  keys: ApiKeys,
  isAnswered: (provider: EndpointId) => boolean,
): Pick<KeptSettings, 'keys' | 'heldKeys'> {
  const isHeld = (id: EndpointId) => keyRefusal(id, keys[id]) !== undefined && !isAnswered(id);
  return {
    keys: byEndpoint((id) => (isHeld(id) ? '' : keys[id])),
    heldKeys: byEndpoint((id) => (isHeld(id) ? keys[id] : '')),
  };
}

/**
 * A tab's keys after another tab has stored some. Each tab keeps its own session-only keys; changing where keys are kept removes
 * none.
 */
export function keysBeside(own: KeptSettings, stored: KeptSettings): Pick<KeptSettings, 'keys' | 'heldKeys'> {
  const isOwn = (id: EndpointId) =>
    stored.keepKeys === 'session' || (own.keepKeys === 'session' && storedKey(stored, id) === '');
  const from = (id: EndpointId) => (isOwn(id) ? own : stored);
  return { keys: byEndpoint((id) => from(id).keys[id]), heldKeys: byEndpoint((id) => from(id).heldKeys[id]) };
}

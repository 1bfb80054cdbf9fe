import { type EndpointId, isLocal } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';

/** The provider's key, in use or held back; empty: it has none. */
export const storedKey = ({ keys, heldKeys }: Pick<SettingsState, 'keys' | 'heldKeys'>, provider: EndpointId): string =>
  keys[provider] || heldKeys[provider];

/** Nothing can be sent to the endpoint: it has no key, and needs one. */
export const lacksKey = ({ keys }: Pick<SettingsState, 'keys'>, endpoint: EndpointId): boolean =>
  keys[endpoint] === '' && !isLocal(endpoint);

import { type EndpointId, isLocal } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';

/** The provider's key, in use or held; empty: it has none. */
export const storedKey = ({ keys, heldKeys }: Pick<SettingsState, 'keys' | 'heldKeys'>, provider: EndpointId): string =>
  keys[provider] || heldKeys[provider];

/** Whether nothing can be sent to the endpoint, because it needs a key and has none. */
export const lacksKey = ({ keys }: Pick<SettingsState, 'keys'>, endpoint: EndpointId): boolean =>
  keys[endpoint] === '' && !isLocal(endpoint);

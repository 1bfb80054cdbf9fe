import type { ProviderId } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';

/** The provider's key, in use or held back; empty: it has none. */
export const storedKey = ({ keys, heldKeys }: Pick<SettingsState, 'keys' | 'heldKeys'>, provider: ProviderId): string =>
  keys[provider] || heldKeys[provider];

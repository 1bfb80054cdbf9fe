import { type ApiKeys, byEndpoint, type EndpointId } from '../providers/provider.ts';
import { keyRefusal } from './key-refusal.ts';
import type { KeptSettings } from './settings-state.ts';

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

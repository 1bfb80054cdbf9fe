import { byEndpoint, type EndpointId } from '../providers/provider.ts';
import type { KeptSettings } from './settings-state.ts';
import { storedKey } from './stored-key.ts';

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

import type { EndpointId, ModelInfo } from '../providers/provider.ts';
import { isOnThisComputer } from './address-of.ts';
import type { SettingsState } from './settings-state.ts';

const FREE = { input: 0, output: 0 };

/**
 * US dollars a million tokens: 0 on this computer, else as the endpoint's live list says; undefined: the list does not say.
 * The model may come from stored costs, with an endpoint that this version does not know.
 */
export function livePrice(
  state: Pick<SettingsState, 'calls' | 'models'>,
  { endpoint, id }: { readonly endpoint: string; readonly id: string },
): ModelInfo['price'] {
  if (!isKnown(state, endpoint)) return undefined;
  if (isOnThisComputer(state, endpoint)) return FREE;
  const list = state.models[endpoint];
  return list.state === 'live' ? list.models.find((model) => model.id === id)?.price : undefined;
}

const isKnown = ({ models }: Pick<SettingsState, 'models'>, endpoint: string): endpoint is EndpointId =>
  Object.hasOwn(models, endpoint);

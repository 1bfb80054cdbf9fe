import { type EndpointId, isLocal } from '../providers/provider.ts';
import { addressOf } from './address-of.ts';
import type { SettingsState } from './settings-state.ts';

/** Whether an endpoint is this computer's own: it needs no network and costs nothing. A build may let "Another address" be on the internet. */
export const isOnThisComputer = (state: Pick<SettingsState, 'calls'>, endpoint: EndpointId): boolean =>
  isLocal(endpoint) && !addressOf(state, endpoint)?.startsWith('https:');

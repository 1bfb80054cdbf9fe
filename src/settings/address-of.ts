import { type EndpointId, isLocal } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';

/** The address of a person's own server, as typed; undefined: the usual address, or the endpoint is on the internet. */
export const addressOf = ({ calls }: Pick<SettingsState, 'calls'>, id: EndpointId): string | undefined =>
  isLocal(id) ? calls.addresses[id] : undefined;

/** Whether an endpoint is this computer's own: it needs no network and costs nothing. A build may let "Another address" be on the internet. */
export const isOnThisComputer = (state: Pick<SettingsState, 'calls'>, endpoint: EndpointId): boolean =>
  isLocal(endpoint) && !addressOf(state, endpoint)?.startsWith('https:');

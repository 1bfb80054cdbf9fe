import { type EndpointId, isLocal } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';

/** The address of a person's own server, as typed; undefined: the usual address, or the endpoint is on the internet. */
export const addressOf = ({ calls }: Pick<SettingsState, 'calls'>, id: EndpointId): string | undefined =>
  isLocal(id) ? calls.addresses[id] : undefined;

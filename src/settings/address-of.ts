import { type EndpointId, isLocal } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';

/** Where a person's own server is, as typed; undefined: at the usual address, or the endpoint is on the internet. */
export const addressOf = ({ calls }: Pick<SettingsState, 'calls'>, id: EndpointId): string | undefined =>
  isLocal(id) ? calls.addresses[id] : undefined;

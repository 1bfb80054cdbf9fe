import { byEndpoint, ENDPOINT_IDS, isMore } from '../providers/provider.ts';
import type { KeptSettings, SettingsState } from './settings-state.ts';

export const UNCHECKED = { outcome: 'unchecked' } as const;
const NO_LIST = { state: 'no-key' } as const;

/** What the page begins with: what was kept, and nothing found out yet. */
export const initialState = (kept: KeptSettings): SettingsState => ({
  ...kept,
  earlierPrompt: null,
  // Whose key is held back is asked at once.
  shownProvider: ENDPOINT_IDS.find((id) => kept.heldKeys[id] !== '') ?? kept.model.endpoint,
  moreEndpoint: isMore(kept.model.endpoint) ? kept.model.endpoint : 'openrouter',
  awaitsPick: false,
  models: byEndpoint(() => NO_LIST),
  keyChecks: byEndpoint(() => UNCHECKED),
  forgetting: { times: 0, undoable: false },
});

import { byEndpoint, ENDPOINT_IDS, isMore } from '../providers/provider.ts';
import type { KeptSettings, SettingsState } from './settings-state.ts';

export const UNCHECKED = { outcome: 'unchecked' } as const;
const NO_LIST = { state: 'no-key' } as const;

/** The state when the page opens: the stored settings, with no list read and no key checked. */
export function initialState(kept: KeptSettings): SettingsState {
  // The tab of a held key comes to the front, so that the person is asked about the key at once.
  const held = ENDPOINT_IDS.find((id) => kept.heldKeys[id] !== '');
  const shownProvider = held ?? kept.shownProvider ?? kept.model.endpoint;
  return {
    ...kept,
    earlierPrompt: null,
    shownProvider,
    moreEndpoint: isMore(shownProvider)
      ? shownProvider
      : isMore(kept.model.endpoint)
        ? kept.model.endpoint
        : 'openrouter',
    awaitsPick: false,
    models: byEndpoint(() => NO_LIST),
    keyChecks: byEndpoint(() => UNCHECKED),
    forgetting: { times: 0, undoable: false },
  };
}

import type { EndpointId, ModelInfo } from '../providers/provider.ts';
import { suggestModel } from '../providers/suggest-model.ts';
import type { SettingsState } from './settings-state.ts';

type Choice = Pick<SettingsState, 'model' | 'modelChosen' | 'shownProvider' | 'awaitsPick' | 'models'>;
type Change = Partial<Pick<SettingsState, 'model' | 'awaitsPick'>>;

const NOTHING: Change = {};

/** The models that a person can pick: the provider's live list or its replacement; none while there is no list. */
export function availableModels({ models }: Pick<SettingsState, 'models'>, provider: EndpointId): readonly ModelInfo[] {
  const list = models[provider];
  return list.state === 'live' || list.state === 'fallback' ? list.models : [];
}

/** Whether the model in use is missing from its provider's live list, so that it cannot answer. */
export function isModelMissing({ model, models }: Pick<SettingsState, 'model' | 'models'>): boolean {
  const list = models[model.endpoint];
  return list.state === 'live' && !list.models.some(({ id }) => id === model.id);
}

/**
 * The model's change when a tab is in front whose provider is not the model's: the tab's suggested model is picked (specification,
 * section 4: the first available model). While the tab's list is being read, the pick waits for the list.
 */
export function pickForTab(state: Choice): Change {
  if (state.model.endpoint === state.shownProvider) return { awaitsPick: false };
  if (state.models[state.shownProvider].state === 'loading') return { awaitsPick: true };
  const suggestion = suggestModel(availableModels(state, state.shownProvider));
  return { awaitsPick: false, ...(suggestion && { model: suggestion }) };
}

/** The model's change after a provider's list has changed: the pick that waited for the list, or a suggestion if nobody ever chose. */
export function pickAfterList(state: Choice, provider: EndpointId): Change {
  if (state.awaitsPick) return state.shownProvider === provider ? pickForTab(state) : NOTHING;
  if (state.model.endpoint !== provider) return NOTHING;
  const list = state.models[provider];
  if (list.state !== 'live' || state.modelChosen || !isModelMissing(state)) return NOTHING;
  const suggestion = suggestModel(list.models);
  return suggestion ? { model: suggestion } : NOTHING;
}

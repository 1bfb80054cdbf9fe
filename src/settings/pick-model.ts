import type { ModelInfo, ProviderId } from '../providers/provider.ts';
import { providerOfModel } from '../providers/provider-of-model.ts';
import { suggestModel } from '../providers/suggest-model.ts';
import type { SettingsState } from './settings-state.ts';

type Choice = Pick<SettingsState, 'model' | 'modelChosen' | 'shownProvider' | 'models'>;
type Change = Partial<Pick<SettingsState, 'model'>>;

const NOTHING: Change = {};

/** The models that a person can pick: those of a provider whose key is there and whose list was read, or replaced. */
export function availableModels({ models }: Pick<SettingsState, 'models'>, provider: ProviderId): readonly ModelInfo[] {
  const list = models[provider];
  return list.state === 'live' || list.state === 'fallback' ? list.models : [];
}

/** The current model is missing from its provider's live list: it cannot answer. */
export function isModelMissing({ model, models }: Pick<SettingsState, 'model' | 'models'>): boolean {
  const list = models[providerOfModel(model)];
  return list.state === 'live' && !list.models.some(({ id }) => id === model);
}

/**
 * A tab in front whose provider is not the model's takes its first available model (specification, section 4).
 * Nothing changes while there is none: the same question is asked again when the list arrives.
 */
export function pickForTab(state: Choice): Change {
  if (providerOfModel(state.model) === state.shownProvider) return NOTHING;
  const [first] = availableModels(state, state.shownProvider);
  return first ? { model: first.id } : NOTHING;
}

/** After a provider's list changed: the pick its tab waits for, else a suggestion for a person who never chose. */
export function pickAfterList(state: Choice, provider: ProviderId): Change {
  const list = state.models[provider];
  if (providerOfModel(state.model) !== provider) return state.shownProvider === provider ? pickForTab(state) : NOTHING;
  if (list.state !== 'live' || state.modelChosen || !isModelMissing(state)) return NOTHING;
  const suggestion = suggestModel(list.models);
  return suggestion ? { model: suggestion.id } : NOTHING;
}

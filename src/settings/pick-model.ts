import { suggestModel } from '../providers/models.ts';
import { type EndpointId, isLocal, type ModelInfo } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';
import { lacksKey } from './stored-key.ts';

type Choice = Pick<SettingsState, 'model' | 'modelChosen' | 'shownProvider' | 'awaitsPick' | 'models'>;
type Change = Partial<Pick<SettingsState, 'model' | 'awaitsPick'>>;

const NOTHING: Change = {};

/** The models that a person can pick: the provider's live list or its replacement; none while there is no list. */
export function availableModels({ models }: Pick<SettingsState, 'models'>, provider: EndpointId): readonly ModelInfo[] {
  const list = models[provider];
  return list.state === 'live' || list.state === 'fallback' ? list.models : [];
}

/** A list is on its way from which the model may still be picked: the tab's, or the model's own. */
export const isModelOpen = ({ model, awaitsPick, models }: SettingsState): boolean =>
  awaitsPick || models[model.endpoint].state === 'loading';

/** No model of the tab in front is chosen, and the one before cannot be asked: its provider has no key. */
export const lacksModel = ({ model, shownProvider, keys }: Pick<SettingsState, 'model' | 'shownProvider' | 'keys'>) =>
  model.endpoint !== shownProvider && lacksKey({ keys }, model.endpoint);

/**
 * No model of the tab in front is chosen, and none is about to be: the model in use is another endpoint's. Nothing begins then, since
 * nobody looks at that endpoint (D12.30).
 */
export const isModelElsewhere = ({
  model,
  shownProvider,
  awaitsPick,
}: Pick<SettingsState, 'model' | 'shownProvider' | 'awaitsPick'>): boolean =>
  !awaitsPick && model.endpoint !== shownProvider;

/** A server on this computer that answers, and has no model: one may be loaded at any time. */
export const isEmptyServer = ({ models }: Pick<SettingsState, 'models'>, id: EndpointId): boolean => {
  const list = models[id];
  return isLocal(id) && list.state === 'live' && list.models.length === 0;
};

/** The current model is missing from its provider's live list: it cannot answer. */
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

import { nameOf } from '../../../providers/catalog.ts';
import { isKeyRefused } from '../../../providers/keys.ts';
import { type EndpointId, isLocal, isMore } from '../../../providers/provider.ts';
import { availableModels, isModelMissing } from '../../../settings/model-choice.ts';
import type { SettingsState } from '../../../settings/settings.ts';

type Facts = Pick<SettingsState, 'model' | 'models' | 'shownProvider'>;

/** The three specified ones go by their tabs' words. */
export const wordFor = (id: EndpointId): string => (isMore(id) ? nameOf(id) : id);

export const LOADING = 'Loading models...';

/** What the closed dropdown says. */
export function modelSelectText(facts: Facts): string {
  const { model, models, shownProvider } = facts;
  if (models[shownProvider].state === 'loading') return LOADING;
  const available = availableModels(facts, shownProvider);
  if (available.length === 0) {
    const isAsked = isMore(shownProvider) && (isLocal(shownProvider) || models[shownProvider].state !== 'no-key');
    if (!isAsked) return `Add ${wordFor(shownProvider)} API key`;
    return model.endpoint === shownProvider ? model.id : 'No models';
  }
  if (model.endpoint !== shownProvider) return 'Choose a model';
  return available.find(({ id }) => id === model.id)?.displayName ?? model.id;
}

/** What is wrong with the chosen model or its list, as a sentence at the dropdown. A refused key is told at its field. */
export function modelProblem(facts: Facts): string | undefined {
  const { model, models, shownProvider } = facts;
  const list = models[shownProvider];
  if (list.state === 'fallback') {
    if (isKeyRefused(list.failure)) return undefined;
    if (list.models.length === 0) return `The list of models could not be read: ${list.failure.message}`;
    return `The list of models could not be read, so these may be out of date: ${list.failure.message}`;
  }
  if (model.endpoint !== shownProvider || !isModelMissing(facts)) return undefined;
  return `${wordFor(shownProvider)} does not offer ${model.id} to this key. Choose another model.`;
}

/** Of the list of models. "wanted": the dropdown was pressed, and the list's code may still be on its way. */
export type ListPhase = 'closed' | 'wanted' | 'open';

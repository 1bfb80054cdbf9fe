import { type EndpointId, isCompatible, isLocal, namedAs, nameOf } from '../../providers/endpoints.ts';
import { isKeyRefused } from '../../providers/keys.ts';
import type { Model } from '../../providers/provider.ts';
import {
  availableModels,
  isLoadingItsModel,
  isModelElsewhere,
  isModelGuessed,
  isModelMissing,
  isModelUnnamed,
  lacksKey,
  lacksModel,
  type SettingsState,
} from '../../settings/settings.ts';

type Facts = Pick<SettingsState, 'model' | 'modelChosen' | 'keys' | 'shownProvider' | 'awaitsPick' | 'models'>;

/** For example "gpt-5.4-mini (OpenAI)". Uses the id, because the display name is unknown until the live list is loaded. */
export const modelWords = ({ endpoint, id }: Model): string => `${id} (${nameOf(endpoint)})`;

/**
 * The model of the next request, for the line beside Translate; '' before a run if the model has no key, or may still change with the key.
 * `isRunning`: the run keeps its model, whatever tab is shown.
 */
export function modelInUseWords(facts: Facts, isRunning = true, does: 'Translates' | 'Reads' = 'Translates'): string {
  if (isRunning ? lacksModel(facts) && !facts.awaitsPick : isModelElsewhere(facts))
    return `No model of ${namedAs(facts.shownProvider)} is chosen`;
  if (!isRunning && (lacksKey(facts, facts.model.endpoint) || isModelUnnamed(facts))) return '';
  if (!facts.awaitsPick) return `${does} with ${modelWords(facts.model)}`;
  return `The page loads the models of ${namedAs(facts.shownProvider)}, then chooses one`;
}

/** The note at the dropdown about the tab shown and the model in use; '' if there is nothing to say. */
export function modelNote(facts: Facts, isRunning: boolean): string {
  const { model, keys, shownProvider, awaitsPick } = facts;
  const noKey = lacksKey({ keys }, shownProvider);
  if (model.endpoint === shownProvider || awaitsPick || lacksKey({ keys }, model.endpoint))
    return noKey ? MODELS_COME : '';
  if (!isRunning) return `${noKey ? `${MODELS_COME} ` : ''}The page sends nothing until you choose a model.`;
  if (noKey) return `${MODELS_COME} Until then ${modelWords(model)} translates.`;
  return `${modelWords(model)} translates until you choose a model of ${namedAs(shownProvider)}.`;
}

const MODELS_COME = 'Enter a key to see the models.';

/** The three providers of the specification have the words on their tabs. */
export const wordFor = (id: EndpointId): string => (isCompatible(id) ? nameOf(id) : id);

export const LOADING = 'Loading models...';

export function modelSelectText(facts: Facts): string {
  const { model, models, shownProvider } = facts;
  if (models[shownProvider].state === 'loading') return LOADING;
  const available = availableModels(facts, shownProvider);
  if (available.length === 0) {
    const isAsked = isCompatible(shownProvider) && (isLocal(shownProvider) || models[shownProvider].state !== 'no-key');
    if (!isAsked) return `Add ${wordFor(shownProvider)} API key`;
    if (isLoadingItsModel(models[shownProvider])) return 'Loading its model...';
    return model.endpoint === shownProvider ? model.id : 'No models';
  }
  if (model.endpoint !== shownProvider || isModelGuessed(facts)) return 'Choose a model';
  return available.find(({ id }) => id === model.id)?.displayName ?? model.id;
}

/** What is wrong with the chosen model or its list. A refused key is reported at its field instead. */
export function modelProblem(facts: Facts): string | undefined {
  const { model, models, shownProvider } = facts;
  const list = models[shownProvider];
  if (list.state === 'fallback') {
    if (isKeyRefused(list.failure)) return undefined;
    if (isLoadingItsModel(list)) return 'The server is loading its model. The list of models appears after that.';
    if (list.models.length === 0) return `The list of models could not be loaded: ${list.failure.message}`;
    return `The list of models could not be loaded. These models may be out of date: ${list.failure.message}`;
  }
  if (model.endpoint !== shownProvider || !isModelMissing(facts)) return undefined;
  return isLocal(shownProvider)
    ? `${wordFor(shownProvider)} does not have ${model.id}. Choose another model.`
    : `This key cannot use ${model.id}. Choose another model.`;
}

/** "wanted": the dropdown was pressed, but the list's code may not be loaded yet. */
export type ListPhase = 'closed' | 'wanted' | 'open';

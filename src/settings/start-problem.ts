import { nameOf } from '../providers/catalog.ts';
import { ENDPOINT_IDS, isLocal } from '../providers/provider.ts';
import { isEmptyServer, isModelElsewhere } from './pick-model.ts';
import type { SettingsState } from './settings-state.ts';
import { lacksKey } from './stored-key.ts';

export const EMPTY_PROMPT =
  'The prompt is empty. Write what the model should do, or press "Reset to the standard prompt".';

/** The error text of the specification (section 5) when the model's provider has no key; undefined: it has one. */
export function missingKey({ model, keys }: Pick<SettingsState, 'model' | 'keys'>): string | undefined {
  if (!lacksKey({ keys }, model.endpoint)) return undefined;
  const available = ENDPOINT_IDS.filter((id) => keys[id] !== '').join(', ') || 'none';
  return `No API key configured for provider: ${model.endpoint}. Model: ${model.id}. Available keys: ${available}`;
}

type Choice = Pick<SettingsState, 'model' | 'keys' | 'shownProvider' | 'awaitsPick' | 'models'>;

/** What a person is offered while no model of the tab in front is chosen. */
export interface ModelChoice {
  /** "Choose a model of Ollama"; of a server that has none: "Choose or load a model of LM Studio". */
  readonly choose: string;
  /** "go back to OpenAI"; missing: the model before cannot be asked, since its provider has no key. */
  readonly goBack?: string;
}

/**
 * undefined: a model of the tab in front is chosen, or is about to be; or a key is all that is missing. A server on this computer is
 * never asked for a key.
 */
export function modelChoice(state: Choice): ModelChoice | undefined {
  const { model, shownProvider } = state;
  const cannotGoBack = lacksKey(state, model.endpoint);
  if (!isModelElsewhere(state) || (cannotGoBack && lacksKey(state, shownProvider))) return undefined;
  const how = isEmptyServer(state, shownProvider) ? 'Choose or load' : 'Choose';
  const choose = `${how} a model of ${shownProvider === 'local' ? 'the server' : nameOf(shownProvider)}`;
  return cannotGoBack
    ? { choose }
    : { choose, goBack: `go back to ${isLocal(model.endpoint) ? model.id : nameOf(model.endpoint)}` };
}

/** Error text of the reason why no run can start with these settings; undefined: a run can start. */
export function startProblem(state: Choice & Pick<SettingsState, 'prompt'>): string | undefined {
  const choice = modelChoice(state);
  if (choice) return `${[choice.choose, choice.goBack].filter(Boolean).join(', or ')}. Nothing was sent.`;
  // A model is about to be picked from the list of the provider in front, whose key is there.
  return (state.awaitsPick ? undefined : missingKey(state)) ?? (state.prompt.trim() === '' ? EMPTY_PROMPT : undefined);
}

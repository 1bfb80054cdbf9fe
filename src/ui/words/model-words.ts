import { nameOf } from '../../providers/catalog.ts';
import type { Model } from '../../providers/provider.ts';
import { lacksKey } from '../../settings/keys.ts';
import { isModelElsewhere, lacksModel } from '../../settings/model-choice.ts';
import type { SettingsState } from '../../settings/settings.ts';

type Facts = Pick<SettingsState, 'model' | 'keys' | 'shownProvider' | 'awaitsPick'>;

/** For example "gpt-5.4-mini (OpenAI)". Not by the name in the live list: before the list comes, it would be another one. */
export const modelWords = ({ endpoint, id }: Model): string => `${id} (${nameOf(endpoint)})`;

/** Which model the next request goes to, as a line beside Translate. `isRunning`: the run goes on with its model, whatever tab is in front. */
export function modelInUseWords(facts: Facts, isRunning = true): string {
  if (isRunning ? lacksModel(facts) && !facts.awaitsPick : isModelElsewhere(facts))
    return `No model of ${nameOf(facts.shownProvider)} is chosen`;
  if (!facts.awaitsPick) return `Translates with ${modelWords(facts.model)}`;
  return `Translates with a model of ${nameOf(facts.shownProvider)}, whose list is being read`;
}

/** What the tab in front has to do with the model in use, as a line at the dropdown; empty where nothing needs saying. */
export function modelNote(facts: Facts, isRunning: boolean): string {
  const { model, keys, shownProvider, awaitsPick } = facts;
  const noKey = lacksKey({ keys }, shownProvider);
  if (model.endpoint === shownProvider || awaitsPick || lacksKey({ keys }, model.endpoint))
    return noKey ? MODELS_COME : '';
  if (!isRunning) return `${noKey ? `${MODELS_COME} ` : ''}Until you choose one, nothing is sent.`;
  if (noKey) return `${MODELS_COME} Until then ${modelWords(model)} translates.`;
  return `${modelWords(model)} translates until you choose a model of ${nameOf(shownProvider)}.`;
}

const MODELS_COME = 'Models appear when you enter a key.';

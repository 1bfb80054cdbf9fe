import { hasBatches, isHolder } from '../../engine/state/run-selectors.ts';
import { builtInModels, nameOf } from '../../providers/catalog.ts';
import type { Model } from '../../providers/provider.ts';
import { allOk } from '../../session/session-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import { availableModels, lacksModel } from '../../settings/pick-model.ts';
import type { SettingsState } from '../../settings/settings-state.ts';
import { lacksKey } from '../../settings/stored-key.ts';

type Facts = Pick<SettingsState, 'model' | 'models' | 'keys' | 'shownProvider' | 'awaitsPick'>;

/** For example "gpt-5.4-mini (OpenAI)". */
export function modelWords(facts: Facts, { endpoint, id }: Model): string {
  const known = [...availableModels(facts, endpoint), ...builtInModels(endpoint)];
  return `${known.find((each) => each.id === id)?.displayName ?? id} (${nameOf(endpoint)})`;
}

const modelInUse = (facts: Facts): string => modelWords(facts, facts.model);

/** Which model the next request goes to, as a line beside Translate. */
export function modelInUseWords(facts: Facts): string {
  if (lacksModel(facts) && !facts.awaitsPick) return `No model of ${nameOf(facts.shownProvider)} is chosen`;
  if (!facts.awaitsPick) return `Translates with ${modelInUse(facts)}`;
  return `Translates with a model of ${nameOf(facts.shownProvider)}, whose list is being read`;
}

/** What the tab in front has to do with the model in use, as a line at the dropdown; empty where nothing needs saying. */
export function modelNote(facts: Facts): string {
  const { model, keys, shownProvider, awaitsPick } = facts;
  const noKey = lacksKey({ keys }, shownProvider);
  if (model.endpoint === shownProvider || awaitsPick || lacksKey({ keys }, model.endpoint))
    return noKey ? MODELS_COME : '';
  if (noKey) return `${MODELS_COME} Until then ${modelInUse(facts)} translates.`;
  return `${modelInUse(facts)} translates until you choose a model of ${nameOf(shownProvider)}.`;
}

const MODELS_COME = 'Models appear when you enter a key.';

/** Something may still be sent from this tab. A follower's run goes on with the model of the tab that holds it. */
export const sendsFromHere = (state: SessionState): boolean => !allOk(state) && (isHolder(state) || !hasBatches(state));

import { ENDPOINT_IDS } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';
import { lacksKey } from './stored-key.ts';

export const EMPTY_PROMPT =
  'The prompt is empty. Write what the model should do, or press "Reset to the standard prompt".';

/** Words of the specification (section 5) when the model's provider has no key; undefined when it has one. */
export function missingKey({ model, keys }: Pick<SettingsState, 'model' | 'keys'>): string | undefined {
  if (!lacksKey({ keys }, model.endpoint)) return undefined;
  const available = ENDPOINT_IDS.filter((id) => keys[id] !== '').join(', ') || 'none';
  return `No API key configured for provider: ${model.endpoint}. Model: ${model.id}. Available keys: ${available}`;
}

/** Why no run can begin with these settings, as its error text; undefined when one can. */
export function startProblem(
  state: Pick<SettingsState, 'prompt' | 'model' | 'keys' | 'awaitsPick'>,
): string | undefined {
  // The model that is about to be picked is of a provider whose key is there.
  return (state.awaitsPick ? undefined : missingKey(state)) ?? (state.prompt.trim() === '' ? EMPTY_PROMPT : undefined);
}

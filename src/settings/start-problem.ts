import { ENDPOINT_IDS } from '../providers/provider.ts';
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

/** Error text of the reason why no run can start with these settings; undefined: a run can start. */
export function startProblem(
  state: Pick<SettingsState, 'prompt' | 'model' | 'keys' | 'awaitsPick'>,
): string | undefined {
  // A model is about to be picked from the list of the provider in front, whose key is there.
  return (state.awaitsPick ? undefined : missingKey(state)) ?? (state.prompt.trim() === '' ? EMPTY_PROMPT : undefined);
}

import { providerOfModel } from '../../providers/provider-of-model.ts';
import { allOk, canTranslate, hasBatches, isHolder, isPending, progress } from '../../session/session-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { SettingsState } from '../../settings/settings-state.ts';

/** What the next step waits for, as a line beside its button. Empty when it waits for nothing. */
export function nextStepHint(state: SessionState, { keys, model }: Pick<SettingsState, 'keys' | 'model'>): string {
  if (!hasBatches(state)) {
    if (!isHolder(state)) return '';
    if (!canTranslate(state)) return 'Open or paste subtitles to begin.';
    const provider = providerOfModel(model);
    return keys[provider] === '' ? `Add an API key for ${provider} to translate.` : '';
  }
  if (allOk(state)) return state.translated === '' && isHolder(state) ? 'Result puts the text together again.' : '';
  if (state.paused) return 'Paused.';
  const { failed } = progress(state);
  if (isPending(state)) return 'Waits until all batches are OK.';
  return `The result needs ${failed === 1 ? 'the failed batch' : `the ${failed} failed batches`} to be OK.`;
}

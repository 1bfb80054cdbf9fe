import { allOk, canTranslate, hasBatches, isPending, progress } from '../../session/session-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { SettingsState } from '../../settings/settings-state.ts';
import { missingKey } from '../../settings/start-problem.ts';

type Settings = Pick<SettingsState, 'keys' | 'model' | 'shownProvider' | 'awaitsPick' | 'prompt'>;

/** What the next step waits for, as a line beside its button. Empty when it waits for nothing. */
export function nextStepHint(state: SessionState, settings: Settings): string {
  if (!hasBatches(state)) {
    if (!canTranslate(state)) return 'Open or paste subtitles to begin.';
    if (settings.prompt.trim() === '') return 'Write a prompt to translate.';
    return settings.awaitsPick ? '' : keyHint(settings);
  }
  if (allOk(state)) return state.translated === '' ? 'Result puts the text together again.' : '';
  if (state.paused) return 'Paused.';
  const { failed } = progress(state);
  if (isPending(state)) return 'Waits until all batches are OK.';
  return `The result needs ${failed === 1 ? 'the failed batch' : `the ${failed} failed batches`} to be OK.`;
}

/** A key for the tab in front will do as well: its model is picked then. */
function keyHint({ keys, model, shownProvider }: Settings): string {
  if (missingKey({ keys, model }) === undefined) return '';
  return keys[shownProvider] === ''
    ? `Add an API key for ${shownProvider} to translate.`
    : 'Choose a model to translate.';
}

import { endsByItself, hasBatches, isHolder, isPending, progress } from '../../../engine/run-state.ts';
import { nameOf, withArticle } from '../../../providers/catalog.ts';
import { isLocal, isMore } from '../../../providers/provider.ts';
import { untranslatedCount } from '../../../session/lines/untranslated.ts';
import { allOk, canTranslate } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { missingKey, modelChoice } from '../../../settings/model-choice.ts';
import type { SettingsState } from '../../../settings/settings.ts';
import { untranslatedWords } from '../../words/undo-words.ts';

type Settings = Pick<SettingsState, 'keys' | 'model' | 'models' | 'shownProvider' | 'awaitsPick' | 'prompt'>;

/** What the next step waits for, shown beside its button; empty when it waits for nothing. */
export function nextStepHint(state: SessionState, settings: Settings): string {
  if (!hasBatches(state)) return beginHint(state, settings);
  return allOk(state) ? resultHint(state) : runHint(state);
}

function beginHint(state: SessionState, settings: Settings): string {
  if (!isHolder(state)) return '';
  if (!canTranslate(state)) return 'Open or paste subtitles to begin.';
  if (settings.prompt.trim() === '') return 'Write a prompt to translate.';
  // Which model is to be chosen is told by buttons.
  return settings.awaitsPick || modelChoice(settings) ? '' : keyHint(settings);
}

function runHint(state: SessionState): string {
  if (state.paused) return endsByItself(state.paused) ? 'The run goes on by itself.' : 'Paused.';
  const { failed, total } = progress(state);
  if (isPending(state))
    return total === 1 ? 'Ready when the batch is done.' : `Ready when all ${total} batches are done.`;
  return failed === 1
    ? '1 batch failed. Retry it, or fill it with the original.'
    : `${failed} batches failed. Retry them, or fill them with the original.`;
}

function resultHint(state: SessionState): string {
  if (state.translated === '') return isHolder(state) ? 'You cleared the text. Press Result to build it again.' : '';
  const words = untranslatedWords(untranslatedCount(state));
  return words && `${words}.`;
}

function keyHint({ keys, model, shownProvider }: Settings): string {
  if (missingKey({ keys, model }) === undefined) return '';
  if (model.endpoint === shownProvider)
    return `Add an API key for ${isMore(shownProvider) ? nameOf(shownProvider) : shownProvider} to translate.`;
  return `Add ${eitherKey({ model, shownProvider })} to translate.`;
}

/** Such as "an OpenAI key". With a key for the tab in front, a model of that provider is picked, so either key will do. */
export function eitherKey({ model, shownProvider }: Pick<Settings, 'model' | 'shownProvider'>): string {
  // A server on this computer needs none.
  const providers = new Set([model.endpoint, shownProvider].filter((id) => !isLocal(id)));
  return `${[...providers].map(withArticle).join(' or ')} key`;
}

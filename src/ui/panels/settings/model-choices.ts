import { CATALOG } from '../../../providers/catalog.ts';
import { isKeyRefused } from '../../../providers/key-check.ts';
import { PROVIDER_IDS, type ProviderId } from '../../../providers/provider.ts';
import { providerOfModel } from '../../../providers/provider-of-model.ts';
import { availableModels, isModelMissing } from '../../../settings/pick-model.ts';
import type { SettingsState } from '../../../settings/settings-state.ts';

/** One line of the model dropdown. */
export interface ModelChoice {
  /** Unique among all providers' models; a list that names a model twice shows it once. */
  readonly key: string;
  readonly label: string;
  readonly disabled: boolean;
}

export interface ModelSection {
  readonly provider: ProviderId;
  readonly choices: readonly ModelChoice[];
}

type Facts = Pick<SettingsState, 'model' | 'models' | 'shownProvider'>;

const LOADING = 'Loading models...';

export const choiceKey = (provider: ProviderId, id: string): string => `${provider}:${id}`;
export const modelOfKey = (key: string): string => key.slice(key.indexOf(':') + 1);

/** All providers' models; those that need a key first say so (specification, section 2). */
export function modelSections({ models }: Pick<Facts, 'models'>): readonly ModelSection[] {
  return PROVIDER_IDS.map((provider) => {
    const list = models[provider];
    if (list.state === 'loading') {
      return { provider, choices: [{ key: choiceKey(provider, ''), label: LOADING, disabled: true }] };
    }
    const disabled = list.state === 'no-key';
    const infos = disabled ? CATALOG[provider].builtInModels : list.models;
    const suffix = disabled ? ' (Add API Key)' : '';
    const byId = new Map(infos.map((info) => [info.id, info]));
    const choices = [...byId.values()].map(({ id, displayName }) => ({
      key: choiceKey(provider, id),
      label: displayName + suffix,
      disabled,
    }));
    return { provider, choices };
  });
}

/** What the closed dropdown says. */
export function modelSelectText(facts: Facts): string {
  const { model, models, shownProvider } = facts;
  if (models[shownProvider].state === 'loading') return LOADING;
  const available = availableModels(facts, shownProvider);
  if (available.length === 0) return `Add ${shownProvider} API key`;
  if (providerOfModel(model) !== shownProvider) return 'Choose a model';
  return available.find(({ id }) => id === model)?.displayName ?? model;
}

/** What is wrong with the chosen model or its list, as a sentence at the dropdown. A refused key is told at its field. */
export function modelProblem(facts: Facts): string | undefined {
  const { model, models, shownProvider } = facts;
  const list = models[shownProvider];
  if (list.state === 'fallback') {
    if (isKeyRefused(list.failure)) return undefined;
    return `The list of models could not be read, so these may be out of date: ${list.failure.message}`;
  }
  if (providerOfModel(model) !== shownProvider || !isModelMissing(facts)) return undefined;
  return `${shownProvider} does not offer ${model} to this key. Choose another model.`;
}

import { CATALOG } from '../../../providers/catalog.ts';
import { isKeyRefused } from '../../../providers/key-check.ts';
import { type Model, modelKey, PROVIDER_IDS, type ProviderId } from '../../../providers/provider.ts';
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

/** undefined: no model stands under this key. */
export const modelOfKey = ({ models }: Pick<Facts, 'models'>, key: unknown): Model | undefined =>
  PROVIDER_IDS.flatMap((provider) => availableModels({ models }, provider)).find((model) => modelKey(model) === key);

/** All providers' models; those that need a key first say so (specification, section 2). */
export function modelSections({ models }: Pick<Facts, 'models'>): readonly ModelSection[] {
  return PROVIDER_IDS.map((provider) => {
    const list = models[provider];
    if (list.state === 'loading') {
      return { provider, choices: [{ key: modelKey({ endpoint: provider, id: '' }), label: LOADING, disabled: true }] };
    }
    const disabled = list.state === 'no-key';
    const infos = disabled ? CATALOG[provider].builtInModels : list.models;
    const suffix = disabled ? ' (Add API Key)' : '';
    const byId = new Map(infos.map((info) => [info.id, info]));
    const choices = [...byId.values()].map((info) => ({
      key: modelKey(info),
      label: info.displayName + suffix,
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
  if (model.endpoint !== shownProvider) return 'Choose a model';
  return available.find(({ id }) => id === model.id)?.displayName ?? model.id;
}

/** What is wrong with the chosen model or its list, as a sentence at the dropdown. A refused key is told at its field. */
export function modelProblem(facts: Facts): string | undefined {
  const { model, models, shownProvider } = facts;
  const list = models[shownProvider];
  if (list.state === 'fallback') {
    if (isKeyRefused(list.failure)) return undefined;
    return `The list of models could not be read, so these may be out of date: ${list.failure.message}`;
  }
  if (model.endpoint !== shownProvider || !isModelMissing(facts)) return undefined;
  return `${shownProvider} does not offer ${model.id} to this key. Choose another model.`;
}

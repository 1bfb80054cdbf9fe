import { builtInModels } from '../../../providers/catalog.ts';
import {
  ENDPOINT_IDS,
  type EndpointId,
  isMore,
  type Model,
  modelKey,
  PROVIDER_IDS,
} from '../../../providers/provider.ts';
import { availableModels } from '../../../settings/pick-model.ts';
import type { SettingsState } from '../../../settings/settings-state.ts';
import { LOADING, wordFor } from './model-choices.ts';

/** One line of the model dropdown. */
export interface ModelChoice {
  /** Unique among all providers' models; a list that names a model twice shows it once. */
  readonly key: string;
  readonly label: string;
  readonly disabled: boolean;
}

export interface ModelSection {
  readonly provider: EndpointId;
  readonly name: string;
  readonly choices: readonly ModelChoice[];
}

type Facts = Pick<SettingsState, 'models'>;

/** undefined: no model stands under this key. */
export const modelOfKey = ({ models }: Facts, key: unknown): Model | undefined =>
  ENDPOINT_IDS.flatMap((provider) => availableModels({ models }, provider)).find((model) => modelKey(model) === key);

/** Of the tab "more" those endpoints whose list was asked for: of the others nobody has said that he wants them. */
const endpointsIn = (models: Facts['models']): readonly EndpointId[] => [
  ...PROVIDER_IDS,
  ...ENDPOINT_IDS.filter((id) => isMore(id) && models[id].state !== 'no-key'),
];

/** All providers' models; those that need a key first say so (specification, section 2). */
export function modelSections({ models }: Facts): readonly ModelSection[] {
  return endpointsIn(models).map((provider) => {
    const list = models[provider];
    const name = wordFor(provider);
    if (list.state === 'loading') {
      const choice = { key: modelKey({ endpoint: provider, id: '' }), label: LOADING, disabled: true };
      return { provider, name, choices: [choice] };
    }
    const disabled = list.state === 'no-key';
    const infos = disabled ? builtInModels(provider) : list.models;
    const suffix = disabled ? ' (Add API Key)' : '';
    const byId = new Map(infos.map((info) => [info.id, info]));
    const choices = [...byId.values()].map((info) => ({
      key: modelKey(info),
      label: info.displayName + suffix,
      disabled,
    }));
    return { provider, name, choices };
  });
}

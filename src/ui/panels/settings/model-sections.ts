import { builtInModels } from '../../../providers/catalog.ts';
import {
  ENDPOINT_IDS,
  type EndpointId,
  isMore,
  type Model,
  type ModelInfo,
  modelKey,
  PROVIDER_IDS,
} from '../../../providers/provider.ts';
import { type SuggestionReason, suggestedModels } from '../../../providers/suggested-models.ts';
import { availableModels } from '../../../settings/model-choice.ts';
import type { SettingsState } from '../../../settings/settings.ts';
import { LOADING, wordFor } from './model-choices.ts';

/** One line of the model dropdown. */
export interface ModelChoice {
  /** Unique among all providers' models; a list that names a model twice shows it once. */
  readonly key: string;
  readonly label: string;
  readonly disabled: boolean;
  /** Why it is suggested; missing: it is not. */
  readonly reason?: SuggestionReason;
}

export interface ModelSection {
  readonly id: EndpointId | 'suggested';
  readonly name: string;
  readonly choices: readonly ModelChoice[];
}

type Facts = Pick<SettingsState, 'models' | 'shownProvider'>;

/** undefined: no model stands under this key. */
export const modelOfKey = ({ models }: Pick<Facts, 'models'>, key: unknown): Model | undefined =>
  ENDPOINT_IDS.flatMap((provider) => availableModels({ models }, provider)).find((model) => modelKey(model) === key);

/** Of the tab "more" those endpoints whose list was asked for: of the others nobody has said that he wants them. */
const endpointsIn = (models: Facts['models']): readonly EndpointId[] => [
  ...PROVIDER_IDS,
  ...ENDPOINT_IDS.filter((id) => isMore(id) && models[id].state !== 'no-key'),
];

/**
 * First what is suggested of the provider in front, whose key and bill the person has chosen; then all providers' other models;
 * those that need a key first say so (specification, section 2).
 */
export function modelSections({ models, shownProvider }: Facts): readonly ModelSection[] {
  const suggested = suggestedModels(shownProvider, availableModels({ models }, shownProvider)).map(
    ({ model, reason }) => ({ ...choiceOf(model), reason }),
  );
  const taken = new Set(suggested.map(({ key }) => key));
  const sections = endpointsIn(models).map((id) => ({
    id,
    name: wordFor(id),
    choices: choicesOf(id, models).filter(({ key }) => !taken.has(key)),
  }));
  return [{ id: 'suggested' as const, name: 'Suggested', choices: suggested }, ...sections].filter(
    ({ choices }) => choices.length > 0,
  );
}

const choiceOf = (info: ModelInfo): ModelChoice => ({ key: modelKey(info), label: info.displayName, disabled: false });

function choicesOf(endpoint: EndpointId, models: Facts['models']): readonly ModelChoice[] {
  const list = models[endpoint];
  if (list.state === 'loading') return [{ key: modelKey({ endpoint, id: '' }), label: LOADING, disabled: true }];
  if (list.state === 'no-key') {
    return builtInModels(endpoint)
      .map(choiceOf)
      .map((choice) => ({ ...choice, label: `${choice.label} (Add API Key)`, disabled: true }));
  }
  return [...new Map(list.models.map((info) => [info.id, choiceOf(info)])).values()];
}

/**
 * What is left of all sections: choices with each word of what was typed in their name, id or provider.
 * @param typed empty: all are left
 */
export function filterSections(sections: readonly ModelSection[], typed: string): readonly ModelSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections.flatMap((section) => {
    const provider = section.id === 'suggested' ? '' : section.name;
    const choices = section.choices.filter(({ key, label }) => {
      const text = `${key} ${label} ${provider}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return choices.length > 0 ? [{ ...section, choices }] : [];
  });
}

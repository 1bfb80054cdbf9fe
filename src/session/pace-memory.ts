import type { PaceMemory } from '../engine/pace/known-pace.ts';
import type { KnownPace } from '../engine/pace/scheduler-state.ts';
import { takesAtOnce } from '../providers/endpoints.ts';
import { type Model, modelKey } from '../providers/provider.ts';

/** The remembered pace of each model; undefined: nothing is remembered. */
export interface Paces {
  read(model: Model): KnownPace | undefined;
  write(model: Model, known: KnownPace | undefined): void;
}

/**
 * The pace that a film begins with: what films of the last day found out about the model in use, else what its endpoint's
 * documentation says. Writes the pace down for the model that all requests of a film went to; after requests to two models, or to
 * another one than the film began for, it writes nothing.
 */
export function createPaceMemory(
  paces: Paces,
  modelInUse: () => Model,
): PaceMemory & { readonly sentTo: (model: Model) => void } {
  const models = new Map<string, Model>();
  let recalled = modelKey(modelInUse());
  return {
    recall() {
      models.clear();
      const model = modelInUse();
      recalled = modelKey(model);
      const mostAtOnce = takesAtOnce(model.endpoint);
      return paces.read(model) ?? (mostAtOnce === undefined ? undefined : { mostAtOnce });
    },
    isOfAnother: () => modelKey(modelInUse()) !== recalled,
    sentTo: (model) => void models.set(modelKey(model), model),
    keep(found) {
      const [model] = models.values();
      if (model === undefined || models.size !== 1 || modelKey(model) !== recalled) return;
      if (takesAtOnce(model.endpoint) === undefined) paces.write(model, found);
      // Without a note, the next film would believe the documentation again.
      else if (!found) paces.write(model, { mostAtOnce: 0 });
      else if (paces.read(model)) paces.write(model, found);
    },
  };
}

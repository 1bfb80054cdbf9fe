import type { PaceMemory } from '../engine/job.ts';
import type { KnownPace } from '../engine/scheduler.ts';
import { takesAtOnce } from '../providers/compatible-endpoints.ts';
import { type Model, modelKey } from '../providers/provider.ts';
import type { Paces } from './kept-paces.ts';

/**
 * The pace with which a film begins: what films of the last day found out about the model, otherwise the limits that the endpoint documents.
 * Remembers the pace if all requests of a film went to one model, not after requests to two models. A pace belongs to a key too, because each
 * account has its own limits.
 */
export function createPaceMemory(paces: Paces, modelInUse: () => Model, keyInUse: () => string = () => ''): PaceMemory {
  const models = new Map<string, Model>();
  let recalled: { readonly of: string; readonly key: string; readonly pace?: KnownPace | undefined } = {
    of: modelKey(modelInUse()),
    key: keyInUse(),
  };
  return {
    recall() {
      models.clear();
      const model = modelInUse();
      const mostAtOnce = takesAtOnce(model.endpoint);
      const pace = paces.read(model) ?? (mostAtOnce === undefined ? undefined : { mostAtOnce });
      recalled = { of: modelKey(model), key: keyInUse(), pace };
      return pace;
    },
    isOfAnother: () => modelKey(modelInUse()) !== recalled.of || keyInUse() !== recalled.key,
    sentTo: (model) => void models.set(modelKey(model), model),
    keep(found) {
      const [model] = models.values();
      if (model === undefined || models.size !== 1) return;
      // The pace may come from another model, so do not remember it for this one.
      if (recalled.pace && recalled.of !== modelKey(model)) return;
      if (takesAtOnce(model.endpoint) === undefined) paces.write(model, found);
      // Without this entry the next film would rely on the documentation again.
      else if (!found) paces.write(model, { mostAtOnce: 0 });
      else if (paces.read(model)) paces.write(model, found);
    },
  };
}

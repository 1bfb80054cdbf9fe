import { modelKey } from '../providers/provider.ts';
import type { KeptSettings } from './settings-state.ts';

/** The settings that differ, without the keys. A model goes with the note whether a person chose it. */
export function changedSettings(before: KeptSettings, after: KeptSettings): Partial<KeptSettings> {
  const { prompt, model, modelChosen, concurrency, calls, keepKeys } = after;
  const isModelNew = modelKey(model) !== modelKey(before.model) || modelChosen !== before.modelChosen;
  return {
    ...(prompt !== before.prompt && { prompt }),
    ...(isModelNew && { model, modelChosen }),
    ...(concurrency !== before.concurrency && { concurrency }),
    ...(calls !== before.calls && { calls }),
    ...(keepKeys !== before.keepKeys && { keepKeys }),
  };
}

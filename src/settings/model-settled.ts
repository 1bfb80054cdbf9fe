import type { StoreApi } from 'zustand/vanilla';
import { type Clock, delay } from '../clock/clock.ts';
import { providerOfModel } from '../providers/provider-of-model.ts';
import type { SettingsState } from './settings-state.ts';

/**
 * Longer than a list usually takes; a provider that does not answer must not hold up a run that can do without it. A run
 * cannot do without the list of the provider in front: the model that it has until then is another provider's.
 */
const LONGEST_WAIT_MS = 5_000;

/** A list is on its way from which the model may still be picked: the tab's, or the model's own. */
const isModelOpen = ({ model, awaitsPick, models }: SettingsState): boolean =>
  awaitsPick || models[providerOfModel(model)].state === 'loading';

export async function whenModelSettled(
  store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  if (!isModelOpen(store.getState())) return;
  const settled = new AbortController();
  const end = () => settled.abort();
  const unsubscribe = store.subscribe((state) => {
    if (!isModelOpen(state)) end();
  });
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  do await delay(clock, LONGEST_WAIT_MS, { signal: settled.signal });
  while (!settled.signal.aborted && store.getState().awaitsPick);
  signal.removeEventListener('abort', end);
  unsubscribe();
}

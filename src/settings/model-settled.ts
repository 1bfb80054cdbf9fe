import type { StoreApi } from 'zustand/vanilla';
import { type Clock, delay } from '../clock/clock.ts';
import { providerOfModel } from '../providers/provider-of-model.ts';
import type { SettingsState } from './settings-state.ts';

/** Longer than a list usually takes; a provider that does not answer must not hold up a run that can do without it. */
const LONGEST_WAIT_MS = 5_000;

/** A list is on its way from which the model may still be picked: the tab's, or the model's own. */
const isModelOpen = ({ model, shownProvider, models }: SettingsState): boolean =>
  models[shownProvider].state === 'loading' || models[providerOfModel(model)].state === 'loading';

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
  await delay(clock, LONGEST_WAIT_MS, { signal: settled.signal });
  signal.removeEventListener('abort', end);
  unsubscribe();
}

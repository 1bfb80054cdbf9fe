import type { StoreApi } from 'zustand/vanilla';
import { type Clock, delay } from '../clock/clock.ts';
import { nameOf } from '../providers/catalog.ts';
import type { ProviderFailure } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';
import { lacksKey } from './stored-key.ts';

/**
 * Longest wait for the list of the model's own provider: a run can do without it. For the list from which a model of the provider in
 * front is to be picked a run waits as long as it takes: until then the model in use is another provider's.
 */
const LONGEST_WAIT_MS = 5_000;

/** Whether the model may still change: a model is to be picked from the list of the tab in front, or its own list is being read. */
export const isModelOpen = ({ model, awaitsPick, models }: SettingsState): boolean =>
  awaitsPick || models[model.endpoint].state === 'loading';

/**
 * Waits until the model in use can no longer change. A failure: a model of the provider in front was to be picked and none could be, so
 * that the caller must not send anything to the provider of the model before. undefined: the caller can go on.
 */
export async function whenModelSettled(
  store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<ProviderFailure | undefined> {
  if (!isModelOpen(store.getState())) return undefined;
  let { awaitsPick: promised } = store.getState();
  const settled = new AbortController();
  const end = () => settled.abort();
  const unsubscribe = store.subscribe((state) => {
    promised ||= state.awaitsPick;
    if (!isModelOpen(state)) end();
  });
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  do await delay(clock, LONGEST_WAIT_MS, { signal: settled.signal });
  while (!settled.signal.aborted && store.getState().awaitsPick);
  signal.removeEventListener('abort', end);
  unsubscribe();
  return promised && !signal.aborted ? failedPick(store.getState()) : undefined;
}

function failedPick({ model, shownProvider, keys }: SettingsState): ProviderFailure | undefined {
  if (model.endpoint === shownProvider) return undefined;
  const reason = lacksKey({ keys }, shownProvider) ? 'it no longer has a key' : 'its list names none that translates';
  const message = `No model of ${nameOf(shownProvider)} could be picked: ${reason}. Nothing was sent to another provider in its place.`;
  return { kind: 'model-not-found', message };
}

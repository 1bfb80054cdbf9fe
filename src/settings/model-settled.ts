import type { StoreApi } from 'zustand/vanilla';
import { type Clock, delay } from '../clock/clock.ts';
import { namedAs } from '../providers/endpoints.ts';
import type { ProviderFailure } from '../providers/provider.ts';
import { isModelOpen, lacksKey, type SettingsState } from './settings.ts';

/**
 * Longest wait for the list of the model's own provider: a run can do without it. For the list from which a model of the provider in
 * front is to be picked a run waits as long as it takes: until then the model in use is another provider's.
 */
const LONGEST_WAIT_MS = 5_000;

/**
 * Fulfilled when no live list is on its way that may still change the model (a key given a moment ago); after five seconds at most unless
 * another provider's model would be used till then, and at once when the signal is raised. Fulfilled with why no model of the provider
 * in front could be picked, if that was waited for: who waits for it must not be sent to the provider of the model before.
 */
export async function whenModelSettled(
  store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<ProviderFailure | undefined> {
  if (!isModelOpen(store.getState())) return undefined;
  let { awaitsPick: promised } = store.getState();
  const settled = new AbortController();
  const unsubscribe = store.subscribe((state) => {
    promised ||= state.awaitsPick;
    if (!isModelOpen(state)) settled.abort();
  });
  do await delay(clock, LONGEST_WAIT_MS, settled.signal, signal);
  while (!settled.signal.aborted && !signal.aborted && store.getState().awaitsPick);
  unsubscribe();
  return promised && !signal.aborted ? failedPick(store.getState()) : undefined;
}

function failedPick({ model, shownProvider, keys }: SettingsState): ProviderFailure | undefined {
  if (model.endpoint === shownProvider) return undefined;
  const reason = lacksKey({ keys }, shownProvider) ? 'it no longer has a key' : 'its list names none that translates';
  const message = `No model of ${namedAs(shownProvider)} could be picked: ${reason}. Nothing was sent to another provider in its place.`;
  return { kind: 'model-not-found', message };
}

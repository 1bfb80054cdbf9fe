import type { StoreApi } from 'zustand/vanilla';
import { type Clock, delay } from '../clock/clock.ts';
import { namedAs } from '../providers/endpoints.ts';
import type { ProviderFailure } from '../providers/provider.ts';
import { isModelOpen, lacksKey, type SettingsState } from './settings.ts';

/** Longest wait for the list of the model's own provider, which a run can do without. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Waits while a live list may still change the model. If a model of the shown provider will be picked from it, the wait has no limit, because the present model
 * belongs to another provider. Otherwise it takes five seconds at most. An abort ends it. Resolves to a failure if no model of the shown provider could be
 * picked, so that nothing is sent to the other provider.
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
  const reason = lacksKey({ keys }, shownProvider) ? 'it no longer has a key' : 'its list has no model that translates';
  const message = `No model of ${namedAs(shownProvider)} could be chosen: ${reason}. Nothing was sent to another provider.`;
  return { kind: 'model-not-found', message };
}

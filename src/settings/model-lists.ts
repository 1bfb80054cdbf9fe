import type { Clock } from '../clock/clock.ts';
import { CATALOG } from '../providers/catalog.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import type { ProviderFailure, ProviderId } from '../providers/provider.ts';
import { failureToLoad } from './failure-to-load.ts';
import type { ModelListState } from './settings-state.ts';

/** How long a key must stand still before its provider is asked: typing it by hand is one request, not fifty. */
export const KEY_SETTLED_MS = 400;

export interface ModelListsOptions {
  readonly loadProvider: LoadProvider;
  readonly clock: Clock;
  readonly onChange: (provider: ProviderId, list: ModelListState) => void;
}

export interface ModelLists {
  /** Drops what is on its way for the provider and reads its list with the key; an empty key has no list. */
  read(provider: ProviderId, key: string, when: 'now' | 'when-typed'): void;
  dispose(): void;
}

/** The live lists, each read as soon as there is a key; a late answer for another key is dropped. */
export function createModelLists({ loadProvider, clock, onChange }: ModelListsOptions): ModelLists {
  const reading = new Map<ProviderId, AbortController>();

  function drop(provider: ProviderId): void {
    reading.get(provider)?.abort();
    reading.delete(provider);
  }

  async function load(provider: ProviderId, key: string, signal: AbortSignal): Promise<void> {
    const list = await loadProvider(provider)
      .then((loaded) => loaded.listModels(key, { signal }))
      .then((outcome): ModelListState => {
        return outcome.ok ? { state: 'live', models: outcome.models } : withoutList(provider, outcome.failure);
      })
      .catch((error: unknown) => withoutList(provider, failureToLoad(error)));
    if (signal.aborted) return;
    if (list.state === 'fallback')
      console.error(`The models of ${provider} could not be listed: ${list.failure.message}`);
    onChange(provider, list);
  }

  return {
    read(provider, key, when) {
      drop(provider);
      if (key === '') return onChange(provider, { state: 'no-key' });
      const controller = new AbortController();
      reading.set(provider, controller);
      onChange(provider, { state: 'loading' });
      const { signal } = controller;
      if (when === 'now') return void load(provider, key, signal);
      const cancel = clock.after(KEY_SETTLED_MS, () => void load(provider, key, signal));
      signal.addEventListener('abort', cancel, { once: true });
    },
    dispose() {
      for (const provider of [...reading.keys()]) drop(provider);
    },
  };
}

/** The fixed fallback list (specification, section 9); the built-in one for OpenAI, which has none. */
function withoutList(provider: ProviderId, failure: ProviderFailure): ModelListState {
  const { fallbackModels, builtInModels } = CATALOG[provider];
  return { state: 'fallback', models: fallbackModels.length > 0 ? fallbackModels : builtInModels, failure };
}

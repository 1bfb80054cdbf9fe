import type { Clock } from '../clock/clock.ts';
import { CATALOG } from '../providers/catalog.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import type { ModelInfo, ProviderId } from '../providers/provider.ts';
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
        if (outcome.ok) return { state: 'live', models: outcome.models };
        return { state: 'fallback', models: modelsWithoutList(provider), reason: outcome.failure.message };
      })
      .catch((error: unknown): ModelListState => {
        const reason = error instanceof Error ? error.message : String(error);
        return { state: 'fallback', models: modelsWithoutList(provider), reason };
      });
    if (signal.aborted) return;
    if (list.state === 'fallback') console.error(`The models of ${provider} could not be listed: ${list.reason}`);
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
function modelsWithoutList(provider: ProviderId): readonly ModelInfo[] {
  const { fallbackModels, builtInModels } = CATALOG[provider];
  return fallbackModels.length > 0 ? fallbackModels : builtInModels;
}

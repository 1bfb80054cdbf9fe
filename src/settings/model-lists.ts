import type { Clock } from '../clock/clock.ts';
import { CATALOG } from '../providers/catalog.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import { type EndpointId, isMore, type ProviderFailure } from '../providers/provider.ts';
import { failureToLoad } from './failure-to-load.ts';
import type { ModelListState } from './settings-state.ts';

/** How long a key must stand still before its provider is asked: typing it by hand is one request, not fifty. */
export const KEY_SETTLED_MS = 400;

export interface ModelListsOptions {
  readonly loadProvider: LoadProvider;
  readonly clock: Clock;
  readonly onChange: (provider: EndpointId, list: ModelListState) => void;
}

/** With what an endpoint is asked. */
interface Access {
  readonly key: string;
  /** Of a server on this computer. */
  readonly address: string | undefined;
}

export interface ModelLists {
  /** Drops what is on its way for the endpoint and reads its list with the key. */
  read(provider: EndpointId, access: Access, when: 'now' | 'when-typed'): void;
  /** Drops what is on its way for the endpoint: it has no list. */
  clear(provider: EndpointId): void;
  dispose(): void;
}

/** The live lists; a late answer for another key is dropped. */
export function createModelLists({ loadProvider, clock, onChange }: ModelListsOptions): ModelLists {
  const reading = new Map<EndpointId, AbortController>();

  function drop(provider: EndpointId): void {
    reading.get(provider)?.abort();
    reading.delete(provider);
  }

  async function load(provider: EndpointId, { key, address }: Access, signal: AbortSignal): Promise<void> {
    const list = await loadProvider(provider)
      .then((loaded) => loaded.listModels(key, { signal, address }))
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
    clear(provider) {
      drop(provider);
      onChange(provider, { state: 'no-key' });
    },
    read(provider, access, when) {
      drop(provider);
      const controller = new AbortController();
      reading.set(provider, controller);
      onChange(provider, { state: 'loading' });
      const { signal } = controller;
      if (when === 'now') return void load(provider, access, signal);
      const cancel = clock.after(KEY_SETTLED_MS, () => void load(provider, access, signal));
      signal.addEventListener('abort', cancel, { once: true });
    },
    dispose() {
      for (const provider of [...reading.keys()]) drop(provider);
    },
  };
}

/** The fixed fallback list (specification, section 9); the built-in one for OpenAI, which has none. Endpoints of "more" have neither. */
function withoutList(provider: EndpointId, failure: ProviderFailure): ModelListState {
  if (isMore(provider)) return { state: 'fallback', models: [], failure };
  const { fallbackModels, builtInModels } = CATALOG[provider];
  return { state: 'fallback', models: fallbackModels.length > 0 ? fallbackModels : builtInModels, failure };
}

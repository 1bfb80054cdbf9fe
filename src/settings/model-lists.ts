import type { Clock } from '../clock/clock.ts';
import { CATALOG } from '../providers/catalog.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import { type EndpointId, isMore, type ProviderFailure } from '../providers/provider.ts';
import { failureToLoad } from './failure-to-load.ts';
import type { ModelListState } from './settings-state.ts';

/** How long a key field must stay unchanged before the list is read: typing a key by hand causes one request, not fifty. */
export const KEY_SETTLED_MS = 400;

export interface ModelListsOptions {
  readonly loadProvider: LoadProvider;
  readonly clock: Clock;
  readonly onChange: (provider: EndpointId, list: ModelListState) => void;
}

/** What a request for a list needs. */
interface Access {
  readonly key: string;
  /** Of a server on this computer, as typed; undefined: the usual address. */
  readonly address: string | undefined;
}

export interface ModelLists {
  /** Reads the endpoint's list; an earlier reading that still runs is aborted. 'when-typed': after KEY_SETTLED_MS. */
  read(provider: EndpointId, access: Access, when: 'now' | 'when-typed'): void;
  /** The endpoint has no list any more; a reading that still runs is aborted. */
  clear(provider: EndpointId): void;
  dispose(): void;
}

/** Reads the live lists. An answer for an earlier key that comes late is dropped. */
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

/** The list to show when the live one cannot be read (specification, section 9): fallback models, else built-in ones, else none. */
function withoutList(provider: EndpointId, failure: ProviderFailure): ModelListState {
  if (isMore(provider)) return { state: 'fallback', models: [], failure };
  const { fallbackModels, builtInModels } = CATALOG[provider];
  return { state: 'fallback', models: fallbackModels.length > 0 ? fallbackModels : builtInModels, failure };
}

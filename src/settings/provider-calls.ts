import type { Clock } from '../clock/clock.ts';
import { errorText } from '../lib/result.ts';
import { CATALOG } from '../providers/catalog.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import { type CallOptions, type EndpointId, isMore, type ProviderFailure } from '../providers/provider.ts';
import { type KeyCheckState, type ModelListState, UNCHECKED } from './settings.ts';

/** How long a key field must stay unchanged before the list is read: typing a key by hand causes one request, not fifty. */
export const KEY_SETTLED_MS = 400;

export interface ProviderCallsOptions {
  readonly loadProvider: LoadProvider;
  readonly clock: Clock;
  readonly onList: (provider: EndpointId, list: ModelListState) => void;
  readonly onCheck: (provider: EndpointId, check: KeyCheckState) => void;
}

/** What a call needs. */
interface Access {
  readonly key: string;
  /** Of a server on this computer, as typed; undefined: the usual address. */
  readonly address: CallOptions['address'];
}

export interface ProviderCalls {
  /** Reads the endpoint's list; an earlier reading that still runs is aborted. 'when-typed': after KEY_SETTLED_MS. */
  readList(provider: EndpointId, access: Access, when: 'now' | 'when-typed'): void;
  /** The endpoint has no list any more; a reading that still runs is aborted. */
  clearList(provider: EndpointId): void;
  /** Asks the provider whether the key is good; a check of it that is still running is aborted. */
  checkKey(provider: EndpointId, access: Access): void;
  /** What was said of the key holds no more; a check that still runs is aborted. */
  clearCheck(provider: EndpointId): void;
  dispose(): void;
}

/** Reads the live lists and checks keys. An answer for an earlier key that comes late is dropped. */
export function createProviderCalls({ loadProvider, clock, onList, onCheck }: ProviderCallsOptions): ProviderCalls {
  const readings = createLatest();
  const checks = createLatest();

  async function loadList(provider: EndpointId, { key, address }: Access, signal: AbortSignal): Promise<void> {
    const list = await loadProvider(provider)
      .then((loaded) => loaded.listModels(key, { signal, address }))
      .then((outcome): ModelListState => {
        return outcome.ok ? { state: 'live', models: outcome.models } : withoutList(provider, outcome.failure);
      })
      .catch((error: unknown) => withoutList(provider, failureToLoad(error)));
    if (signal.aborted) return;
    if (list.state === 'fallback')
      console.error(`The models of ${provider} could not be listed: ${list.failure.message}`);
    onList(provider, list);
  }

  async function check(provider: EndpointId, { key, address }: Access, signal: AbortSignal): Promise<void> {
    const outcome = await loadProvider(provider)
      .then((loaded) => loaded.checkKey(key, { signal, address }))
      .catch((error: unknown) => ({ outcome: 'unknown', failure: failureToLoad(error) }) as const);
    if (!signal.aborted) onCheck(provider, outcome);
  }

  return {
    readList(provider, access, when) {
      const signal = readings.begin(provider);
      onList(provider, { state: 'loading' });
      if (when === 'now') return void loadList(provider, access, signal);
      const cancel = clock.after(KEY_SETTLED_MS, () => void loadList(provider, access, signal));
      signal.addEventListener('abort', cancel, { once: true });
    },
    clearList(provider) {
      readings.drop(provider);
      onList(provider, { state: 'no-key' });
    },
    checkKey(provider, access) {
      const signal = checks.begin(provider);
      onCheck(provider, { outcome: 'checking' });
      void check(provider, access, signal);
    },
    clearCheck(provider) {
      checks.drop(provider);
      onCheck(provider, UNCHECKED);
    },
    dispose() {
      readings.dropAll();
      checks.dropAll();
    },
  };
}

/** Calls of one kind, at most one for each endpoint: the next one aborts the one before. */
function createLatest() {
  const running = new Map<EndpointId, AbortController>();
  const drop = (provider: EndpointId): void => running.get(provider)?.abort();
  return {
    begin(provider: EndpointId): AbortSignal {
      drop(provider);
      const controller = new AbortController();
      running.set(provider, controller);
      return controller.signal;
    },
    drop,
    dropAll: (): void => [...running.keys()].forEach(drop),
  };
}

/** The failure of a call that was not made, because the provider's code could not be loaded. */
const failureToLoad = (error: unknown): ProviderFailure => ({ kind: 'connection', message: errorText(error) });

/** The list to show when the live one cannot be read (specification, section 9): fallback models, else built-in ones, else none. */
function withoutList(provider: EndpointId, failure: ProviderFailure): ModelListState {
  if (isMore(provider)) return { state: 'fallback', models: [], failure };
  const { fallbackModels, builtInModels } = CATALOG[provider];
  return { state: 'fallback', models: fallbackModels.length > 0 ? fallbackModels : builtInModels, failure };
}

import type { LoadProvider } from '../providers/load-provider.ts';
import type { CallOptions, EndpointId } from '../providers/provider.ts';
import { failureToLoad } from './failure-to-load.ts';
import type { KeyCheckState } from './settings-state.ts';

export interface KeyChecksOptions {
  readonly loadProvider: LoadProvider;
  readonly onChange: (provider: EndpointId, check: KeyCheckState) => void;
}

/** Checks of keys, at most one of each provider on its way. */
export interface KeyChecks {
  /** The provider is asked; a check on its way is dropped. */
  start(provider: EndpointId, key: string, address: CallOptions['address']): void;
  /** Drops what is on its way. */
  drop(provider: EndpointId): void;
}

export function createKeyChecks({ loadProvider, onChange }: KeyChecksOptions): KeyChecks {
  const checking = new Map<EndpointId, AbortController>();

  function drop(provider: EndpointId): void {
    checking.get(provider)?.abort();
    checking.delete(provider);
  }

  async function check(provider: EndpointId, key: string, options: CallOptions): Promise<void> {
    const outcome = await loadProvider(provider)
      .then((loaded) => loaded.checkKey(key, options))
      .catch((error: unknown) => ({ outcome: 'unknown', failure: failureToLoad(error) }) as const);
    if (!options.signal.aborted) onChange(provider, outcome);
  }

  return {
    start(provider, key, address) {
      drop(provider);
      const controller = new AbortController();
      checking.set(provider, controller);
      onChange(provider, { outcome: 'checking' });
      void check(provider, key, { signal: controller.signal, address });
    },
    drop,
  };
}

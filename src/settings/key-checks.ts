import type { LoadProvider } from '../providers/load-provider.ts';
import type { CallOptions, EndpointId } from '../providers/provider.ts';
import { failureToLoad } from './failure-to-load.ts';
import type { KeyCheckState } from './settings-state.ts';

export interface KeyChecksOptions {
  readonly loadProvider: LoadProvider;
  readonly onChange: (provider: EndpointId, check: KeyCheckState) => void;
}

/** Runs key checks, at most one for each provider at a time. */
export interface KeyChecks {
  /** Asks the provider; a check of it that is still running is aborted. */
  start(provider: EndpointId, key: string, address: CallOptions['address']): void;
  /** Aborts the provider's running check. */
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

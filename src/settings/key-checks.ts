import type { LoadProvider } from '../providers/load-provider.ts';
import type { ProviderId } from '../providers/provider.ts';
import { failureToLoad } from './failure-to-load.ts';
import type { KeyCheckState } from './settings-state.ts';

export interface KeyChecksOptions {
  readonly loadProvider: LoadProvider;
  readonly onChange: (provider: ProviderId, check: KeyCheckState) => void;
}

/** Checks of keys, at most one of each provider on its way. */
export interface KeyChecks {
  /** The provider is asked; a check on its way is dropped. */
  start(provider: ProviderId, key: string): void;
  /** Drops what is on its way. */
  drop(provider: ProviderId): void;
}

export function createKeyChecks({ loadProvider, onChange }: KeyChecksOptions): KeyChecks {
  const checking = new Map<ProviderId, AbortController>();

  function drop(provider: ProviderId): void {
    checking.get(provider)?.abort();
    checking.delete(provider);
  }

  async function check(provider: ProviderId, key: string, signal: AbortSignal): Promise<void> {
    const outcome = await loadProvider(provider)
      .then((loaded) => loaded.checkKey(key, { signal }))
      .catch((error: unknown) => ({ outcome: 'unknown', failure: failureToLoad(error) }) as const);
    if (!signal.aborted) onChange(provider, outcome);
  }

  return {
    start(provider, key) {
      drop(provider);
      const controller = new AbortController();
      checking.set(provider, controller);
      onChange(provider, { outcome: 'checking' });
      void check(provider, key, controller.signal);
    },
    drop,
  };
}

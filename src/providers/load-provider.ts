import type { Clock } from '../clock/clock.ts';
import type { Provider, ProviderId } from './provider.ts';
import { createTransport } from './transport/http.ts';

/**
 * Gives a provider, loading its code when it is first asked for.
 * Rejects with the bundler's own ChunkLoadError when that fails; the next call tries again.
 */
export type LoadProvider = (id: ProviderId) => Promise<Provider>;

interface LoaderParts {
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch;
  readonly random?: () => number;
}

/** All providers of one loader share one transport. */
export function createProviderLoader({ clock, fetch, random = Math.random }: LoaderParts): LoadProvider {
  const transport = createTransport({ fetch: fetch ?? ((...call) => globalThis.fetch(...call)), clock, random });
  const loading = new Map<ProviderId, Promise<Provider>>();

  const importProvider = async (id: ProviderId): Promise<Provider> => {
    switch (id) {
      case 'openai':
        return (await import('./openai/openai-provider.ts')).createOpenai(transport);
      case 'anthropic':
        return (await import('./anthropic/anthropic-provider.ts')).createAnthropic(transport);
      case 'google':
        return (await import('./google/google-provider.ts')).createGoogle(transport);
    }
  };

  return (id) => {
    const known = loading.get(id);
    if (known !== undefined) return known;
    const provider = importProvider(id).catch((error: unknown) => {
      loading.delete(id);
      throw error;
    });
    loading.set(id, provider);
    return provider;
  };
}

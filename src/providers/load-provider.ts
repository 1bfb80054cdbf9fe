import type { Clock } from '../clock/clock.ts';
import { loadOnce } from '../lib/load-once.ts';
import { type EndpointId, MORE_IDS, type MoreId, type Provider } from './provider.ts';

/**
 * Gives a provider; its code is loaded at the first call.
 * Rejects with the bundler's ChunkLoadError when the code cannot be loaded; the next call tries again.
 */
export type LoadProvider = (id: EndpointId) => Promise<Provider>;

interface LoaderParts {
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch;
  readonly random?: () => number;
}

/** All providers of one loader share one transport, which is loaded with the first of them. */
export function createProviderLoader({ clock, fetch, random = Math.random }: LoaderParts): LoadProvider {
  const send: typeof globalThis.fetch = fetch ?? ((...call) => globalThis.fetch(...call));
  const loadTransport = loadOnce(async () => {
    const { createTransport } = await import('./transport/http.ts');
    return createTransport({ fetch: send, clock, random });
  });
  const loadCompatible = (id: MoreId) =>
    loadOnce(async () => {
      const [transport, { createCompatible }] = await Promise.all([
        loadTransport(),
        import(/* webpackChunkName: "more" */ './compatible/compatible-provider.ts'),
      ]);
      return createCompatible(id, transport, send);
    });
  const loaders: Readonly<Record<EndpointId, () => Promise<Provider>>> = {
    ...(Object.fromEntries(MORE_IDS.map((id) => [id, loadCompatible(id)])) as Record<MoreId, () => Promise<Provider>>),
    openai: loadOnce(async () => {
      const [transport, { createOpenai }] = await Promise.all([loadTransport(), import('./openai/openai-provider.ts')]);
      return createOpenai(transport);
    }),
    anthropic: loadOnce(async () => {
      const [transport, { createAnthropic }] = await Promise.all([
        loadTransport(),
        import('./anthropic/anthropic-provider.ts'),
      ]);
      return createAnthropic(transport);
    }),
    google: loadOnce(async () => {
      const [transport, { createGoogle }] = await Promise.all([loadTransport(), import('./google/google-provider.ts')]);
      return createGoogle(transport);
    }),
  };
  return (id) => loaders[id]();
}

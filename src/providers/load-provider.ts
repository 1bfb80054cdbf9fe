import { loadOnce } from '../lib/memo.ts';
import type { LoaderParts } from './create-providers.ts';
import type { EndpointId } from './endpoints.ts';
import type { Provider } from './provider.ts';

/** Gives a provider, whose code is loaded at the first call. Rejects where it cannot be loaded (ChunkLoadError); the next call tries again. */
export type LoadProvider = (id: EndpointId) => Promise<Provider>;

export function createProviderLoader(parts: LoaderParts): LoadProvider {
  const load = loadOnce(async () =>
    (await import(/* webpackChunkName: "providers" */ './create-providers.ts')).createProviders(parts),
  );
  return async (id) => (await load())(id);
}

import { loadOnce } from '../lib/memo.ts';
import type { LoaderParts } from './create-providers.ts';
import type { EndpointId } from './endpoints.ts';
import type { Provider } from './provider.ts';

/** Loads the code of all providers on the first call. If that fails it rejects (ChunkLoadError), and the next call tries again. */
export type LoadProvider = (id: EndpointId) => Promise<Provider>;

export function createProviderLoader(parts: LoaderParts): LoadProvider {
  const load = loadOnce(async () =>
    (await import(/* webpackChunkName: "providers" */ './create-providers.ts')).createProviders(parts),
  );
  return async (id) => (await load())(id);
}

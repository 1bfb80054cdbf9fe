import { CATALOG } from '../src/providers/catalog.ts';

const HOSTS = Object.values(CATALOG).map(({ baseAddress }) => new URL(baseAddress).host);

/** A fetch that sends calls for the three providers to a stand-in, for tests without a browser. Other hosts throw. */
export function fetchInto(origin: string): typeof globalThis.fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!HOSTS.includes(url.host)) throw new Error(`A call to an unknown host: ${url.host}`);
    return globalThis.fetch(`${origin}${url.pathname}${url.search}`, init);
  };
}

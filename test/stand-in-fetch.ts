import { COMPATIBLE_ENDPOINTS } from '../src/providers/compatible-endpoints.ts';
import { PROVIDERS } from '../src/providers/endpoints.ts';
import { HOST_HEADER } from './stand-in-wire.ts';

/** The address of a local server that has no usual one. */
export const OTHER_ADDRESS = 'http://localhost:8000/v1';

const PROVIDER_HOSTS = Object.values(PROVIDERS).map(({ baseAddress }) => new URL(baseAddress).host);
const OTHERS = Object.values(COMPATIBLE_ENDPOINTS).map(({ address }) => new URL(address || OTHER_ADDRESS).host);

/** A fetch for tests without a browser: it sends calls for the endpoints to a stand-in. Any other host is an error. */
export function fetchInto(origin: string): typeof globalThis.fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const target = `${origin}${url.pathname}${url.search}`;
    if (PROVIDER_HOSTS.includes(url.host)) return globalThis.fetch(target, init);
    if (!OTHERS.includes(url.host)) throw new Error(`A call to an unknown host: ${url.host}`);
    const headers = new Headers(init?.headers);
    headers.set(HOST_HEADER, url.host);
    return globalThis.fetch(target, { ...init, headers });
  };
}

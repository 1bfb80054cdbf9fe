import { COMPATIBLE_ENDPOINTS } from '../src/providers/compatible-endpoints.ts';
import { PROVIDERS } from '../src/providers/endpoints.ts';

/** The host names of all endpoints on the internet. In the tests' browser they lead to the stand-in. */
export const ENDPOINT_HOSTS: readonly string[] = [
  ...Object.values(PROVIDERS).map(({ baseAddress }) => baseAddress),
  ...Object.values(COMPATIBLE_ENDPOINTS).flatMap(({ address }) => (address.startsWith('https:') ? [address] : [])),
].map((address) => new URL(address).hostname);

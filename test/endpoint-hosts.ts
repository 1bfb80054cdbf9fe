import { CATALOG } from '../src/providers/catalog.ts';
import { ENDPOINTS } from '../src/providers/endpoints.ts';

/** The host names of all endpoints on the internet, which lead the tests' browser to the stand-in. */
export const ENDPOINT_HOSTS: readonly string[] = [
  ...Object.values(CATALOG).map(({ baseAddress }) => baseAddress),
  ...Object.values(ENDPOINTS).flatMap(({ address }) => (address.startsWith('https:') ? [address] : [])),
].map((address) => new URL(address).hostname);

import type { RunSettings } from '../engine/requests.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { type Price, priceKey } from '../prices/price.ts';
import { COMPATIBLE_ENDPOINTS } from '../providers/compatible-endpoints.ts';
import {
  byEndpoint,
  ENDPOINT_IDS,
  type EndpointId,
  isCompatible,
  isEndpoint,
  isLocal,
  PROVIDERS,
} from '../providers/endpoints.ts';
import type { Model, Thinking } from '../providers/provider.ts';
import type { TransportParts } from '../providers/transport/http.ts';

/** The settings that all films of a core share. */
export interface CoreSettings {
  /** The most unanswered requests; 'automatic': as many as the provider accepts. */
  readonly atOnce: 'automatic' | number;
  readonly thinking: Thinking;
  /** Waits longer for half the price, if the provider offers it for the model, and then never pays the full price. */
  readonly halfPrice: boolean;
  /**
   * Other addresses of endpoints, in the form that the providers' own programs use: "https://gateway.example/v1" for OpenAI, without the version for Anthropic
   * and Google. `local` needs one.
   */
  readonly addresses: Readonly<Partial<Record<EndpointId, string>>>;
  /** US dollars per million tokens, by the model's name ("openai/gpt-5.4-mini"). They override all other prices. */
  readonly ownPrices: Readonly<Record<string, Price>>;
}

export const DEFAULT_SETTINGS: CoreSettings = {
  atOnce: 'automatic',
  thinking: 'least',
  halfPrice: false,
  addresses: {},
  ownPrices: {},
};

/** "openrouter/anthropic/claude-sonnet-5" is a model of OpenRouter. The error is a sentence for people. */
export function parseModel(name: string): Result<Model, string> {
  const [endpoint = '', ...rest] = name.trim().split('/');
  const id = rest.join('/');
  if (isEndpoint(endpoint) && id !== '') return ok({ endpoint, id });
  const known = ENDPOINT_IDS.filter((each) => each !== 'local').join(', ');
  return fail(
    isEndpoint(endpoint)
      ? `"${name}" has no model: write it after a slash, as in openai/gpt-5.4-mini.`
      : `"${name}" does not name a known provider. Write a provider and a slash before the name of the model, as in openai/gpt-5.4-mini. The providers are: ${known}.`,
  );
}

export const nameOfModel = ({ endpoint, id }: Model): string => `${endpoint}/${id}`;

/** The settings of a run that are the same for all films. */
export function sharedSettings(
  { atOnce, thinking, halfPrice, addresses, ownPrices }: CoreSettings,
  keys: Readonly<Partial<Record<EndpointId, string>>>,
  maxCost: number | undefined,
): Omit<RunSettings, 'prompt' | 'model'> {
  const own = Object.entries(ownPrices).flatMap(([name, price]) => {
    const model = parseModel(name);
    return model.ok ? [[priceKey(model.value), price] as const] : [];
  });
  return {
    keys: byEndpoint((id) => keys[id] ?? ''),
    calls: { thinking, halfPrice },
    concurrency: atOnce,
    limit: maxCost ?? null,
    ownPrices: Object.fromEntries(own),
    hosts: Object.fromEntries(Object.entries(addresses).filter(([id]) => isEndpoint(id) && isLocal(id))),
  };
}

const usualAddress = (id: EndpointId): string =>
  isCompatible(id) ? COMPATIBLE_ENDPOINTS[id].address : PROVIDERS[id].baseAddress;

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** The version that a provider's own program appends to the address. */
const versionOf = (id: EndpointId): string =>
  id === 'anthropic' || id === 'google' ? (/\/v\w+$/.exec(usualAddress(id))?.[0] ?? '') : '';

/** The address to which the requests for an endpoint go; '': it has none. */
export function requestAddress(id: EndpointId, addresses: CoreSettings['addresses']): string {
  const address = addresses[id];
  if (address === undefined) return usualAddress(id);
  const [version, base] = [versionOf(id), withoutSlash(address)];
  return base.endsWith(version) ? base : base + version;
}

/** Sends requests for the endpoints' usual addresses to the other ones. Servers on this computer have their addresses in the settings of a run. */
export function withAddresses(
  network: TransportParts['fetch'],
  addresses: CoreSettings['addresses'],
): TransportParts['fetch'] {
  const others = ENDPOINT_IDS.filter((id) => addresses[id] !== undefined && !isLocal(id));
  if (others.length === 0) return network;
  return (input, init) => {
    const url = String(input);
    const other = others.find((id) => url.startsWith(`${usualAddress(id)}/`));
    return network(other ? requestAddress(other, addresses) + url.slice(usualAddress(other).length) : input, init);
  };
}

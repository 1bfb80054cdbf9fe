import { NEVER_ABORTED } from '../clock/clock.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { KnownPrice, PricedModel } from '../prices/price.ts';
import { type CostRange, costRange, priceOf } from '../prices/price-of.ts';
import { type EndpointId, isLocal, nameOf } from '../providers/endpoints.ts';
import type { ModelInfo, Provider } from '../providers/provider.ts';
import { suggestedIds } from '../providers/suggested-models.ts';
import type { ModelListState } from '../settings/settings.ts';
import { nameOfModel } from './settings.ts';

/** A model that an endpoint offers. Prices in US dollars per million tokens; undefined: unknown. */
export interface ListedModel {
  readonly id: string;
  readonly name: string;
  readonly input: number | undefined;
  readonly output: number | undefined;
}

/** The live list of an endpoint. The error is a sentence for people. */
export async function readModels(
  provider: Provider,
  { key, address }: { readonly key: string; readonly address: string | undefined },
): Promise<Result<Extract<ModelListState, { state: 'live' }>, string>> {
  if (key === '' && !isLocal(provider.id) && provider.id !== OPEN)
    return fail(`The models of ${nameOf(provider.id)} cannot be listed without its API key.`);
  const list = await provider.listModels(key, { signal: NEVER_ABORTED, address });
  if (!list.ok) return fail(`The models of ${nameOf(provider.id)} could not be listed: ${list.failure.message}`);
  const { models, leftOut } = list;
  return ok({ state: 'live', models, ...(leftOut && { leftOut }) });
}

/** Anybody can read the model list of this endpoint, and it is the only list that contains prices. */
const OPEN: EndpointId = 'openrouter';
export const listsPrices = (endpoint: EndpointId): boolean => endpoint === OPEN;

export const pricedModel = (
  { endpoint, id, displayName }: ModelInfo,
  priceNow: (model: PricedModel) => KnownPrice | undefined,
): ListedModel => {
  const price = priceNow({ endpoint, id })?.price;
  return { id, name: displayName, input: price?.input, output: price?.output };
};

/** The tokens of a film of 1,600 phrases. */
const USUAL_FILM = { input: 60_000, output: 20_000 };

/** A good model of each of three providers, with the price of a usual film in US dollars. */
export function suggestions(now: number): readonly ({ readonly model: string } & CostRange)[] {
  return (['openai', 'anthropic', 'google'] as const).flatMap((endpoint) => {
    const priced = suggestedIds(endpoint).flatMap((id) => {
      const price = priceOf({ endpoint, id }, { own: {}, livePrice: undefined, now });
      const range = costRange({ tokens: USUAL_FILM, price, isHalfPrice: false });
      return range ? [{ model: nameOfModel({ endpoint, id }), ...range }] : [];
    });
    return priced.slice(0, 1);
  });
}

import { type EndpointId, isLocal } from '../providers/endpoints.ts';
import type { Addresses, ApiKeys, Model, Thinking } from '../providers/provider.ts';
import { asksHalfPrice, isOnThisComputer, type SettingsState, tariffOf } from '../settings/settings.ts';
import type { DispatcherOptions, PricingContext } from './job.ts';

/** All settings that a run reads, anew for each request. Lists, tabs and doubtful keys belong to the page. */
export interface RunSettings {
  readonly prompt: string;
  readonly model: Model;
  readonly keys: ApiKeys;
  readonly calls: { readonly thinking: Thinking; readonly halfPrice: boolean };
  /** Requests in flight at most; 'automatic' lets the scheduler find the limit. */
  readonly concurrency: 'automatic' | number;
  /** The most that the films may cost together, in US dollars; null: no limit. */
  readonly limit: number | null;
  /** Of a person's own servers, by endpoint; missing: the usual address. */
  readonly hosts: Addresses;
}

/** The part of a page's settings that its run reads. */
export const runSettingsOf = (
  { prompt, model, keys, concurrency, calls: { addresses, ...calls } }: SettingsState,
  limit: number | null,
): RunSettings => ({ prompt, model, keys, concurrency, calls, limit, hosts: addresses });

export const hostOf = ({ hosts }: RunSettings, id: EndpointId): string | undefined =>
  isLocal(id) ? hosts[id] : undefined;

/** Whether nothing differs that a request to the model in use is composed of. */
export const isSentAlike = (one: RunSettings, other: RunSettings): boolean =>
  factsOf(one).every((fact, index) => fact === factsOf(other)[index]);

const factsOf = (settings: RunSettings): readonly unknown[] => {
  const { prompt, model, keys, calls } = settings;
  const { endpoint, id } = model;
  return [prompt, endpoint, id, keys[endpoint], calls.thinking, calls.halfPrice, hostOf(settings, endpoint)];
};

/** A server on this computer answers a few requests at once and refuses none: the others wait in the browser until their time is up. */
const AT_ONCE_ON_THIS_COMPUTER = 4;

/** What the dispatcher asks of the settings. `readPrices`: missing where nobody wants to know what calls cost. */
export function settingsOfDispatcher(
  read: () => RunSettings,
  readPrices: (() => Pick<PricingContext, 'own' | 'models' | 'isModelOpen'>) | undefined,
): Pick<DispatcherOptions, 'maxAtOnce' | 'isHalfPrice' | 'tariff' | 'readPricing'> {
  const callsNow = () => ({ ...read().calls, addresses: read().hosts });
  return {
    maxAtOnce() {
      const { concurrency, model } = read();
      if (concurrency !== 'automatic') return concurrency;
      return isOnThisComputer({ calls: callsNow() }, model.endpoint)
        ? AT_ONCE_ON_THIS_COMPUTER
        : Number.POSITIVE_INFINITY;
    },
    isHalfPrice: () => asksHalfPrice({ calls: callsNow(), model: read().model }),
    tariff: (model = read().model) => tariffOf({ calls: callsNow(), model }),
    readPricing:
      readPrices &&
      (() => {
        const { prompt, model, limit } = read();
        return { ...readPrices(), stopAt: limit, prompt, model, calls: callsNow() };
      }),
  };
}

import type { ProviderFailure } from '../provider.ts';

/** The waits after the first, second and third refusal in a row for lack of room. */
const WAITS_MS = [30_000, 60_000, 120_000];

/** Time limit of one attempt at half price: a provider may take a quarter of an hour. */
export const HALF_PRICE_TIMEOUT_MS = 1_200_000;

/** Counts refusals of calls at half price for which the provider has no room now. */
export interface CapacityWaits {
  /** Called when a call begins; returns the round that `refused` takes for this call. */
  begin(): number;
  /**
   * The failure to report: a refusal for pace with a wait for the scheduler; after three waits in vain 'no-half-price', so that a
   * person decides. Calls of the same round that are refused count once.
   */
  refused(round: number, failure: ProviderFailure): ProviderFailure;
  /** Called after an answer: the provider has room, and the next refusal is the first again. */
  answered(): void;
}

export function createCapacityWaits(): CapacityWaits {
  let rounds = 0;
  return {
    begin: () => rounds,
    refused(round, failure) {
      if (round === rounds) rounds++;
      const retryAfterMs = WAITS_MS[round];
      if (retryAfterMs !== undefined)
        return { ...failure, kind: 'rate-limit', retryAfterMs: failure.retryAfterMs ?? retryAfterMs };
      rounds = 0;
      return { ...failure, kind: 'no-half-price' };
    },
    answered() {
      rounds = 0;
    },
  };
}

/** Whether the provider refuses half price because the model or the account has no such tier. */
export const refusesHalfPrice = ({ status, param = '', message }: ProviderFailure): boolean =>
  status === 400 && /service_?tier|\bflex\b/i.test(`${param} ${message}`);

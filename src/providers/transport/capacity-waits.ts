import type { ProviderFailure } from '../provider.ts';

/** How long to wait after one refusal for lack of room after the other. */
const WAITS_MS = [30_000, 60_000, 120_000];

/** For one attempt at half price, which may take a provider a quarter of an hour. */
export const HALF_PRICE_TIMEOUT_MS = 1_200_000;

/** Refusals of calls at half price because there is no room for them now. */
export interface CapacityWaits {
  /** To be called when a call begins; what it gives goes with the call's refusal. */
  begin(): number;
  /**
   * What a refusal means: the scheduler is to wait; after several waits in vain, that a person must decide. Calls that were refused side
   * by side count once.
   */
  refused(round: number, failure: ProviderFailure): ProviderFailure;
  /** There is room. */
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

/** The model or the account has no such tier. */
export const refusesHalfPrice = ({ status, param = '', message }: ProviderFailure): boolean =>
  status === 400 && /service_?tier|\bflex\b/i.test(`${param} ${message}`);

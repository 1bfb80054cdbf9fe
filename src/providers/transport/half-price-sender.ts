import type { ProviderFailure } from '../provider.ts';
import type { HttpOutcome } from './http-request.ts';

/** Time limit of one attempt at half price: a provider may take a quarter of an hour. */
export const HALF_PRICE_TIMEOUT_MS = 1_200_000;

/** The waits after the first, second and third refusal in a row for lack of room. */
const WAITS_MS = [30_000, 60_000, 120_000];

/**
 * Makes calls at half price. Where the provider has no room for such calls, the failure becomes a refusal for pace with a wait for the
 * scheduler; after three waits in vain it becomes 'no-half-price', so that a person decides.
 * @param isFull whether a failure says that the provider has no room at half price now
 */
export function createHalfPriceSender(isFull: (failure: ProviderFailure) => boolean) {
  /** Refusals in a row for lack of room. Refused calls that began at the same number count once. */
  let refusals = 0;

  function reported(failure: ProviderFailure, before: number): ProviderFailure {
    if (hasNoTier(failure)) return { ...failure, kind: 'no-half-price' };
    if (!isFull(failure)) return failure;
    if (before === refusals) refusals++;
    const retryAfterMs = WAITS_MS[before];
    if (retryAfterMs !== undefined)
      return { ...failure, kind: 'rate-limit', retryAfterMs: failure.retryAfterMs ?? retryAfterMs };
    refusals = 0;
    return { ...failure, kind: 'no-half-price' };
  }

  return async (call: () => Promise<HttpOutcome>): Promise<HttpOutcome> => {
    const before = refusals;
    const outcome = await call();
    if (!outcome.ok) return { ok: false, failure: reported(outcome.failure, before) };
    refusals = 0;
    return outcome;
  };
}

/** Whether the provider refuses half price because the model or the account has no such tier. */
const hasNoTier = ({ status, param = '', message }: ProviderFailure): boolean =>
  status === 400 && /service_?tier|\bflex\b/i.test(`${param} ${message}`);

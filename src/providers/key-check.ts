import type { KeyCheck, ProviderFailure } from './provider.ts';
import type { HttpOutcome } from './transport/http-request.ts';

/** What a call with the key says of the key (specification, section 5): only 401 and its like make it bad. */
export function keyCheck(outcome: HttpOutcome): KeyCheck {
  if (outcome.ok) return { outcome: 'valid' };
  const { failure } = outcome;
  return { outcome: failure.kind === 'bad-key' ? 'invalid' : 'unknown', failure };
}

/** Whether a call that was no key check shows that the provider does not take the key. A 403 may be about that call alone. */
export const isKeyRefused = ({ kind, status }: ProviderFailure): boolean => kind === 'bad-key' && status !== 403;

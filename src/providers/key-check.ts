import type { KeyCheck, ProviderFailure } from './provider.ts';
import type { HttpOutcome } from './transport/http-request.ts';

/** What a call with the key shows of the key (specification, section 5): only 401 and Google's 400 for a wrong key make it invalid. */
export function keyCheck(outcome: HttpOutcome): KeyCheck {
  if (outcome.ok) return { outcome: 'valid' };
  const { failure } = outcome;
  return { outcome: failure.kind === 'bad-key' ? 'invalid' : 'unknown', failure };
}

/** Whether a failed call other than a key check shows that the provider refuses the key. A 403 may concern that call alone. */
export const isKeyRefused = ({ kind, status }: ProviderFailure): boolean => kind === 'bad-key' && status !== 403;

import type { HttpOutcome } from './http-request.ts';
import type { KeyCheck } from './provider.ts';

/** What a call with the key says of the key (specification, section 5): only 401 and its like make it bad. */
export function keyCheck(outcome: HttpOutcome): KeyCheck {
  if (outcome.ok) return { outcome: 'valid' };
  const { failure } = outcome;
  return { outcome: failure.kind === 'bad-key' ? 'invalid' : 'unknown', failure };
}

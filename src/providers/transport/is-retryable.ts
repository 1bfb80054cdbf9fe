import { assertNever } from '../../lib/assert-never.ts';
import type { ProviderFailure } from '../provider.ts';

/**
 * Whether sending the same request again may help (specification, section 9).
 * @param shouldRetry the header `x-should-retry`: the server's word overrules the status
 */
export function isRetryable(failure: ProviderFailure, shouldRetry: string | null): boolean {
  if (shouldRetry === 'true') return true;
  if (shouldRetry === 'false') return false;
  switch (failure.kind) {
    case 'connection':
    case 'timeout':
    case 'conflict':
    case 'rate-limit':
    case 'server':
      return true;
    case 'cancelled':
    // The adapter finds these three after the transport has given up; they do not reach this function.
    case 'no-half-price':
    case 'not-running':
    case 'local-blocked':
    case 'missing-key':
    case 'no-prompt':
    case 'bad-request':
    case 'bad-key':
    case 'not-permitted':
    case 'no-browser-access':
    case 'website-blocked':
    case 'region':
    case 'model-not-found':
    case 'unprocessable':
    case 'quota':
    case 'cut-off':
    case 'refused':
    case 'malformed':
      return false;
    default:
      return assertNever(failure.kind);
  }
}

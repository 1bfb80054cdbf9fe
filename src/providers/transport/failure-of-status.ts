import type { FailureKind } from '../provider.ts';

/** What an HTTP status outside 2xx says by itself (specification, section 8); an adapter may know better from the body. */
export function failureOfStatus(status: number): FailureKind {
  switch (status) {
    case 400:
      return 'bad-request';
    case 401:
      return 'bad-key';
    case 403:
      return 'not-permitted';
    case 402:
      return 'quota';
    case 404:
      return 'model-not-found';
    case 408:
      return 'timeout';
    case 409:
      return 'conflict';
    case 429:
      return 'rate-limit';
    default:
      return status >= 500 ? 'server' : 'unprocessable';
  }
}

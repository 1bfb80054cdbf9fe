import type { ProviderFailure } from '../provider.ts';
import type { FailureFacts } from './read-failure.ts';

/** One HTTP request to a provider. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** 'origin' tells the provider the page's origin, never its path; missing: the provider gets no referrer. */
  readonly referrerPolicy?: 'origin';
  /** Time limit of one attempt, from the call to the last byte; missing: the specified ten minutes. */
  readonly timeoutMs?: number;
  /** The key in the request, so that it can be removed from the words of a failure. */
  readonly key: string;
  /** Reads this provider's error bodies; `body` is the parsed JSON, or undefined where the body is no JSON. */
  readonly readFacts: (status: number, body: unknown) => FailureFacts;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Raised: no attempt begins any more; the call ends as the last one did, as cancelled where there was none. */
  readonly stopping?: AbortSignal | undefined;
  /** Whether the transport retries a 429. False for translations: the scheduler decides when they are sent again. */
  readonly retryRefusals: boolean;
}

export type HttpOutcome =
  /** The reply's JSON. */
  { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly failure: ProviderFailure };

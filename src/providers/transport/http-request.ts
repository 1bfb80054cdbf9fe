import type { ProviderFailure } from '../provider.ts';
import type { FailureFacts } from './read-failure.ts';

/** One request of a provider, before anything is known of its answer. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** Tells the provider the page's origin, never its path. Without it the provider gets no referrer at all. */
  readonly referrerPolicy?: 'origin';
  /** For one attempt, from the call to the last byte; missing: the specified ten minutes. */
  readonly timeoutMs?: number;
  /** Taken out of whatever is said of a failure. */
  readonly key: string;
  /** How this provider words a failure; `body` is the parsed JSON, or undefined where it is none. */
  readonly readFacts: (status: number, body: unknown) => FailureFacts;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Whether a 429 is tried again here. False for translations: their pace belongs to the scheduler. */
  readonly retryRefusals: boolean;
}

export type HttpOutcome =
  /** The reply's JSON. */
  { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly failure: ProviderFailure };

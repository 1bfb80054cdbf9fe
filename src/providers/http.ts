import { type Clock, delay } from '../clock/clock.ts';
import { attemptOnce } from './attempt-once.ts';
import type { ProviderFailure } from './provider.ts';
import type { FailureFacts } from './read-failure.ts';
import { retryDelayMs } from './retry-delay.ts';

/** One transport for all providers: timeout, cancel, retries and errors in one place (specification, section 9). */
export interface Transport {
  /** Never throws. A call that was cancelled before it began does not reach the network. */
  send(request: HttpRequest, options: SendOptions): Promise<HttpOutcome>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
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

export interface TransportParts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** From 0 up to 1, for the jitter. */
  readonly random: () => number;
}

/** Retries after the first attempt (specification, section 9). */
const MAX_RETRIES = 2;

export function createTransport({ fetch, clock, random }: TransportParts): Transport {
  return {
    async send(request, { signal, retryRefusals }) {
      if (signal.aborted) return cancelled('aborted');
      for (let retries = 0; ; retries++) {
        const attempt = await attemptOnce(request, { fetch, clock, signal, retryRefusals });
        if (attempt.ok) return attempt;
        const { failure, retryable } = attempt;
        if (!retryable || retries === MAX_RETRIES) return { ok: false, failure };
        await delay(clock, retryDelayMs(failure.retryAfterMs, retries, random), { signal });
        if (signal.aborted) return cancelled('Request was aborted.');
      }
    },
  };
}

const cancelled = (message: string): HttpOutcome => ({ ok: false, failure: { kind: 'cancelled', message } });

import { type Clock, delay } from '../../clock/clock.ts';
import { attemptOnce } from './attempt-once.ts';
import type { HttpOutcome, HttpRequest, SendOptions } from './http-request.ts';
import { retryDelayMs } from './retry-delay.ts';

/** One transport for all providers: timeout, cancel, retries and errors in one place (specification, section 9). */
export interface Transport {
  /** Never throws. A call whose signal is already aborted does not reach the network. */
  send(request: HttpRequest, options: SendOptions): Promise<HttpOutcome>;
}

export interface TransportParts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Gives a number from 0 up to 1, for the jitter of retries. */
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

import type { Clock } from '../../clock/clock.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { ProviderFailure } from '../provider.ts';
import { afterAwake } from './after-awake.ts';
import type { HttpRequest, SendOptions } from './http-request.ts';
import { isRetryable } from './is-retryable.ts';
import { readFailure } from './read-failure.ts';

/** Time limit of one attempt, from the call to the last byte of the body (specification, section 9). */
const TIMEOUT_MS = 600_000;

export const UNEXPECTED_FORMAT = 'Unexpected response format';

type Attempt =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly failure: ProviderFailure; readonly retryable: boolean };

interface AttemptParts extends SendOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/** One call over the network, with its reply read to the end. Never throws: every failure is a value. */
export async function attemptOnce(request: HttpRequest, parts: AttemptParts): Promise<Attempt> {
  const reply = await readReply(request, parts);
  if ('failure' in reply) return { ok: false, failure: reply.failure, retryable: reply.failure.kind !== 'cancelled' };

  const { response, text } = reply;
  const body = parseJson(text);
  if (!response.ok) {
    const failure = readFailure({ response, text, body }, request, parts.clock.now());
    const ownedByScheduler = failure.kind === 'rate-limit' && !parts.retryRefusals;
    const retryable = !ownedByScheduler && isRetryable(failure, response.headers.get('x-should-retry'));
    return { ok: false, failure, retryable };
  }
  if (body === undefined) {
    const failure: ProviderFailure = { kind: 'malformed', message: UNEXPECTED_FORMAT, status: response.status };
    return { ok: false, failure, retryable: false };
  }
  return { ok: true, body };
}

type Reply = { readonly response: Response; readonly text: string } | { readonly failure: ProviderFailure };

async function readReply(request: HttpRequest, { fetch, clock, signal }: AttemptParts): Promise<Reply> {
  const init = requestInit(request);
  const controller = new AbortController();
  let timedOut = false;
  const stopDeadline = afterAwake(clock, request.timeoutMs ?? TIMEOUT_MS, () => {
    timedOut = true;
    controller.abort();
  });
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  try {
    const response = await fetch(request.url, { ...init, signal: controller.signal });
    return { response, text: await response.text() };
  } catch {
    if (signal.aborted) return { failure: { kind: 'cancelled', message: 'Request was aborted.' } };
    if (timedOut) return { failure: { kind: 'timeout', message: 'Request timed out.' } };
    return { failure: { kind: 'connection', message: 'Connection error.' } };
  } finally {
    stopDeadline();
    signal.removeEventListener('abort', abort);
  }
}

function requestInit({ method, headers, body, referrerPolicy }: HttpRequest): RequestInit {
  return {
    method,
    headers: body === undefined ? { ...headers } : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    credentials: 'omit',
    referrerPolicy: referrerPolicy ?? 'no-referrer',
    cache: 'no-store',
    // A redirect would carry the key to another address.
    redirect: 'error',
  };
}

import { type Clock, delay } from '../../clock/clock.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { FailureKind, ProviderFailure } from '../provider.ts';
import { afterAwake } from './after-awake.ts';
import { UNEXPECTED_FORMAT } from './failed-outcome.ts';
import type { HttpOutcome, HttpRequest, SendOptions } from './http-request.ts';
import { readFailure } from './read-failure.ts';

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
/** Time limit of one attempt, from the call to the last byte of the body (specification, section 9). */
const TIMEOUT_MS = 600_000;
/** Failures after which the same request is sent again (specification, section 9). */
const RETRIED: ReadonlySet<FailureKind> = new Set(['connection', 'timeout', 'conflict', 'rate-limit', 'server']);

export function createTransport({ fetch, clock, random }: TransportParts): Transport {
  return {
    async send(request, options) {
      const { signal, stopping = NEVER } = options;
      const signals = [signal, stopping];
      if (isAnyRaised(signals)) return cancelled('aborted');
      for (let retries = 0; ; retries++) {
        const attempt = await attemptOnce(request, { fetch, clock, ...options });
        if (attempt.ok) return attempt;
        const { failure } = attempt;
        const mayRepeat = attempt.retryable && retries < MAX_RETRIES;
        const waitMs = retryDelayMs(failure.retryAfterMs, retries, random);
        if (mayRepeat && (await hasWaited(clock, waitMs, signals))) continue;
        return signal.aborted ? cancelled(ABORTED) : { ok: false, failure };
      }
    },
  };
}

const NEVER = new AbortController().signal;
const isAnyRaised = (signals: readonly AbortSignal[]): boolean => signals.some(({ aborted }) => aborted);

/** `delay` which each of the signals ends: then it is false. */
async function hasWaited(clock: Clock, delayMs: number, signals: readonly AbortSignal[]): Promise<boolean> {
  const waiting = new AbortController();
  const end = () => waiting.abort();
  for (const signal of signals) signal.addEventListener('abort', end);
  if (isAnyRaised(signals)) end();
  await delay(clock, delayMs, waiting);
  for (const signal of signals) signal.removeEventListener('abort', end);
  return !isAnyRaised(signals);
}

const ABORTED = 'Request was aborted.';
const cancelled = (message: string): HttpOutcome => ({ ok: false, failure: { kind: 'cancelled', message } });

type Attempt =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly failure: ProviderFailure; readonly retryable: boolean };

interface AttemptParts extends SendOptions, Omit<TransportParts, 'random'> {}

/** One call over the network, with its reply read to the end. Never throws: every failure is a value. */
async function attemptOnce(request: HttpRequest, parts: AttemptParts): Promise<Attempt> {
  const reply = await readReply(request, parts);
  if ('failure' in reply) return { ok: false, failure: reply.failure, retryable: RETRIED.has(reply.failure.kind) };

  const { response, text } = reply;
  const body = parseJson(text);
  if (!response.ok) {
    const failure = readFailure({ response, text, body }, request, parts.clock.now());
    const ownedByScheduler = failure.kind === 'rate-limit' && !parts.retryRefusals;
    return { ok: false, failure, retryable: !ownedByScheduler && isRetryable(failure, response.headers) };
  }
  if (body !== undefined) return { ok: true, body };
  const failure: ProviderFailure = { kind: 'malformed', message: UNEXPECTED_FORMAT, status: response.status };
  return { ok: false, failure, retryable: false };
}

/** The header is the server's own word on whether sending the request again may help. It overrules the kind of the failure. */
function isRetryable({ kind }: ProviderFailure, headers: Headers): boolean {
  const word = headers.get('x-should-retry');
  return word === 'true' || (word !== 'false' && RETRIED.has(kind));
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
    if (signal.aborted) return { failure: { kind: 'cancelled', message: ABORTED } };
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

const HONOURED_BELOW_MS = 60_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const JITTER = 0.25;

/**
 * Milliseconds to wait before the next attempt (specification, section 9): the wait that the provider named,
 * if under 60 s; else 0.5 s, doubled for each retry up to 8 s, less up to a quarter.
 * @param retries how many retries were made before
 * @param random gives a number from 0 up to 1
 */
export function retryDelayMs(namedWaitMs: number | undefined, retries: number, random: () => number): number {
  if (namedWaitMs !== undefined && namedWaitMs < HONOURED_BELOW_MS) return namedWaitMs;
  return Math.min(FIRST_DELAY_MS * 2 ** retries, LONGEST_DELAY_MS) * (1 - random() * JITTER);
}

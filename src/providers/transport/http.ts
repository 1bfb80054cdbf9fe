import { afterAwake, type Clock, delay, NEVER_ABORTED } from '../../clock/clock.ts';
import { parseJson } from '../../lib/json.ts';
import { isTranslationModel } from '../chat-models.ts';
import { FAILURE_KIND_ROWS, type FailureKind } from '../failure-kinds.ts';
import {
  ABORTED,
  type KeyCheck,
  type ModelInfo,
  type ModelListOutcome,
  type Permit,
  type PermittedOptions,
  type ProviderFailure,
  type TokenUsage,
  type TranslateOutcome,
} from '../provider.ts';
import { failureOfStatus, kindOfSaid, LONGEST_MESSAGE_CHARACTERS } from './failure-words.ts';

/** Time limits, cancelling, retries and errors for all providers (specification, section 9). */
export interface Transport {
  /** Never throws. If the signal is aborted, it sends nothing. */
  send(request: HttpRequest, options: HttpOptions): Promise<HttpOutcome>;
}

export interface TransportParts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Returns a number from 0 up to 1, for the jitter of retries. */
  readonly random: () => number;
}

/** Most retries after the first attempt (specification, section 9). */
const MAX_RETRIES = 2;
/** Time limit of one attempt, from the call to the last byte of the body (specification, section 9). */
const TIMEOUT_MS = 600_000;

export const createTransport = (parts: TransportParts): Transport => ({
  send: async (request, options) =>
    options.signal.aborted ? cancelled('aborted') : sendUntilRead(request, options, parts),
});

/** Thrown by a `fetch` that knows why there is no connection. Its message is a sentence for people; browsers tell no reason. */
export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault';
}

/** Finds out whether a server answers, even if this page may not read the answer. Sends no key. Waits 3 s at most. */
export type IsThere = (url: string) => Promise<boolean>;

export const createIsThere =
  (fetch: TransportParts['fetch']): IsThere =>
  async (url) => {
    try {
      // 'no-cors' makes the answer opaque: it shows only that a server exists.
      await fetch(url, { mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(3_000) });
      return true;
    } catch {
      return false;
    }
  };

async function sendUntilRead(
  request: HttpRequest,
  options: HttpOptions,
  { fetch, clock, random }: TransportParts,
): Promise<HttpOutcome> {
  const { signal } = options;
  const permit = 'permit' in options ? options.permit : FREE;
  const parts = { fetch, clock, signal, retryRefusals: 'retryRefusals' in options };
  let last = cancelled('aborted');
  for (let retries = 0; ; retries++) {
    // No await between here and the fetch: the lease holds only for this task.
    const lease = permit();
    if (!lease) return last;
    const attempt = await attemptOnce(request, parts);
    lease.end(attempt.ok ? undefined : attempt.failure);
    if (attempt.ok) return attempt;
    const { failure } = attempt;
    last = { ok: false, failure };
    const mayRepeat = attempt.retryable && retries < MAX_RETRIES;
    const waitMs = retryDelayMs(failure.retryAfterMs, retries, random);
    if (mayRepeat) await delay(clock, waitMs, signal, permit.withdrawn);
    if (signal.aborted) return cancelled(ABORTED);
    if (!mayRepeat) return last;
  }
}

/** A permit that always allows, for calls that cost nothing. */
const FREE: Permit = Object.assign(() => ({ end() {} }), { withdrawn: NEVER_ABORTED });

const cancelled = (message: string): HttpOutcome => ({ ok: false, failure: { kind: 'cancelled', message } });

type Attempt = HttpOutcome & { readonly retryable?: boolean };

interface AttemptParts extends Omit<TransportParts, 'random'> {
  readonly signal: AbortSignal;
  readonly retryRefusals: boolean;
}

async function attemptOnce(request: HttpRequest, parts: AttemptParts): Promise<Attempt> {
  const reply = await readReply(request, parts);
  if ('failure' in reply)
    return { ok: false, failure: reply.failure, retryable: FAILURE_KIND_ROWS[reply.failure.kind].isRetried };

  const { response, text } = reply;
  if (!response.ok) {
    const failure = readFailure(response, text, request, parts.clock.now());
    const ownedByScheduler = failure.kind === 'rate-limit' && !parts.retryRefusals;
    return { ok: false, failure, retryable: !ownedByScheduler && isRetryable(failure, response.headers) };
  }
  const body = parseJson(text) ?? request.readText?.(text);
  if (body !== undefined) return { ok: true, body };
  const failure: ProviderFailure = { kind: 'malformed', message: UNEXPECTED_FORMAT, status: response.status };
  return { ok: false, failure, retryable: false };
}

/** The server's header says whether a retry may help. It has priority over the kind of the failure. */
function isRetryable(failure: ProviderFailure, headers: Headers): boolean {
  const word = headers.get('x-should-retry');
  return word === 'true' || (word !== 'false' && FAILURE_KIND_ROWS[failure.kind].isRetried && !isOfGateway(failure));
}

/** True for a time-out of a gateway. The server behind it may still finish the request, which is paid, and a second request would probably time out, too. */
const isOfGateway = ({ kind, status }: ProviderFailure): boolean => kind === 'timeout' && status !== 408;

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
  let response: Response | undefined;
  try {
    response = await fetch(request.url, { ...init, signal: controller.signal });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal.aborted) return { failure: { kind: 'cancelled', message: ABORTED } };
    if (timedOut) return { failure: { kind: 'timeout', message: 'Request timed out.' } };
    // The server began to answer, so the connection works and the key is accepted.
    if (response) return { failure: { kind: 'server', message: BROKEN_OFF, status: response.status } };
    const why = error instanceof ConnectionFault ? error.message : 'Connection error.';
    return { failure: { kind: 'connection', message: why } };
  } finally {
    stopDeadline();
    signal.removeEventListener('abort', abort);
  }
}

const requestInit = ({ headers, body, referrerPolicy }: HttpRequest) =>
  ({
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? { ...headers } : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    credentials: 'omit',
    referrerPolicy: referrerPolicy ?? 'no-referrer',
    cache: 'no-store',
    // A redirect would send the key to another address.
    redirect: 'error',
  }) as const;

const HONOURED_BELOW_MS = 60_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const JITTER = 0.25;

/**
 * Milliseconds to wait before the next attempt (specification, section 9): the provider's wait if it is under 60 s; otherwise 0.5 s, doubled for each retry up
 * to 8 s, minus up to a quarter.
 */
export function retryDelayMs(namedWaitMs: number | undefined, retries: number, random: () => number): number {
  if (namedWaitMs !== undefined && namedWaitMs < HONOURED_BELOW_MS) return namedWaitMs;
  return Math.min(FIRST_DELAY_MS * 2 ** retries, LONGEST_DELAY_MS) * (1 - random() * JITTER);
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. Missing: the request is a GET. */
  readonly body?: object | undefined;
  /** 'origin': sends the page's origin without its path. Missing: sends no referrer. */
  readonly referrerPolicy?: 'origin';
  /** Time limit of one attempt; missing: TIMEOUT_MS. */
  readonly timeoutMs?: number | undefined;
  /** The key in the request. It is removed from messages. */
  readonly key: string;
  readonly readFacts: ReadFacts;
  /** Reads a successful reply that is not JSON. */
  readonly readText?: (text: string) => object | undefined;
}

/** Translations need a permit, and the scheduler retries them after a 429. Lists and key checks are free, so the transport retries them. */
export type HttpOptions =
  | Pick<PermittedOptions, 'signal' | 'permit'>
  | { readonly signal: AbortSignal; readonly retryRefusals: true };

export type HttpOutcome =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly failure: ProviderFailure };

const BROKEN_OFF = 'The reply was interrupted.';
export const UNEXPECTED_FORMAT = 'Unexpected response format';

/** Judges a key by the outcome of a call (specification, section 5). Only a 401, or Google's 400 for a wrong key, makes it invalid. */
export function keyCheck(outcome: HttpOutcome): KeyCheck {
  if (outcome.ok) return { outcome: 'valid' };
  const { failure } = outcome;
  return { outcome: failure.kind === 'bad-key' ? 'invalid' : 'unknown', failure };
}

/** The outcome of a reply that is not a translation. It includes the reply's text, because that was paid for. */
export const failedOutcome = (
  kind: FailureKind,
  message: string,
  { text = '', usage }: { readonly text?: string | undefined; readonly usage: TokenUsage | undefined },
): TranslateOutcome => ({ ok: false, failure: { kind, message }, text, usage });

export interface ModelPage {
  readonly models: readonly ModelInfo[];
  /** Identifies the next page. undefined or '': this was the last page. */
  readonly next: string | undefined;
}

const MOST_PAGES = 100;

/**
 * Reads all pages of a model list and leaves out models that cannot translate. If one page fails, the list fails.
 * @param fetchPage `at`: `next` of the page before; undefined: the first page
 * @param readPage returns undefined if the body is not a model list
 * @param order missing: the provider's order
 */
export async function listAllPages(
  fetchPage: (at: string | undefined) => Promise<HttpOutcome>,
  readPage: (body: unknown) => ModelPage | undefined,
  order?: (one: ModelInfo, other: ModelInfo) => number,
): Promise<ModelListOutcome> {
  const models: ModelInfo[] = [];
  let at: string | undefined;
  for (let count = 0; count < MOST_PAGES; count++) {
    const outcome = await fetchPage(at);
    if (!outcome.ok) return outcome;
    const page = readPage(outcome.body);
    if (page === undefined) return { ok: false, failure: { kind: 'malformed', message: UNEXPECTED_FORMAT } };
    models.push(...page.models.filter(({ id }) => isTranslationModel(id)));
    if (!page.next || page.next === at) break;
    at = page.next;
  }
  return { ok: true, models: order ? models.toSorted(order) : models };
}

/** Sorts by character codes, so that the order does not depend on the browser's language. */
export const byId = (a: ModelInfo, b: ModelInfo): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** What an adapter reads from an error body. It sets the kind only if the body says more than the status. */
export type FailureFacts = {
  readonly [Fact in Exclude<keyof ProviderFailure, 'status'>]?: ProviderFailure[Fact] | undefined;
};

/** `body`: parsed JSON; undefined: the body is not JSON. `waitMs`: from a header. */
type ReadFacts = (status: number, body: unknown, waitMs?: number) => FailureFacts;

/** The failure of a reply outside 2xx. `now`: ms since 1970, for a retry-after date. */
export function readFailure(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
  { key, readFacts }: Pick<HttpRequest, 'key' | 'readFacts'>,
  now: number,
): ProviderFailure {
  const waitMs = waitOfHeaders(headers, now);
  const facts = readFacts(status, parseJson(text), waitMs);
  const message = redact(facts.message || plainMessage(status, redact(text, key)), key);
  return {
    kind: facts.kind ?? kindOfSaid({ ...facts, status, message, waitMs }) ?? failureOfStatus(status),
    message,
    status,
    ...defined({
      requestId: headers.get('x-request-id') ?? headers.get('request-id') ?? facts.requestId,
      code: facts.code,
      param: facts.param,
      type: facts.type,
      retryAfterMs: waitMs ?? facts.retryAfterMs,
    }),
  };
}

/** The failure that a reply with status 200 reports in the provider's format. undefined: there is none. */
export function reportedFailure(body: unknown, key: string, readFacts: ReadFacts): TranslateOutcome | undefined {
  const named = Number(jsonAt(body, 'error', 'code'));
  const status = named >= 400 && named < 600 ? named : 500;
  if (!readFacts(status, body).message) return undefined;
  const failure = readFailure({ status, headers: new Headers() }, JSON.stringify(body), { key, readFacts }, 0);
  return { ok: false, failure, text: '', usage: undefined };
}

/** A message made of any other body, for example of a gateway's HTML page. */
function plainMessage(status: number, text: string): string {
  const words = text
    .replace(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, ' ')
    .slice(0, 10 * LONGEST_MESSAGE_CHARACTERS)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_MESSAGE_CHARACTERS);
  return words === '' ? `${status} status code (no body)` : words;
}

/** Replaces the key, also in URL-encoded form, because the page may show and store the text. */
export function redact(text: string, key: string): string {
  if (key === '') return text;
  return text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
}

/** Milliseconds from `retry-after-ms`, or else from `retry-after` in seconds or as a date. */
export function waitOfHeaders(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const seconds = amountOf(headers.get('retry-after'));
  return (
    amountOf(headers.get('retry-after-ms')) ??
    (seconds === undefined ? untilDate(headers.get('retry-after'), now) : seconds * 1_000)
  );
}

/** undefined: not a number, or negative. */
function amountOf(text: string | null): number | undefined {
  const amount = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return amount >= 0 && amount < Infinity ? amount : undefined;
}

function untilDate(text: string | null, now: number): number | undefined {
  // The text must contain a letter, because Date.parse would read "-1" as a year.
  if (text === null || !/[a-z]/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

type Step = string | number;

/** The value at a path of parsed JSON. undefined: there is no such path. */
export function jsonAt(value: unknown, ...path: readonly Step[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<Step, unknown>)[step];
  }
  return here;
}

/** Returns the value at a path if it has the type, else undefined. */
const at =
  <T>(isIt: (found: unknown) => found is T) =>
  (value: unknown, ...path: readonly Step[]): T | undefined => {
    const found = jsonAt(value, ...path);
    return isIt(found) ? found : undefined;
  };
export const textAt = at((found) => typeof found === 'string');
export const numberAt = at((found) => typeof found === 'number');
/** A finite number, or a number in a string, because some providers write money as text. */
export function amountAt(value: unknown, ...path: readonly Step[]): number | undefined {
  const found = jsonAt(value, ...path);
  const amount = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : undefined;
}
export const flagAt = at((found) => typeof found === 'boolean');
export const listAt = at((found): found is readonly unknown[] => Array.isArray(found));

/** Removes undefined properties, because `exactOptionalPropertyTypes` distinguishes them from missing ones. */
export const defined = <T extends object>(parts: T) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

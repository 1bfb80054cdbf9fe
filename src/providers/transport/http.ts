import { afterAwake, type Clock, delay } from '../../clock/clock.ts';
import { parseJson } from '../../lib/json.ts';
import { isTranslationModel } from '../chat-models.ts';
import { FAILURE_KIND_ROWS, type FailureKind } from '../failure-kinds.ts';
import {
  ABORTED,
  type ModelInfo,
  type ModelListOutcome,
  type Permit,
  type PermittedOptions,
  type ProviderFailure,
  type TokenUsage,
  type TranslateOutcome,
} from '../provider.ts';
import { failureOfStatus, kindOfSaid } from './failure-words.ts';

/** One transport for all providers: timeout, cancel, retries and errors in one place (specification, section 9). */
export interface Transport {
  /** Never throws. A call whose signal is already aborted does not reach the network. */
  send(request: HttpRequest, options: HttpOptions): Promise<HttpOutcome>;
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

export const createTransport = (parts: TransportParts): Transport => ({
  send: async (request, options) =>
    options.signal.aborted ? cancelled('aborted') : sendUntilRead(request, options, parts),
});

/** Whether a server answers at the address, even if this page may not read the answer. Sends no key; waits 3 s at most. */
export type IsThere = (url: string) => Promise<boolean>;

export const createIsThere =
  (fetch: TransportParts['fetch']): IsThere =>
  async (url) => {
    try {
      // With 'no-cors' the answer is opaque: it shows that a server is there, and nothing else.
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
    // No await from here to the fetch.
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

/** The permit of what costs nothing. */
const FREE: Permit = Object.assign(() => ({ end() {} }), { withdrawn: new AbortController().signal });

const cancelled = (message: string): HttpOutcome => ({ ok: false, failure: { kind: 'cancelled', message } });

type Attempt = HttpOutcome & { readonly retryable?: boolean };

interface AttemptParts extends Omit<TransportParts, 'random'> {
  readonly signal: AbortSignal;
  readonly retryRefusals: boolean;
}

/** One call over the network, with its reply read to the end. Never throws: every failure is a value. */
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

/** The header is the server's own word on whether sending the request again may help. It overrules the kind of the failure. */
function isRetryable(failure: ProviderFailure, headers: Headers): boolean {
  const word = headers.get('x-should-retry');
  return word === 'true' || (word !== 'false' && FAILURE_KIND_ROWS[failure.kind].isRetried && !isOfGateway(failure));
}

/** Whoever worked on the request may have gone on, and been paid: the same request would most likely end so again. */
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
  } catch {
    if (signal.aborted) return { failure: { kind: 'cancelled', message: ABORTED } };
    if (timedOut) return { failure: { kind: 'timeout', message: 'Request timed out.' } };
    // Whoever has begun to answer was reached, and has taken the key.
    if (response) return { failure: { kind: 'server', message: BROKEN_OFF, status: response.status } };
    return { failure: { kind: 'connection', message: 'Connection error.' } };
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
    // A redirect would carry the key to another address.
    redirect: 'error',
  }) as const;

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

/** One HTTP request to a provider. */
export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; missing: a GET. */
  readonly body?: object | undefined;
  /** 'origin' tells the provider the page's origin, never its path; missing: the provider gets no referrer. */
  readonly referrerPolicy?: 'origin';
  /** Time limit of one attempt, from the call to the last byte; missing: the specified ten minutes. */
  readonly timeoutMs?: number | undefined;
  /** The key in the request, so that it can be removed from the words of a failure. */
  readonly key: string;
  /** Reads this provider's error bodies; `body` is the parsed JSON, or undefined where the body is no JSON. */
  readonly readFacts: ReadFacts;
  /** Reads a success that is not one JSON; undefined, or missing: nobody can. */
  readonly readText?: (text: string) => object | undefined;
}

/** A translation needs a permit, and the scheduler decides when it is sent again after a 429. Lists and checks of keys cost nothing. */
export type HttpOptions =
  | Pick<PermittedOptions, 'signal' | 'permit'>
  | { readonly signal: AbortSignal; readonly retryRefusals: true };

export type HttpOutcome =
  /** The reply's JSON. */
  { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly failure: ProviderFailure };

const BROKEN_OFF = 'The reply broke off on its way.';
export const UNEXPECTED_FORMAT = 'Unexpected response format';

/** The outcome of a reply that arrived but is no translation. What it contained is kept, because it was paid for. */
export const failedOutcome = (
  kind: FailureKind,
  message: string,
  { text = '', usage }: { readonly text?: string | undefined; readonly usage: TokenUsage | undefined },
): TranslateOutcome => ({ ok: false, failure: { kind, message }, text, usage });

/** One page of a provider's model list, and the mark of the next page. */
export interface ModelPage {
  readonly models: readonly ModelInfo[];
  /** Missing, undefined or empty: this was the last page. */
  readonly next?: string | undefined;
}

/** Most pages to read, so that a list that never ends does not keep the page reading for ever. */
const MOST_PAGES = 100;

/**
 * Reads a model list page by page, without the models that cannot translate. One failed page fails the list: half a list would hide
 * models.
 * @param fetchPage `at` is undefined for the first page, else what `readPage` gave as `next`
 * @param readPage gives undefined for a body that is no model list
 * @param order missing: as the provider has it
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

/** Compares ids character by character, so that the order is the same in every browser language. */
export const byId = (a: ModelInfo, b: ModelInfo): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** What an adapter reads in its provider's error body; every part may be missing. The kind is set where the body tells more than the status. */
export type FailureFacts = {
  readonly [Fact in Exclude<keyof ProviderFailure, 'status'>]?: ProviderFailure[Fact] | undefined;
};

/** `waitMs`: as a header names it. */
export type ReadFacts = (status: number, body: unknown, waitMs?: number) => FailureFacts;

/** The failure of a reply outside 2xx, without the key in its message. `now` (ms since the epoch): for a wait that is named as a date. */
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

/** The outcome of a success that reports a failure in its provider's own form; undefined: it reports none. */
export function reportedFailure(body: unknown, key: string, readFacts: ReadFacts): TranslateOutcome | undefined {
  const named = Number(jsonAt(body, 'error', 'code'));
  const status = named >= 400 && named < 600 ? named : 500;
  if (!readFacts(status, body).message) return undefined;
  const failure = readFailure({ status, headers: new Headers() }, JSON.stringify(body), { key, readFacts }, 0);
  return { ok: false, failure, text: '', usage: undefined };
}

const LONGEST_MESSAGE_CHARACTERS = 500;

/** The message of a body that is not in the provider's form, for example of a gateway's HTML page. */
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

/** The text with "[key]" in place of the key, also of the key as it is encoded in a URL: the text may be shown and stored. */
export function redact(text: string, key: string): string {
  if (key === '') return text;
  return text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
}

/** Milliseconds to wait by `retry-after-ms`, else `retry-after` in seconds or as a date; undefined: none. `now`: ms since the epoch. */
export function waitOfHeaders(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const seconds = amountOf(headers.get('retry-after'));
  return (
    amountOf(headers.get('retry-after-ms')) ??
    (seconds === undefined ? untilDate(headers.get('retry-after'), now) : seconds * 1_000)
  );
}

/** undefined: no number, or one below zero. */
function amountOf(text: string | null): number | undefined {
  const amount = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return amount >= 0 && amount < Infinity ? amount : undefined;
}

function untilDate(text: string | null, now: number): number | undefined {
  // Date.parse takes a number for a year: "-1", refused as seconds above, must not become a date.
  if (text === null || !/[a-z]/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

type Step = string | number;

/** What stands at a path of parsed JSON; undefined where the path leads nowhere. */
export function jsonAt(value: unknown, ...path: readonly Step[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<Step, unknown>)[step];
  }
  return here;
}

/** A reader of what stands at a path of parsed JSON; undefined where nothing of that type does. */
const at =
  <T>(isIt: (found: unknown) => found is T) =>
  (value: unknown, ...path: readonly Step[]): T | undefined => {
    const found = jsonAt(value, ...path);
    return isIt(found) ? found : undefined;
  };
export const textAt = at((found) => typeof found === 'string');
export const numberAt = at((found) => typeof found === 'number');
/** A finite number, or a text that is one, as amounts of money are written. */
export function amountAt(value: unknown, ...path: readonly Step[]): number | undefined {
  const found = jsonAt(value, ...path);
  const amount = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : undefined;
}
export const flagAt = at((found) => typeof found === 'boolean');
export const listAt = at((found): found is readonly unknown[] => Array.isArray(found));

/** The same object without its undefined parts, as optional properties want it. */
export const defined = <T extends object>(parts: T) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

import type { FailureKind, ProviderFailure } from '../provider.ts';

/** What an adapter reads in its provider's error body; every part may be missing. */
export interface FailureFacts {
  /** Set where the body tells more than the status. */
  readonly kind?: FailureKind | undefined;
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  readonly type?: string | undefined;
  readonly requestId?: string | undefined;
  /** Milliseconds to wait, as the body names them. */
  readonly retryAfterMs?: number | undefined;
}

/** A reply outside 2xx. */
interface FailedReply {
  readonly response: Pick<Response, 'status' | 'headers'>;
  readonly text: string;
  /** The text as JSON, or undefined where it is none. */
  readonly body: unknown;
}

interface Reader {
  readonly key: string;
  readonly readFacts: (status: number, body: unknown) => FailureFacts;
}

/**
 * The failure of a reply with a status outside 2xx; the key is redacted in its message.
 * @param now milliseconds since the epoch, for a wait that is named as a date
 */
export function readFailure(
  { response, text, body }: FailedReply,
  { key, readFacts }: Reader,
  now: number,
): ProviderFailure {
  const { status, headers } = response;
  const facts = readFacts(status, body);
  return {
    kind: facts.kind ?? failureOfStatus(status),
    message: redact(facts.message ?? plainMessage(status, text), key),
    status,
    ...defined({
      requestId: headers.get('x-request-id') ?? headers.get('request-id') ?? facts.requestId,
      code: facts.code,
      param: facts.param,
      type: facts.type,
      retryAfterMs: waitOfHeaders(headers, now) ?? facts.retryAfterMs,
    }),
  };
}

const LONGEST_MESSAGE_CHARACTERS = 500;

/** The message of a body that is not in the provider's form, for example of a gateway's HTML page. */
function plainMessage(status: number, text: string): string {
  const words = text
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

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration such as "41.724s", "6m0s" or "320ms"; undefined where the text is none. */
export function durationMs(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/.test(text)) return undefined;
  let sumMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)) {
    sumMs += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  }
  return sumMs;
}

/** Milliseconds of "Please try again in 41.724s."; undefined: no wait is named. Most providers' headers cannot be read in a page. */
export function waitOfMessage(message: string | undefined): number | undefined {
  const duration = message?.match(/try again in ((?:\d+(?:\.\d+)?(?:ms|[dhms]))+)/)?.[1];
  return duration === undefined ? undefined : durationMs(duration);
}

/**
 * Milliseconds to wait as the headers name them: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date; undefined: none.
 * @param now milliseconds since the epoch
 */
export function waitOfHeaders(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  return (
    notNegative(numberOf(headers.get('retry-after-ms'))) ??
    notNegative(scaled(numberOf(headers.get('retry-after')), 1_000)) ??
    untilDate(headers.get('retry-after'), now)
  );
}

const numberOf = (text: string | null): number | undefined =>
  text === null || text.trim() === '' ? undefined : Number(text);
const scaled = (value: number | undefined, factor: number) => (value === undefined ? undefined : value * factor);
const notNegative = (value: number | undefined) =>
  value !== undefined && value >= 0 && value < Infinity ? value : undefined;

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

/** The text at a path; undefined where there is no text. */
export function textAt(value: unknown, ...path: readonly Step[]): string | undefined {
  const found = jsonAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** The number at a path; undefined where there is no number. */
export function numberAt(value: unknown, ...path: readonly Step[]): number | undefined {
  const found = jsonAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** The list at a path; undefined where there is no list. */
export function listAt(value: unknown, ...path: readonly Step[]): readonly unknown[] | undefined {
  const found = jsonAt(value, ...path);
  return Array.isArray(found) ? found : undefined;
}

/** The same object without its undefined parts, as optional properties want it. */
export function defined<T extends object>(parts: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

import { parseJson } from '../../lib/json.ts';
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

interface Reader {
  readonly key: string;
  readonly readFacts: (status: number, body: unknown) => FailureFacts;
}

/** The failure of a reply outside 2xx, without the key in its message. `now` (ms since the epoch): for a wait that is named as a date. */
export function readFailure(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
  { key, readFacts }: Reader,
  now: number,
): ProviderFailure {
  const facts = readFacts(status, parseJson(text));
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
export const failureOfStatus = (status: number): FailureKind =>
  KIND_OF_STATUS[status] ?? (status >= 500 ? 'server' : 'unprocessable');

const KIND_OF_STATUS: Readonly<Record<number, FailureKind>> = {
  ...{ 400: 'bad-request', 401: 'bad-key', 402: 'quota', 403: 'not-permitted', 404: 'model-not-found' },
  ...{ 408: 'timeout', 409: 'conflict', 429: 'rate-limit' },
};

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
export const listAt = at((found): found is readonly unknown[] => Array.isArray(found));

/** The same object without its undefined parts, as optional properties want it. */
export const defined = <T extends object>(parts: T) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

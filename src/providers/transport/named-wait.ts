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

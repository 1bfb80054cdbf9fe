import { describe, expect, it, test } from 'vitest';
import { durationMs, failureOfStatus, waitOfHeaders, waitOfMessage } from './http.ts';

test.each([
  [400, 'bad-request'],
  [401, 'bad-key'],
  [402, 'quota'],
  [403, 'not-permitted'],
  [404, 'model-not-found'],
  [408, 'timeout'],
  [409, 'conflict'],
  [418, 'unprocessable'],
  [422, 'unprocessable'],
  [429, 'rate-limit'],
  [500, 'server'],
  [503, 'server'],
  [529, 'server'],
] as const)('[S8.5] status %i means %s', (status, kind) => {
  expect(failureOfStatus(status)).toBe(kind);
});

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

describe('durationMs', () => {
  it.each([
    ['41.724s', 41_724],
    ['320ms', 320],
    ['1h30m', 5_400_000],
    ['0s', 0],
    ['1d', 86_400_000],
    ['', undefined],
    ['27', undefined],
    ['-3s', undefined],
  ])('%j', (text, expected) => {
    const found = durationMs(text);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(expected, 6);
  });
});

/** As OpenAI, Groq, Google, Azure and others were seen to say it. */
test.each([
  ['Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000. Please try again in 1m2.5s. Visit …', 62_500],
  ['Limit 100000, Used 97050, Requested 3619. Please try again in 9m38.016s. Need more tokens?', 578_016],
  ['Please try again in 320ms.', 320],
  ['You exceeded your current quota … \nPlease retry in 34.074824224s.', 34_074.824_224],
  ['Requests have exceeded call rate limit. Please retry after 12 seconds.', 12_000],
  ['Please retry after 1 second.', 1_000],
  ['Please wait 1 minute and 5 seconds before the next request.', 65_000],
  ['Try again in 2 hours.', 7_200_000],
  ['Please try again in 250 milliseconds', 250],
  ['Please try again later.', undefined],
  ['Please retry after a brief wait.', undefined],
  ['Please retry in 5 smaller requests.', undefined],
  ['', undefined],
])('[D7.1] the wait in %j', (message, expected) => {
  const found = waitOfMessage(message);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(expected, 3);
});

describe('waitOfHeaders', () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after-ms': '1500' }, 1_500],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:07 GMT' }, 7_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  ])('%j', (headers, expected) => {
    expect(waitOfHeaders(new Headers(headers), NOW)).toBe(expected);
  });
});

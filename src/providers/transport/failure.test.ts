import { describe, expect, it, test } from 'vitest';
import { anthropicFailure } from '../adapters/anthropic.ts';
import { compatibleFailure } from '../adapters/compatible-failure.ts';
import { googleFailure } from '../adapters/google.ts';
import { openaiFailure } from '../adapters/openai.ts';
import { durationMs, failureOfStatus, waitOfMessage } from './failure-words.ts';
import { readFailure, reportedFailure, waitOfHeaders } from './http.ts';

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
  [504, 'timeout'],
  [524, 'timeout'],
  [424, 'server'],
  [499, 'server'],
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
  ])('reads %j', (text, expected) => {
    const found = durationMs(text);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(expected, 6);
  });
});

/** Messages that OpenAI, Groq, Google, Azure and others really sent. */
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
])('[D7.1] reads the wait in %j', (message, expected) => {
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
  ])('reads %j', (headers, expected) => {
    expect(waitOfHeaders(new Headers(headers), NOW)).toBe(expected);
  });
});

const READERS = { openai: openaiFailure, anthropic: anthropicFailure, google: googleFailure, other: compatibleFailure };
type Reader = keyof typeof READERS;
const kindOf = (reader: Reader, status: number, body: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readFailure({ status, headers: new Headers(headers) }, text, { key: '', readFacts: READERS[reader] }, NOW)
    .kind;
};
const said = (message: string, more: object = {}) => ({ error: { message, ...more } });
const BILLING = 'You exceeded your current quota, please check your plan and billing details.';
const OF_ANTHROPIC = "This request would exceed your account's monthly spend limit. Please try again later.";

describe('[D7.28] a refusal for pace that says that an allowance is used up', () => {
  it.each<[Reader, number, object, ...Record<string, string>[]]>([
    ...[
      'credit_balance_exhausted',
      'organization_spend_limit_exceeded',
      'project_spend_limit_exceeded',
      'organization_usage_limit_exceeded',
    ].flatMap((code): [Reader, number, object][] => [
      ['openai', 429, said(BILLING, { code })],
      ['other', 429, said(BILLING, { code, type: null })],
    ]),
    [
      'anthropic',
      429,
      said(OF_ANTHROPIC, { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } }),
    ],
    [
      'anthropic',
      429,
      said('Spend.', { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } }),
    ],
    ['anthropic', 429, said(OF_ANTHROPIC, { type: 'rate_limit_error' })],
    ['anthropic', 400, said('You have reached your specified workspace API usage limits. You will regain access on …')],
    ['other', 429, { error: "you've reached your hourly usage limit, please wait or upgrade to continue" }],
    ['other', 429, { error: 'you (x) have reached your session usage limit, upgrade for higher limits: https://…' }],
    ['other', 429, { error: 'you (x) have reached your weekly usage limit, upgrade for higher limits: https://…' }],
    [
      'other',
      429,
      said('The usage limit has been reached', { type: 'usage_limit_reached' }),
      { 'retry-after': '18000' },
    ],
    [
      'other',
      429,
      said('Usage limit reached for 5 hour. Your limit will reset at 2026-11-28 12:00:00', { code: '1308' }),
    ],
    ['other', 429, said('Insufficient balance or no resource package. Please recharge.', { code: '1113' })],
    ['other', 429, said('Your account is suspended, please check your plan', { type: 'exceeded_current_quota_error' })],
    ['other', 403, { code: 30001, message: 'Sorry, your account balance is insufficient', data: null }],
    ['other', 403, said('用户额度不足', { code: 'insufficient_user_quota', type: 'new_api_error' })],
    ['other', 400, { code: 'Arrearage', message: 'Access denied, please make sure your account is in good standing.' }],
    ['other', 429, said('You have exceeded the monthly included credits for Inference Providers.')],
    ['other', 429, said('Monthly spending cap reached.')],
    ['other', 429, said('Usage limit of 1000 requests in 300 minutes reached')],
    ['other', 429, said('Usage limit of 1000 requests per 86400s reached')],
    ['other', 429, said('You have reached your session usage limit. See https://ollama.com/settings and /models')],
    ['other', 429, said('Rate limit of 150 per 86400s exceeded for UserByModelByDay. Please wait 75000 seconds')],
    ['other', 429, said('Your account org-x<ak-y> is suspended, please check your plan and billing details')],
    ['other', 412, said('Account is suspended, possibly due to reaching the monthly spending limit.')],
    ['other', 403, said('预扣费额度失败, 用户剩余额度: ¥0.01, 需要预扣费额度: ¥0.05')],
    ['other', 429, said('已达到 5 小时的使用上限。您的限额将在 2026-11-28 15:00:00 重置。', { code: '1308' })],
    ['other', 403, said('The free tier of the model has been exhausted.', { code: 'AllocationQuota.FreeTierOnly' })],
    ['other', 400, said('Budget has been exceeded! Current cost: 0.0006, Max budget: 0.0001')],
    ['other', 400, said('ExceededBudget: User=default_user_id over budget. Spend=0.0001, Budget=0.0')],
    ['other', 429, said(`${BILLING} quotaId: GenerateRequestsPerDayPerProjectPerModel-FreeTier`)],
    ['other', 403, said('You have reached the limit of your free plan this month. Upgrade.')],
    ['other', 429, said('You have run out of requests for this month')],
    ['other', 429, said("You have exceeded your plan's included usage")],
    ['other', 429, said('Quota exceeded for this billing period')],
  ])(
    'a 429 that says that an allowance is used up counts as quota: %s, %d: %j',
    (...[reader, status, body, headers]) => {
      expect(kindOf(reader, status, body, headers)).toBe('quota');
    },
  );

  it.each<[Reader, string, ...object[]]>([
    [
      'openai',
      'Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000. Please try again in 1.5s. You can add a payment method.',
    ],
    [
      'anthropic',
      "This request would exceed your organization's rate limit of 50,000 input tokens per minute.",
      { type: 'rate_limit_error' },
    ],
    [
      'anthropic',
      "This request would exceed your account's rate limit. Please try again later.",
      { type: 'rate_limit_error' },
    ],
    ['google', 'You exceeded your current quota, please check your plan and billing details. Please retry in 34.07s.'],
    ['google', 'Resource has been exhausted (e.g. check quota).', { status: 'RESOURCE_EXHAUSTED' }],
    [
      'google',
      "Quota exceeded for quota metric 'Generate Content API requests per minute' and limit '…' of service '…'",
    ],
    ['other', 'Requests rate limit exceeded', { code: '1300' }],
    ['other', 'Service tier capacity exceeded for this model.', { code: '3505' }],
    ['other', 'Tokens per minute limit exceeded - too many tokens processed.', { code: 'token_quota_exceeded' }],
    ['other', 'The usage limit has been reached', { type: 'usage_limit_reached' }, { 'retry-after': '20' }],
    ['other', 'Requests have exceeded call rate limit of your pricing tier. Please retry after 12 seconds.'],
    ['other', 'Your account reached max request concurrency: 1, please try again after 1 seconds'],
    ['other', 'Too many requests'],
    ['other', 'Allocated quota exceeded, please increase your quota limit.', { code: 'Throttling.AllocationQuota' }],
    ['other', '您当前使用该API的并发数过高，请降低并发', { code: '1302' }],
    ['other', '当前分组上游负载已饱和，请稍后再试'],
    ['other', 'Usage limit exceeded: 10 requests/min'],
    ['other', 'Quota limit reached: 60 requests / minute'],
    ['other', 'You have reached your usage limit of 5 RPS'],
    ['other', 'Usage limit of 20 requests in 60 seconds reached'],
    ['other', 'Usage limit of 20 requests per 60s reached'],
    ['other', 'The token usage limit of this minute was reached'],
    ['other', 'API usage limit exceeded, please slow down'],
    ['other', 'Session limit reached: 2 concurrent requests'],
    ['google', 'Usage limit exceeded: 1000000 tokens each minute'],
    ['anthropic', 'Usage limit reached: 4 requests in parallel'],
    ['other', 'Provider returned error', { metadata: { raw: said(`${BILLING} limit: 15 Please retry in 34s.`) } }],
  ])('a real limit of pace does not count as quota: %s, %s', (...[reader, message, more, headers]) => {
    expect(kindOf(reader, 429, said(message, more), { ...headers } as Record<string, string>)).toBe('rate-limit');
  });
});

describe('[D7.29] a time-out of a gateway', () => {
  it.each<readonly [Reader, number, unknown]>([
    ['openai', 504, '<html><title>504 Gateway Time-out</title></html>'],
    ['other', 524, '<!doctype html><title>a timeout occurred</title>'],
    ['google', 504, said('The request timed out. Please try again.', { status: 'DEADLINE_EXCEEDED' })],
    ['google', 503, said('Deadline expired before operation could complete.', { status: 'UNAVAILABLE' })],
    ['google', 500, said('x', { status: 'DEADLINE_EXCEEDED' })],
    ['anthropic', 504, said('The request timed out while processing.', { type: 'timeout_error' })],
    ['other', 500, said('litellm.Timeout: APITimeoutError - Request timed out.')],
    ['other', 503, 'upstream request timeout'],
    ['other', 502, said('Provider returned error', { metadata: { raw: 'error code: 524, the origin timed out' } })],
    ['other', 504, ''],
    ['other', 500, said('httpx.ReadTimeout')],
    ['other', 503, said('The model did not respond in time')],
    ['other', 500, said('Model execution exceeded the time limit')],
  ])('a time-out of a gateway counts as a time-out: %s, %d: %j', (reader, status, body) =>
    expect(kindOf(reader, status, body)).toBe('timeout'),
  );

  it.each<readonly [Reader, number, unknown]>([
    ['other', 502, '<html><title>502 Bad Gateway</title></html>'],
    ['other', 522, 'error code: 522'],
    ['other', 500, said('dial tcp 10.0.0.1:443: i/o timeout')],
    ['other', 503, 'upstream connect error or disconnect/reset before headers. reset reason: connection timeout'],
    ['google', 503, said('The model is overloaded. Please try again later.', { status: 'UNAVAILABLE' })],
    ['anthropic', 529, said('Overloaded', { type: 'overloaded_error' })],
    ['openai', 500, said('The server had an error while processing your request.')],
  ])('a failing server does not count as a time-out: %s, %d: %j', (reader, status, body) =>
    expect(kindOf(reader, status, body)).toBe('server'),
  );
});

describe('[D7.30] a request that the server gave up', () => {
  it.each<readonly [Reader, number, unknown]>([
    ['google', 499, said('The operation was cancelled.', { code: 499, status: 'CANCELLED' })],
    [
      'other',
      499,
      said('Provider returned error', { code: 499, metadata: { raw: said('The operation was cancelled.') } }),
    ],
    ['other', 400, said('The operation was cancelled.', { status: 'CANCELLED' })],
    ['other', 400, { error: 'Model is unloaded.' }],
    ['other', 400, { error: 'Model unloaded.' }],
    ['other', 400, { error: 'Model was unloaded while the request was still in queue..' }],
    ['other', 404, { error: { message: 'The model has been reloaded.' } }],
    [
      'other',
      400,
      { error: 'The model has crashed without additional information. (Exit code: 18446744072635812000)' },
    ],
    ['other', 424, { error: 'Request failed during generation', error_type: 'generation' }],
    ['other', 460, ''],
    ['other', 400, { error: 'Channel Error' }],
    ['other', 400, { error: 'Upstream request was aborted' }],
  ])('a request that the server gave up counts as temporary: %s, %d: %j', (reader, status, body) =>
    expect(kindOf(reader, status, body)).toBe('server'),
  );

  it.each(['tool_use_failed', 'output_parse_failed'])('Groq’s code %s counts as an unreadable reply', (code) => {
    expect(kindOf('other', 400, said('Failed to call a function.', { code }))).toBe('malformed');
  });

  it.each([
    "attempted to call tool 'json' which was not in request.tools",
    'Parsing failed. The model generated output that could not be parsed.',
    'unexpected tokens remaining in message header',
    'Failed to parse input at pos 0: <|channel|>commentary',
    "error parsing tool call: raw='{' err=unexpected end of JSON input",
  ])('counts an unreadable reply of gpt-oss at other servers as malformed: %s', (message) => {
    for (const status of [400, 500]) expect(kindOf('other', status, said(message))).toBe('malformed');
  });

  it('a wrong request and an unknown model keep their kinds', () => {
    expect(kindOf('other', 400, said('Invalid value for messages.'))).toBe('bad-request');
    expect(kindOf('other', 404, said('The model `x` does not exist'))).toBe('model-not-found');
  });
});

test.each<readonly [Reader, unknown, string, string]>([
  ['openai', said(BILLING, { code: 'credit_balance_exhausted' }), 'quota', BILLING],
  ['openai', said('The server had an error.'), 'server', 'The server had an error.'],
  ['anthropic', { type: 'error', ...said('Overloaded', { type: 'overloaded_error' }) }, 'server', 'Overloaded'],
  ['google', said('Slow down.', { code: 429 }), 'rate-limit', '[Google AI] Slow down.'],
])('[D12.36] reads the failure that %s reports with status 200: %j', (reader, body, kind, message) => {
  expect(reportedFailure(body, '', READERS[reader])).toMatchObject({ ok: false, failure: { kind, message } });
  expect(reportedFailure({ choices: [], content: [], candidates: [] }, '', READERS[reader])).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { answered, answeringTransport } from '../../../test/answering-transport.ts';
import { openPermit } from '../../../test/permits.ts';
import { askedOf, requestFor } from '../../../test/translate-request.ts';
import { createGoogle, googleFailure } from './google.ts';

const signal = new AbortController().signal;
const ASKED = askedOf('gemini-3.5-flash', 'AIza test');
const REQUEST = requestFor(ASKED);
const replyOf = (parts: readonly object[], finishReason = 'STOP', rest: object = {}) =>
  answered({ candidates: [{ content: { parts, role: 'model' }, finishReason, index: 0, ...rest }] });

describe('the request', () => {
  it('[D15.8] reads from the model list how many tokens a model accepts', async () => {
    const entry = { supportedGenerationMethods: ['generateContent'], inputTokenLimit: 1_048_576 };
    const transport = answeringTransport(answered({ models: [{ name: 'models/gemini-x', ...entry }] }));
    const list = await createGoogle(transport).listModels('k', { signal });
    expect(list).toMatchObject({ ok: true, models: [{ id: 'gemini-x', contextTokens: 1_048_576 }] });
  });

  it('[S7.5] asks for the model list with the key in the query, page by page', async () => {
    const transport = answeringTransport(answered({ nextPageToken: 'a/b' }), answered({}));
    expect(await createGoogle(transport).listModels('k&y', { signal })).toEqual({ ok: true, models: [] });
    expect(transport.sent.map(({ url, headers }) => ({ url, headers }))).toEqual([
      { url: 'https://generativelanguage.googleapis.com/v1beta/models?key=k%26y&pageSize=1000', headers: {} },
      {
        url: 'https://generativelanguage.googleapis.com/v1beta/models?key=k%26y&pageSize=1000&pageToken=a%2Fb',
        headers: {},
      },
    ]);
  });
});

describe('the reply', () => {
  it.each([
    ['joins parts', [{ text: '{"2":' }, { text: '"Não"}' }]],
    ['leaves out thinking', [{ text: 'Hm {', thought: true }, { text: '{"2":"Não"}' }]],
    ['[S5.16] keeps words and fences around the JSON', [{ text: 'Here you are:\n```json\n{"2":"Não"}\n```' }]],
  ])('reads the text of a reply: %s', async (_, parts) => {
    const outcome = await createGoogle(answeringTransport(replyOf(parts))).translate(REQUEST, {
      signal,
      permit: openPermit,
    });
    expect(outcome).toEqual({ ok: true, text: '{"2":"Não"}', usage: undefined });
  });

  it('counts thinking as output', async () => {
    const body = {
      candidates: [{ content: { parts: [{ text: '{}' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 20, thoughtsTokenCount: 300, totalTokenCount: 330 },
    };
    const outcome = await createGoogle(answeringTransport(answered(body))).translate(REQUEST, {
      signal,
      permit: openPermit,
    });
    expect(outcome.usage).toEqual({ input: 10, output: 320, reasoning: 300 });
  });

  const PART = [{ text: '{"2":"N' }];
  it.each([
    ['MAX_TOKENS', 'cut-off', 'The reply was cut off by the length limit.'],
    ['CONTINUATION', 'cut-off', 'The reply is incomplete: the model stopped before its end (CONTINUATION).'],
    ['SAFETY', 'refused', 'Reply was blocked due to SAFETY'],
    ['RECITATION', 'refused', 'Reply was blocked due to RECITATION'],
    ['LANGUAGE', 'refused', 'Reply was blocked due to LANGUAGE'],
    ['PROHIBITED_CONTENT', 'refused', 'Reply was blocked due to PROHIBITED_CONTENT'],
    ['OTHER', 'refused', 'Reply was blocked due to OTHER'],
    ['MALFORMED_FUNCTION_CALL', 'malformed', 'Unexpected response format: MALFORMED_FUNCTION_CALL'],
    ['STOP', 'malformed', 'Unexpected response format'],
  ] as const)('[S8.9] keeps the text of a reply with finishReason %s', async (reason, kind, message) => {
    const outcome = await createGoogle(answeringTransport(replyOf(PART, reason))).translate(REQUEST, {
      signal,
      permit: openPermit,
    });
    const failure = { kind, message: `[Google AI] ${message}` };
    expect(outcome).toEqual({ ok: false, failure, text: '{"2":"N', usage: undefined });
  });

  it('[S8.9] says why a prompt was blocked', async () => {
    const blocked = answered({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
    const outcome = await createGoogle(answeringTransport(blocked)).translate(REQUEST, { signal, permit: openPermit });
    const failure = { kind: 'refused', message: '[Google AI] Prompt was blocked due to PROHIBITED_CONTENT' };
    expect(outcome).toMatchObject({ ok: false, failure, text: '' });
  });

  it('a reply without candidates is malformed', async () => {
    const outcome = await createGoogle(answeringTransport(answered({}))).translate(REQUEST, {
      signal,
      permit: openPermit,
    });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
  });
});

describe('the error body', () => {
  const RPC = 'type.googleapis.com/google.rpc.';
  const bodyOf = (status: string, details: readonly object[]) => ({
    error: { code: 0, message: 'm', status, details },
  });

  it('distinguishes a wrong key from other bad requests', () => {
    const info = { '@type': `${RPC}ErrorInfo`, reason: 'API_KEY_INVALID' };
    const facts = googleFailure(400, bodyOf('INVALID_ARGUMENT', [info]));
    expect(facts).toMatchObject({
      kind: 'bad-key',
      code: 'API_KEY_INVALID',
      type: 'INVALID_ARGUMENT',
      message: '[Google AI] m',
    });
    expect(googleFailure(400, bodyOf('INVALID_ARGUMENT', [])).kind).toBeUndefined();
  });

  it.each([
    ['CONSUMER_SUSPENDED', 'bad-key'],
    ['API_KEY_HTTP_REFERRER_BLOCKED', 'website-blocked'],
    ['BILLING_DISABLED', 'quota'],
    ['API_KEY_SERVICE_BLOCKED', undefined],
  ])('reads the kind of a 403 from its reason: %s', (reason, kind) => {
    const info = { '@type': `${RPC}ErrorInfo`, reason };
    expect(googleFailure(403, bodyOf('PERMISSION_DENIED', [info])).kind).toBe(kind);
  });

  it.each([
    [403, 'Requests from referer <empty> are blocked.', 'website-blocked'],
    [403, 'Requests from referer https://example.org/ are blocked.', 'website-blocked'],
    [403, 'Your API key was reported as leaked. Please use another API key.', 'bad-key'],
    [403, 'The caller does not have permission', undefined],
    [400, 'User location is not supported for the API use.', 'region'],
    [400, 'Gemini API free tier is not available in your country. Please enable billing.', 'region'],
    [400, 'Request contains an invalid argument.', undefined],
    [429, 'Quota exceeded for metric: …/generate_content_free_tier_requests, limit: 0, model: gemini-2.5-pro', 'quota'],
    [429, 'Quota exceeded for metric: …/generate_content_free_tier_requests, limit: 10', undefined],
    [429, 'Your prepayment credits are depleted. Please go to AI Studio at … to manage your billing.', 'quota'],
    [429, 'Your project has exceeded its monthly spending cap. Please go to AI Studio at …', 'quota'],
    [429, 'Your billing account has exceeded its monthly spending cap', 'quota'],
    [429, 'Resource has been exhausted (e.g. check quota).', undefined],
  ])('reads the kind of a %d without a reason: %s', (status, message, kind) => {
    expect(googleFailure(status, { error: { code: status, message, status: 'ANY' } }).kind).toBe(kind);
  });

  it.each([
    ['GenerateRequestsPerDayPerProjectPerModel-FreeTier', 'quota'],
    ['GenerateRequestsPerMinutePerProjectPerModel', undefined],
  ])('reads the kind of failure from its message: %s', (quotaId, kind) => {
    const quota = { '@type': `${RPC}QuotaFailure`, violations: [{ quotaId }] };
    const retry = { '@type': `${RPC}RetryInfo`, retryDelay: '27.5s' };
    const facts = googleFailure(429, bodyOf('RESOURCE_EXHAUSTED', [quota, retry]));
    expect(facts).toMatchObject({ retryAfterMs: 27_500 });
    expect(facts.kind).toBe(kind);
  });
});

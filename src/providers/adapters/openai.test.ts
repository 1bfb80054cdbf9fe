import { describe, expect, it } from 'vitest';
import { answered, answeringTransport } from '../../../test/answering-transport.ts';
import { openPermit } from '../../../test/permits.ts';
import { askedOf, requestFor } from '../../../test/translate-request.ts';
import { contextJson, instructions } from '../../translation/request.ts';
import type { HttpOutcome } from '../transport/http.ts';
import { createOpenai, openaiFailure } from './openai.ts';

const signal = new AbortController().signal;
const ASKED = askedOf('o1-mini', 'sk-test');
const REQUEST = requestFor(ASKED);
const completion = (message: object, finishReason = 'stop') =>
  answered({ choices: [{ index: 0, message, finish_reason: finishReason }] });
const unsupported = (param: string, code = 'unsupported_value'): HttpOutcome => ({
  ok: false,
  failure: { kind: 'bad-request', message: `Unsupported: ${param}`, status: 400, code, param },
});
const DONE = completion({ role: 'assistant', content: '{}' });

describe('a parameter that the model refuses', () => {
  it('[D3.3] leaves out refused parameters one after another, and later requests to that model omit them', async () => {
    const transport = answeringTransport(
      unsupported('messages[0].role'),
      unsupported('response_format', 'unsupported_parameter'),
      unsupported('seed'),
      DONE,
      DONE,
      DONE,
    );
    const provider = createOpenai(transport);
    expect(await provider.translate(REQUEST, { signal, permit: openPermit })).toMatchObject({ ok: true });
    expect(transport.sent).toHaveLength(4);

    await provider.translate(REQUEST, { signal, permit: openPermit });
    expect(transport.sent[4]?.body).toEqual({
      model: 'o1-mini',
      messages: [
        { role: 'user', content: instructions('Translate.') },
        { role: 'user', content: contextJson(ASKED.context) },
        { role: 'user', content: '{"2":"Нет"}' },
      ],
    });

    await provider.translate(requestFor({ ...ASKED, model: 'gpt-4o' }), { signal, permit: openPermit });
    expect(transport.sent[5]?.body).toMatchObject({ seed: 0, response_format: { type: 'json_object' } });
  });
});

describe('the reply', () => {
  it.each([
    ['without choices is malformed', answered({ choices: [] }), 'malformed', 'Unexpected response format', ''],
    [
      'without content is malformed',
      completion({ role: 'assistant', content: null }),
      'malformed',
      'Unexpected response format',
      '',
    ],
    [
      '[S8.7] whose content a filter removed is a refusal',
      completion({ content: '{"2":' }, 'content_filter'),
      'refused',
      'The reply was rejected by the content filter.',
      '{"2":',
    ],
    ['refused', completion({ content: null, refusal: 'No.' }), 'refused', 'The model refused: No.', 'No.'],
  ] as const)('a reply %s', async (_, outcome, kind, message, text) => {
    const result = await createOpenai(answeringTransport(outcome)).translate(REQUEST, { signal, permit: openPermit });
    expect(result).toEqual({ ok: false, failure: { kind, message }, text, usage: undefined });
  });
});

describe('the error body', () => {
  const bodyOf = (error: object) => ({ error: { message: 'm', type: null, param: null, code: null, ...error } });

  it.each([
    ['insufficient_quota', 429, 'quota'],
    ['billing_hard_limit_reached', 400, 'quota'],
    ['model_not_found', 403, 'model-not-found'],
    ['invalid_api_key', 401, 'bad-key'],
    ['unsupported_country_region_territory', 403, 'region'],
    ['unsupported_model', 400, 'model-not-found'],
    ['rate_limit_exceeded', 429, undefined],
    ['invalid_prompt', 400, 'refused'],
  ])('reads the kind of failure: %s', (code, status, kind) => {
    expect(openaiFailure(status, bodyOf({ code })).kind).toBe(kind);
  });

  it.each([
    [
      401,
      { message: 'You have insufficient permissions for this operation. Missing scopes: model.request.' },
      'not-permitted',
    ],
    [401, { message: 'Incorrect API key provided: sk-…' }, undefined],
    [
      429,
      {
        code: 'rate_limit_exceeded',
        message: 'Request too large for gpt-4 on tokens per min (TPM): Limit 200, Requested 459.',
      },
      'bad-request',
    ],
    [
      429,
      {
        code: 'rate_limit_exceeded',
        message:
          'Rate limit reached for gpt-4o on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s.',
      },
      'quota',
    ],
    [
      400,
      { param: 'model', message: 'This model requires that either input content or output modality contain audio.' },
      'model-not-found',
    ],
    [400, { param: 'messages', message: "This model's maximum context length is 8192 tokens." }, undefined],
  ])('reads the kind of a %d without a known code: %j', (status, error, kind) => {
    expect(openaiFailure(status, bodyOf(error)).kind).toBe(kind);
  });

  it.each([
    ['Limit 3, Used 3, Requested 1. Please try again in 41.724s. Visit …', 41_724],
    ['Please try again in 6m0s.', 360_000],
    ['Please try again in 320ms.', 320],
    ['Please try again in 1h2m3.5s.', 3_723_500],
    ['Please try again later.', undefined],
  ])('reads the wait in the message: %s', (message, waitMs) => {
    expect(openaiFailure(429, bodyOf({ message })).retryAfterMs).toBe(waitMs);
  });
});

it('[D16.9] asks for a JSON object, as specified, after an unexplained failure of a schema', async () => {
  const failed: HttpOutcome = {
    ok: false,
    failure: { kind: 'server', message: 'The server had an error', status: 500 },
  };
  const transport = answeringTransport(failed, DONE);
  const provider = createOpenai(transport);
  const request = requestFor({ ...askedOf('gpt-6-sol', 'sk-test'), replyFormat: 'schema' });
  expect(await provider.translate(request, { signal, permit: openPermit })).toMatchObject({
    ok: true,
    replyForm: 'object',
  });
  expect(transport.sent.at(-1)?.body).toMatchObject({ response_format: { type: 'json_object' } });
});

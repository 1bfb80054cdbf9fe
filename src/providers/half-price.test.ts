import { describe, expect, it } from 'vitest';
import { answered, answeringTransport } from '../../test/answering-transport.ts';
import { askedOf, requestFor } from '../../test/translate-request.ts';
import { createGoogle } from './google/google-provider.ts';
import { hasHalfPrice } from './half-price.ts';
import { modelByName } from './model-by-name.ts';
import { createOpenai } from './openai/openai-provider.ts';
import type { ProviderFailure } from './provider.ts';
import type { HttpOutcome } from './transport/http-request.ts';

const options = { signal: new AbortController().signal };
const ask = (model: string) => ({ ...requestFor(askedOf(model, 'key')), halfPrice: true });
const refused = (status: number, message: string, kind: ProviderFailure['kind'], code?: string): HttpOutcome => ({
  ok: false,
  failure: { kind, status, message, ...(code && { code }) },
});

const OPENAI = {
  create: createOpenai,
  model: 'gpt-6-luna',
  done: (tier: string) =>
    answered({
      choices: [{ message: { content: '{}' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      service_tier: tier,
    }),
  full: refused(429, 'Flex: resource unavailable, try again later.', 'rate-limit', 'resource_unavailable'),
  none: refused(400, "Invalid service_tier argument: 'flex' is not supported for this model.", 'bad-request'),
  tierOf: (body: unknown) => (body as { service_tier?: string }).service_tier,
};
const GOOGLE = {
  create: createGoogle,
  model: 'gemini-3.8-flash',
  done: (tier: string) =>
    answered({
      candidates: [{ content: { parts: [{ text: '{}' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, serviceTier: tier.toUpperCase() },
    }),
  full: refused(503, 'The model is overloaded.', 'server'),
  none: refused(400, 'service_tier flex is not available for this model.', 'bad-request'),
  tierOf: (body: unknown) => (body as { serviceTier?: string }).serviceTier,
};

it.each([
  ['gpt-6-luna', true],
  ['gpt-5-mini', true],
  ['o3', true],
  ['gpt-4o', false],
  ['o1', false],
  ['gpt-5.3-chat-latest', false],
  ['claude-haiku-5-5', false],
  ['gemini-3.8-flash', true],
  ['groq::openai/gpt-oss-120b', false],
])('%s has half price: %s', (name, expected) => {
  expect(hasHalfPrice(modelByName(name))).toBe(expected);
});

describe.each([
  ['openai', OPENAI],
  ['google', GOOGLE],
])('%s', (_, { create, model, done, full, none, tierOf }) => {
  it('is asked for it only where it is wanted, and may take longer', async () => {
    const transport = answeringTransport(done('flex'), done('default'));
    const provider = create(transport);
    await provider.translate(ask(model), options);
    await provider.translate({ ...ask(model), halfPrice: false }, options);
    expect(transport.sent.map(({ body }) => tierOf(body))).toEqual(['flex', undefined]);
    expect(transport.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([1_200_000, undefined]);
  });

  it('what was billed is told, not what was asked for', async () => {
    const transport = answeringTransport(done('flex'), done('default'));
    const provider = create(transport);
    expect((await provider.translate(ask(model), options)).usage?.atHalfPrice).toBe(120);
    expect((await provider.translate(ask(model), options)).usage).toEqual({ input: 100, output: 20, reasoning: 0 });
  });

  it('no room is the scheduler’s to wait for, three times, and then a person’s to decide', async () => {
    const provider = create(answeringTransport(full, full, full, full, full));
    const failures = [];
    for (let call = 0; call < 5; call++) {
      const outcome = await provider.translate(ask(model), options);
      failures.push(!outcome.ok && [outcome.failure.kind, outcome.failure.retryAfterMs]);
    }
    expect(failures).toEqual([
      ['rate-limit', 30_000],
      ['rate-limit', 60_000],
      ['rate-limit', 120_000],
      ['no-half-price', undefined],
      // Whoever resumes waits on.
      ['rate-limit', 30_000],
    ]);
  });

  it('calls that are refused side by side count once, and an answer ends the waiting', async () => {
    const provider = create(answeringTransport(full, full, full, done('flex'), full));
    const kinds = await Promise.all([1, 2, 3].map(() => provider.translate(ask(model), options)));
    for (const outcome of kinds) expect(outcome).toMatchObject({ failure: { retryAfterMs: 30_000 } });
    await provider.translate(ask(model), options);
    expect(await provider.translate(ask(model), options)).toMatchObject({ failure: { retryAfterMs: 30_000 } });
  });

  it('[D12.6] a model that is not served so is never billed in full unasked', async () => {
    const transport = answeringTransport(none);
    const outcome = await create(transport).translate(ask(model), options);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'no-half-price' } });
    expect(transport.sent).toHaveLength(1);
  });

  it('the account’s own limits stay what they are', async () => {
    const limited: HttpOutcome = {
      ok: false,
      failure: { kind: 'rate-limit', status: 429, message: 'Rate limit reached.', retryAfterMs: 2_000 },
    };
    const provider = create(answeringTransport(limited));
    expect(await provider.translate(ask(model), options)).toMatchObject({ failure: { retryAfterMs: 2_000 } });
  });
});

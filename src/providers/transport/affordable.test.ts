import { describe, expect, it, test } from 'vitest';
import { answered, answeringTransport } from '../../../test/answering-transport.ts';
import { openPermit } from '../../../test/permits.ts';
import { OTHER_ADDRESS } from '../../../test/stand-in-fetch.ts';
import { askedOf, requestFor } from '../../../test/translate-request.ts';
import { createCompatible } from '../adapters/compatible.ts';
import { compatibleFailure } from '../adapters/compatible-failure.ts';
import type { CompatibleEndpointId } from '../endpoints.ts';
import { modelName } from '../models.ts';
import type { Thinking } from '../provider.ts';
import { affordedTokens } from './failure-words.ts';
import { type HttpOutcome, readFailure } from './http.ts';

const options = { signal: new AbortController().signal, permit: openPermit, address: OTHER_ADDRESS };
const CHOICE = { message: { content: '{"2":"Não"}' }, finish_reason: 'stop' };
const DONE = answered({ choices: [CHOICE] });
const CUT_OFF = answered({ choices: [{ ...CHOICE, finish_reason: 'length' }] });
const TO_INCREASE = 'To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account';
const fewer = (most: number | string, requested = 65_536) =>
  `This request requires more credits, or fewer max_tokens. You requested up to ${requested} tokens, but can only afford ${most}. ${TO_INCREASE}`;

const refused = (message: string, status = 402): HttpOutcome => {
  const body = JSON.stringify({ error: { message, code: status } });
  const request = { key: 'test-key', readFacts: compatibleFailure };
  return { ok: false, failure: readFailure({ status, headers: new Headers() }, body, request, 0) };
};

const asked = (endpoint: CompatibleEndpointId = 'openrouter') => askedOf(modelName({ endpoint, id: 'm' }), 'test-key');

function begin(
  answers: readonly HttpOutcome[],
  endpoint: CompatibleEndpointId = 'openrouter',
  thinking: Thinking = 'least',
  phrases = asked().phrases,
) {
  const transport = answeringTransport(...answers);
  const provider = createCompatible(endpoint, transport, () => Promise.reject(new Error('Nobody asks for that.')));
  const request = { ...requestFor({ ...asked(endpoint), phrases }), thinking };
  return {
    translate: () => provider.translate(request, options),
    limits: () => transport.sent.map(({ body }) => (body as { max_tokens?: number }).max_tokens),
  };
}

describe('[D9.24][D9.30] a refusal because the balance does not pay for the longest possible reply', () => {
  it.each<readonly [string, HttpOutcome]>([
    ['from OpenRouter', refused(fewer(12_345))],
    ['with separators in the number', refused(fewer('12,345'))],
    [
      'for a key with a limit',
      refused(
        fewer(12_345).replace(
          TO_INCREASE,
          'To increase, visit https://openrouter.ai/settings/keys and create a key with a higher monthly limit',
        ),
      ),
    ],
    [
      'passed on by LiteLLM',
      refused(
        `litellm.APIError: APIError: OpenrouterException - {"error":{"message":"${fewer(12_345)}","code":402}}`,
        500,
      ),
    ],
    ['with status 400', refused(fewer(12_345), 400)],
    ['with status 403', refused(fewer(12_345), 403)],
    ['with status 429', refused(fewer(12_345), 429)],
    ['with status 200', answered({ error: { message: fewer(12_345), code: 402 } })],
    ['without a number', refused('Insufficient credits for this request. Lower max_tokens or top up.')],
    ['in other words', refused('Your balance covers 9000 output tokens only. Reduce max_tokens.')],
    ['that says which limit to set', refused('Not enough credits: set max_completion_tokens to 8192 or below.')],
    ['that names the largest limit', refused('Balance too low: max_tokens may be at most 8192.')],
  ])(
    'a refusal for the balance %s leads to the same request with a token limit, and the run continues',
    async (_, refusal) => {
      const { translate, limits } = begin([refusal, DONE, DONE]);
      expect(await translate()).toMatchObject({ ok: true, text: '{"2":"Não"}' });
      expect(await translate(), 'later requests begin with the limit').toMatchObject({ ok: true });
      const [first, second, third] = limits();
      expect(first).toBeUndefined();
      expect(second).toBeGreaterThan(4_000);
      expect(second).toBeLessThanOrEqual(8_192);
      expect(third).toBe(second);
    },
  );

  it('requests only the tokens that the balance pays for, and again if the balance is lower by then', async () => {
    const { translate, limits } = begin([refused(fewer(3_000)), refused(fewer(2_500, 3_000)), DONE]);
    expect(await translate()).toMatchObject({ ok: true });
    expect(limits()).toEqual([undefined, 3_000, 2_500]);
  });

  it('leaves room for thinking in the token limit', async () => {
    for (const [thinking, least] of [
      ['default', 16_000],
      ['more', 32_000],
    ] as const) {
      const { translate, limits } = begin([refused(fewer(50_000)), DONE], 'openrouter', thinking);
      await translate();
      expect(limits()[1]).toBeGreaterThan(least);
    }
  });

  it('repeats the request with a token limit for gateways at another address, too', async () => {
    const { translate, limits } = begin([refused(fewer(12_345)), DONE], 'local');
    expect(await translate()).toMatchObject({ ok: true });
    expect(limits()).toHaveLength(2);
  });

  it('sends no more token limits after a reply was cut off, because the balance may pay for more now', async () => {
    const { translate, limits } = begin([refused(fewer(12_345)), CUT_OFF, DONE]);
    expect(await translate()).toMatchObject({ ok: false, failure: { kind: 'cut-off' } });
    expect(await translate()).toMatchObject({ ok: true });
    expect(limits()[2]).toBeUndefined();
  });

  it.each([
    'max_tokens is too large: 19375. This model supports at most 16384 completion tokens, whereas you provided 19375.',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'max_tokens: 19375 > 8192, which is the maximum allowed number of output tokens for m',
  ])('sends no more token limits if the model accepts none: %s', async (message) => {
    const { translate, limits } = begin([refused(fewer(50_000)), DONE, refused(message, 400), DONE, DONE]);
    for (const _ of [1, 2, 3]) expect(await translate()).toMatchObject({ ok: true });
    expect(limits()).toEqual([undefined, expect.any(Number), expect.any(Number), undefined, undefined]);
  });

  it('reports the low balance if the model accepts no token limit', async () => {
    const { translate, limits } = begin([
      refused(fewer(50_000)),
      refused('max_tokens is too large: 9', 400),
      refused(fewer(50_000)),
    ]);
    expect(await translate()).toMatchObject({ ok: false, failure: { kind: 'quota' } });
    expect(limits()).toHaveLength(3);
  });

  it.each<readonly [string, HttpOutcome, string]>([
    ['the balance pays for no batch', refused(fewer(5)), 'quota'],
    ['the balance is zero', refused(fewer(0)), 'quota'],
    [
      'the account has no credits',
      refused('Insufficient credits. Add more using https://openrouter.ai/settings/credits'),
      'quota',
    ],
    [
      'the request itself is too long for the balance',
      refused(`Prompt tokens limit exceeded: 2300 > 1200. ${TO_INCREASE}`),
      'quota',
    ],
    [
      'the message names a price in dollars',
      refused('Insufficient balance: 12 tokens cost more than the $0.02 you can afford.'),
      'quota',
    ],
    [
      'the limit of tokens per minute is exceeded',
      refused(
        'Request too large on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce max_tokens.',
        413,
      ),
      'too-large',
    ],
    [
      'the model cannot write so many tokens',
      refused('max_tokens is too large: 65536. This model supports at most 4096 completion tokens.', 400),
      'bad-request',
    ],
    [
      'the budget for thinking is too large',
      refused('The thinking budget must be less than max_tokens', 400),
      'bad-request',
    ],
  ])('sends no second request if %s', async (_, refusal, kind) => {
    const { translate, limits } = begin([refusal]);
    expect(await translate()).toMatchObject({ ok: false, failure: { kind } });
    expect(limits()).toEqual([undefined]);
  });

  const LONG = 'Это был мой дом, и теперь в нём живёт моя сестра.';
  const FOUR = [2, 3, 4, 5].map((number) => ({ number, time: '', text: LONG }));

  it.each([402, 400, 403, 429, 500])(
    'fails as "too-dear" if the balance pays for a part of the batch (%d)',
    async (status) => {
      const refusal = refused(fewer(80), status);
      const { translate, limits } = begin([refusal], 'openrouter', 'least', FOUR);
      expect(await translate()).toMatchObject({ ok: false, failure: { kind: 'too-dear', message: fewer(80) } });
      expect(limits()).toEqual([undefined]);
    },
  );

  it('fails as "too-dear" if the balance is lower at the second request', async () => {
    const { translate, limits } = begin([refused(fewer(3_000)), refused(fewer(80))], 'openrouter', 'least', FOUR);
    expect(await translate()).toMatchObject({ failure: { kind: 'too-dear' } });
    expect(limits()).toEqual([undefined, 3_000]);
  });

  it('fails as "quota" if the balance does not pay for one line', async () => {
    const { translate } = begin([refused(fewer(20))], 'openrouter', 'least', FOUR);
    expect(await translate()).toMatchObject({ failure: { kind: 'quota', message: fewer(20) } });
  });

  it('reports the low balance if the token limit changes nothing', async () => {
    const none = refused('Insufficient credits. Lower max_tokens.');
    const { translate, limits } = begin([none, none]);
    expect(await translate()).toMatchObject({ ok: false, failure: { kind: 'quota' } });
    expect(limits()).toHaveLength(2);
  });
});

test('[D9.24] leaves a refusal for pace that names tokens as it is', () => {
  const inFlight = {
    error: { message: fewer(12_345), code: 402, metadata: { limit_source: 'openrouter_in_flight_budget' } },
  };
  expect(compatibleFailure(402, inFlight).kind).toBe('rate-limit');
  expect(affordedTokens('Rate limit reached on tokens per min: limit 6000, please try again in 2s.')).toBeUndefined();
});

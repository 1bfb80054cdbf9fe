import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createContractBench, KEY, MODELS, TRANSLATED } from '../../test/contract-bench.ts';
import { eventually } from '../../test/eventually.ts';
import { stoppablePermit } from '../../test/permits.ts';
import {
  cutOff,
  drop,
  type Exclusion,
  excluded,
  failure,
  malformed,
  modelNotFound,
  quotaExceeded,
  refusal,
  refusedForPace,
  reply,
  stall,
  wrongKey,
} from '../../test/stand-in-call.ts';
import { READING_SCHEMA } from '../notes/film-reading.ts';
import { withRelativeKeys } from '../translation/request.ts';
import { COMPATIBLE_ENDPOINT_IDS } from './endpoints.ts';
import { jsonAt } from './transport/http.ts';

/** One endpoint of each adapter. OpenRouter represents the endpoints of the tab "more"; each of them has a row below. */
const ADAPTERS = ['openai', 'anthropic', 'google', 'openrouter'] as const;
type Adapter = (typeof ADAPTERS)[number];

/** Failures that mean that a provider does not serve the person although the key is good. */
const EXCLUSIONS: Readonly<Record<Adapter, readonly Exclusion[]>> = {
  openai: ['not-permitted', 'region'],
  anthropic: ['not-permitted', 'region', 'no-browser-access'],
  google: ['not-permitted', 'region', 'website-blocked'],
  openrouter: ['not-permitted'],
};
const LISTED: Readonly<Record<Adapter, readonly string[]>> = {
  openai: ['gpt-4o', 'gpt-4o-mini', 'gpt-5.4-mini', 'gpt-6-sol'],
  anthropic: ['claude-haiku-4-5-20251001', 'claude-haiku-5-5', 'claude-opus-5-5', 'claude-sonnet-5-5'],
  google: ['gemini-2.5-pro', 'gemini-3.5-flash', 'gemini-3.8-flash'],
  openrouter: ['llama-4-8b-instruct', 'vendor/chat-small'],
};
const PAGES: Readonly<Record<Adapter, number>> = { openai: 1, anthropic: 2, google: 4, openrouter: 1 };
/** Models that do not think. */
const PLAIN: Partial<Record<Adapter, string>> = { anthropic: 'claude-3-haiku-20240229', google: 'gemini-1.5-flash' };

/** The schema in the body of a request. */
const schemaIn = (body: unknown): unknown =>
  jsonAt(body, 'response_format', 'json_schema', 'schema') ??
  jsonAt(body, 'output_config', 'format', 'schema') ??
  jsonAt(body, 'generationConfig', 'responseJsonSchema');

/** Recorded refusals of a schema, and the form of the request that follows. */
const SCHEMA_REFUSALS: Readonly<Record<Adapter, readonly (readonly [form: 'object' | 'free', words: string])[]>> = {
  openai: [
    [
      'object',
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more about supported models at …",
    ],
    ['object', "Invalid schema for response_format 'batch': In context=(), 'required' is required to be supplied."],
  ],
  anthropic: [
    ['free', 'output_config.format: Extra inputs are not permitted'],
    ['free', 'This model does not support the output_format parameter.'],
    ['free', 'The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas.'],
  ],
  google: [
    ['object', 'Request contains an invalid argument.'],
    ['object', 'The specified schema produces a constraint that has too many states for serving.'],
    [
      'object',
      'Invalid JSON payload received. Unknown name "responseJsonSchema" at \'generation_config\': Cannot find field.',
    ],
  ],
  openrouter: [['object', 'This response_format type is unavailable now']],
};

const JSON_TEXT = '{"9":"Oi!","10":"…"}';
const USAGE = { input: 120, output: 45, reasoning: 0 };

/** The contract of all adapters, tested over real sockets. Only the clock is fake. */
describe.each(ADAPTERS)('%s', async (id) => {
  const at = await createContractBench(id);
  beforeEach(() => at.reset());
  afterAll(() => at.close());

  describe('a reply or a refusal', () => {
    it('[S3.4] returns the text and the usage', async () => {
      at.behaveInTurn(reply(JSON_TEXT, { usage: { input: 120, output: 45, reasoning: 30 } }));
      expect(await at.translate()).toEqual({
        ok: true,
        text: JSON_TEXT,
        usage: { input: 120, output: 45, reasoning: 30 },
      });
      expect(at.clock.waits()).toEqual([]);
    });

    it('[S3.4] reports a wrong key and does not retry', async () => {
      const outcome = await at.translate({ key: 'wrong-key' });
      expect(outcome).toMatchObject({ ok: false, text: '', failure: { kind: 'bad-key' } });
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[S8.2] removes the key from the provider’s words', async () => {
      at.behaveInTurn(wrongKey(`Not good: ${KEY}, that is ${encodeURIComponent(KEY)}`));
      const outcome = await at.translate();
      expect(outcome).toMatchObject({ failure: { message: `${at.marker}Not good: [key], that is [key]` } });
      expect(JSON.stringify(outcome)).not.toContain(KEY);
    });

    it.each(EXCLUSIONS[id])('[D7.2] does not confuse this failure with a wrong key: %s', async (kind) => {
      at.standIn.behave(() => excluded(kind));
      expect(await at.translate()).toMatchObject({ ok: false, text: '', failure: { kind } });
      expect(await at.provider.listModels(KEY, at.options)).toMatchObject({ ok: false, failure: { kind } });
      expect(await at.provider.checkKey(KEY, at.options)).toMatchObject({ outcome: 'unknown', failure: { kind } });
      expect(at.standIn.calls, 'no retry').toHaveLength(3);
    });

    it('[S9.5] reports a refusal for pace at once, with the wait that the provider names', async () => {
      at.behaveInTurn(refusedForPace(3_000));
      const outcome = await at.translate();
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'rate-limit', status: 429, retryAfterMs: 3_000 } });
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[D7.1] does not retry a refusal for pace even if the server asks for a retry', async () => {
      at.behaveInTurn(failure(429, { headers: { 'x-should-retry': 'true' } }));
      expect(await at.translate()).toMatchObject({ failure: { kind: 'rate-limit' } });
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[S8.7] returns the text of a reply that was cut off', async () => {
      at.behaveInTurn(cutOff('{"9":"Oi!","1'));
      const outcome = await at.translate();
      expect(outcome).toMatchObject({ ok: false, text: '{"9":"Oi!","1', failure: { kind: 'cut-off' } });
      expect(outcome.usage?.output).toBe(4);
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[S8.7] says why the model refused', async () => {
      at.behaveInTurn(refusal('It is not polite.'));
      const outcome = await at.translate();
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'refused' } });
      expect(!outcome.ok && outcome.failure.message).toContain('It is not polite.');
      expect(outcome.usage?.input).toBeGreaterThan(0);
    });

    it.each(['', ' \n'])('[S8.3] reports an empty reply as malformed: %j', async (text) => {
      at.behaveInTurn(reply(text, { usage: USAGE }));
      const outcome = await at.translate();
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'malformed' }, usage: USAGE });
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[S8.3] reports a body that is not JSON', async () => {
      at.behaveInTurn(malformed());
      const expected = { kind: 'malformed', message: 'Unexpected response format', status: 200 };
      expect(await at.translate()).toMatchObject({ ok: false, failure: expected });
      expect(at.standIn.calls).toHaveLength(1);
    });
  });

  describe('a failure', () => {
    it.each([500, 529, 408, 409])('[S9.5] retries after status %d', async (status) => {
      at.behaveInTurn(failure(status));
      const translating = at.translate();
      await at.passWait(1, 500);
      expect(await translating).toMatchObject({ ok: true });
      expect(at.standIn.calls).toHaveLength(2);
    });

    it.each([504, 524])('[D7.29] does not retry after the time-out of a gateway (%d)', async (status) => {
      at.behaveInTurn(failure(status));
      expect(await at.translate()).toMatchObject({ ok: false, failure: { kind: 'timeout', status } });
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[S8.2][S9.4] gives up after two retries, with the provider’s words', async () => {
      at.standIn.behave(() => failure(503, { message: 'Overloaded.' }));
      const translating = at.translate();
      await at.passWait(1, 500);
      await at.passWait(2, 1_000);
      const expected = { kind: 'server', status: 503, message: `${at.marker}Overloaded.` };
      expect(await translating).toMatchObject({ ok: false, text: '', failure: expected });
      expect(at.standIn.calls).toHaveLength(3);
    });

    it('[D6.3] sends no retry after the run is stopped, and returns the outcome of the request under way', async () => {
      const { permit, stop } = stoppablePermit();
      at.standIn.behave(() => failure(503, { message: 'Overloaded.' }));
      const translating = at.translate({}, undefined, permit);
      await eventually(() => expect(at.clock.waits()).toContain(500));
      stop();
      expect(await translating).toMatchObject({ failure: { kind: 'server' } });
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[S9.5] follows the headers x-should-retry and retry-after-ms', async () => {
      at.behaveInTurn(
        failure(422, { headers: { 'x-should-retry': 'true', 'retry-after-ms': '1250' } }),
        failure(500, { headers: { 'x-should-retry': 'false' } }),
      );
      const translating = at.translate();
      await at.passWait(1, 1_250);
      expect(await translating).toMatchObject({ failure: { kind: 'server' } });
      expect(at.standIn.calls).toHaveLength(2);
    });

    it('[S9.5] does not retry other refusals', async () => {
      at.behaveInTurn(failure(400), failure(422));
      expect(await at.translate()).toMatchObject({ failure: { kind: 'bad-request' } });
      expect(await at.translate()).toMatchObject({ failure: { kind: 'unprocessable' } });
      expect(at.standIn.calls).toHaveLength(2);
    });

    it.each(['before', 'at-end'] as const)('[S9.5] retries after a dropped connection (%s)', async (when) => {
      at.behaveInTurn(drop(when));
      const translating = at.translate();
      await at.passWait(1, 500);
      expect(await translating).toMatchObject({ ok: true });
    });

    it('[S8.3][S8.6] reports a connection that drops each time', async () => {
      at.standIn.behave(() => drop('before'));
      const translating = at.translate();
      await at.passWait(1, 500);
      await at.passWait(2, 1_000);
      const expected = { kind: 'connection', message: 'Connection error.' };
      expect(await translating).toEqual({ ok: false, failure: expected, text: '', usage: undefined });
    });

    it('[D7.5][S8.3] reports a reply that breaks off each time as a server failure, not as "no connection"', async () => {
      at.standIn.behave(() => drop('at-end'));
      const translating = at.translate();
      await at.passWait(1, 500);
      await at.passWait(2, 1_000);
      const expected = { kind: 'server', message: 'The reply was interrupted.', status: 200 };
      expect(await translating).toEqual({ ok: false, failure: expected, text: '', usage: undefined });
    });

    it.each(['before', 'in-body'] as const)(
      '[S8.6][S9.4] gives up on a reply that stalls for ten minutes (%s)',
      async (when) => {
        at.standIn.behave(() => stall(when));
        const translating = at.translate();
        for (const attempt of [1, 2, 3]) {
          await eventually(() => expect(at.standIn.calls).toHaveLength(attempt));
          at.clock.advance(599_999);
          expect(at.clock.waits()).toEqual([1]);
          at.clock.advance(1);
          if (attempt < 3) await at.passWait(attempt, 500 * attempt);
        }
        expect(await translating).toMatchObject({ failure: { kind: 'timeout', message: 'Request timed out.' } });
        expect(at.standIn.calls).toHaveLength(3);
        await eventually(() => expect(at.standIn.calls.every(({ aborted }) => aborted)).toBe(true));
      },
    );

    it('[S5.14] sends nothing if the signal is aborted before the call', async () => {
      const outcome = await at.translate({}, AbortSignal.abort());
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'cancelled', message: 'aborted' } });
      expect(at.standIn.calls).toHaveLength(0);
    });

    it.each(['before', 'in-body'] as const)(
      '[S8.6] ends at once if it is aborted during the call (%s)',
      async (when) => {
        at.behaveInTurn(stall(when));
        const controller = new AbortController();
        const translating = at.translate({}, controller.signal);
        await eventually(() => expect(at.standIn.calls).toHaveLength(1));
        controller.abort();
        const expected = { kind: 'cancelled', message: 'Request was aborted.' };
        expect(await translating).toMatchObject({ ok: false, failure: expected });
        await eventually(() => expect(at.standIn.calls[0]?.aborted).toBe(true));
        expect(at.clock.waits()).toEqual([]);
      },
    );

    it.each([
      ['whole', reply('{"9":"Oi!"}', { usage: USAGE }), { ok: true, text: '{"9":"Oi!"}' }],
      ['cut off', { ...cutOff('{"9":"O'), usage: USAGE }, { ok: false, text: '{"9":"O', failure: { kind: 'cut-off' } }],
      ['a refusal', { ...refusal('No.'), usage: USAGE }, { ok: false, failure: { kind: 'refused' } }],
    ] as const)(
      'returns the paid reply if it is aborted after the reply was read: %s',
      async (_, behaviour, outcome) => {
        at.behaveInTurn(behaviour);
        const controller = new AbortController();
        at.onceRead(() => controller.abort());
        expect(await at.translate({}, controller.signal)).toMatchObject({ ...outcome, usage: USAGE });
        expect(controller.signal.aborted).toBe(true);
      },
    );

    it('ends at once if it is aborted during the wait for a retry', async () => {
      at.behaveInTurn(failure(500));
      const controller = new AbortController();
      const translating = at.translate({}, controller.signal);
      await eventually(() => expect(at.clock.waits()).toEqual([500]));
      controller.abort();
      const expected = { kind: 'cancelled', message: 'Request was aborted.' };
      expect(await translating).toMatchObject({ ok: false, failure: expected });
      expect(at.standIn.calls).toHaveLength(1);
      expect(at.clock.waits()).toEqual([]);
    });
  });

  describe('listModels', () => {
    it('[D5.14][S5.15] reads all pages, and lists the specified models that can translate', async () => {
      const list = await at.provider.listModels(KEY, at.options);
      const models = list.ok ? list.models : [];
      expect(models.map((model) => model.id)).toEqual(LISTED[id]);
      expect(models.every((model) => model.endpoint === id)).toBe(true);
      expect(at.standIn.calls).toHaveLength(PAGES[id]);
    });

    it('retries after a refusal for pace, after the wait that the provider names', async () => {
      at.behaveInTurn(refusedForPace(2_000));
      const listing = at.provider.listModels(KEY, at.options);
      await at.passWait(1, 2_000);
      expect(await listing).toMatchObject({ ok: true });
    });

    it('reports a failure of any page', async () => {
      const last = PAGES[id];
      at.standIn.behave(() => (at.standIn.calls.length === last ? wrongKey() : undefined));
      const list = await at.provider.listModels(KEY, at.options);
      expect(list).toMatchObject({ ok: false, failure: { kind: 'bad-key' } });
    });
  });

  describe('checkKey', () => {
    it('[S5.13] reports a good key as valid', async () => {
      expect(await at.provider.checkKey(KEY, at.options)).toEqual({ outcome: 'valid' });
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[S5.13] reports a wrong key as invalid', async () => {
      const check = await at.provider.checkKey('wrong-key', at.options);
      expect(check).toMatchObject({ outcome: 'invalid', failure: { kind: 'bad-key' } });
    });

    it('[D5.12][S5.13] gives no verdict on the key if the check itself fails', async () => {
      at.standIn.behave(() => drop('before'));
      const checking = at.provider.checkKey(KEY, at.options);
      await at.passWait(1, 500);
      await at.passWait(2, 1_000);
      const kind = 'connection';
      expect(await checking).toMatchObject({ outcome: 'unknown', failure: { kind } });
    });
  });

  describe('a strict schema', () => {
    const facts = {
      prompt: 'Translate.',
      context: [],
      phrases: [9, 10].map((number) => ({ number, time: '', text: 'Да' })),
    };
    const strict = { ...withRelativeKeys(facts).call, replyFormat: 'schema' } as const;
    const schemas = () => at.standIn.calls.map(({ body }) => schemaIn(body));

    it('[D16.4] a strict schema is sent in the provider’s own field, with keys from 1', async () => {
      expect(await at.translate(strict)).toMatchObject({ ok: true, replyForm: 'schema' });
      const text = { type: 'string' };
      const [schema] = schemas();
      expect(schema).toEqual({
        ...{ type: 'object', properties: { 1: text, 2: text }, required: ['1', '2'], additionalProperties: false },
      });
      await at.translate();
      const asOther = id === 'openrouter' ? schemas()[1] : undefined;
      expect(schemas()[1], 'not without the option').toEqual(asOther);
    });

    it('[D15.8] the reading pass has a schema of its own', async () => {
      at.behaveInTurn(reply('{}'));
      await at.translate({ reading: { system: 'Read.', user: 'Lines' } });
      expect(schemas()).toEqual([READING_SCHEMA]);
    });

    it('[D16.5] batches still use their schema after a refusal of that of the reading pass', async () => {
      const [[, message = ''] = []] = SCHEMA_REFUSALS[id];
      at.behaveInTurn(failure(400, { message }), reply('{}'));
      await at.translate({ reading: { system: 'Read.', user: 'Lines' } });
      expect(await at.translate(strict)).toMatchObject({ ok: true, replyForm: 'schema' });
    });

    it.each(SCHEMA_REFUSALS[id])(
      '[D16.5] uses the form %s after the model refused a schema: %s',
      async (form, message) => {
        at.behaveInTurn(failure(400, { message }));
        expect(await at.translate(strict)).toMatchObject({ ok: true, replyForm: form });
        expect(await at.translate(strict)).toMatchObject({ ok: true, replyForm: form });
        expect(schemas().map((schema) => schema !== undefined)).toEqual([true, false, false]);
      },
    );

    it('[D16.5] one request alone tries a schema until its reply has come', async () => {
      const [[, message = ''] = []] = SCHEMA_REFUSALS[id];
      at.behaveInTurn(failure(400, { message }));
      const outcomes = await Promise.all([1, 2, 3].map(() => at.translate(strict)));
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
      expect(schemas().map((schema) => schema !== undefined)).toEqual([true, false, false, false]);
    });

    it('[D16.5] calls that wait while another tries a schema send nothing after Stop', async () => {
      const { permit, stop } = stoppablePermit();
      at.behaveInTurn(stall('before'));
      const controller = new AbortController();
      const first = at.translate(strict, controller.signal);
      await eventually(() => expect(at.standIn.calls).toHaveLength(1));
      const second = at.translate(strict, undefined, permit);
      stop();
      expect(await second).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
      controller.abort();
      await first;
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[D16.5] fails with the provider’s words if all forms of the reply are refused', async () => {
      const [[, message = ''] = []] = SCHEMA_REFUSALS[id];
      at.standIn.behave(() => failure(400, { message }));
      expect(await at.translate(strict)).toMatchObject({ ok: false, failure: { message: `${at.marker}${message}` } });
      expect(at.standIn.calls.length).toBeLessThanOrEqual(3);
      at.standIn.behave(() => undefined);
      expect(await at.translate(strict), 'it was not about the schema').toMatchObject({ replyForm: 'schema' });
    });

    it('[D16.5] treats refusals that differ only in their request id as the same', async () => {
      const [[, message = ''] = []] = SCHEMA_REFUSALS[id];
      at.standIn.behave(() => failure(400, { message: `${message} (request id: req_0f${at.standIn.calls.length}a)` }));
      expect(await at.translate(strict)).toMatchObject({ ok: false });
      at.standIn.behave(() => undefined);
      expect(await at.translate(strict), 'it was not about the schema').toMatchObject({ replyForm: 'schema' });
    });
  });

  it.each(['least', 'more'] as const)(
    '[D12.5] sends the same bytes to a model that does not think, whatever the thinking option: %s',
    async (thinking) => {
      const model = PLAIN[id] === undefined ? {} : { model: PLAIN[id] };
      await at.translate(model);
      await at.translate({ ...model, thinking });
      const [withoutField, withField] = at.standIn.calls.map(({ body }) => JSON.stringify(body));
      expect(withField).toBe(withoutField);
      expect(withField).not.toMatch(/think|reasoning|effort/);
    },
  );
});

/** What the endpoints with OpenAI's format have of their own. compatible.test.ts tests their requests. */
describe.each(COMPATIBLE_ENDPOINT_IDS)('%s', async (id) => {
  const at = await createContractBench(id);
  beforeEach(() => at.reset());
  afterAll(() => at.close());

  it('[D12.3] the endpoint receives requests at its own address, with its key', async () => {
    const outcome = await at.translate();
    expect(outcome.ok && JSON.parse(outcome.text)).toEqual(TRANSLATED);
    expect(at.standIn.calls).toMatchObject([{ provider: id, kind: 'translate', key: KEY, model: MODELS[id] }]);
  });

  it('reports each kind of refusal in its own words', async () => {
    const refusals = [wrongKey(), excluded('not-permitted'), quotaExceeded(), modelNotFound(), refusedForPace()];
    at.behaveInTurn(...refusals);
    const kinds: (string | false)[] = [];
    for (const _ of refusals) {
      const outcome = await at.translate();
      kinds.push(!outcome.ok && outcome.failure.kind);
    }
    expect(kinds).toEqual(['bad-key', 'not-permitted', 'quota', 'model-not-found', 'rate-limit']);
    expect(at.standIn.calls).toHaveLength(refusals.length);
  });

  it('[S5.13] the endpoint has a check for keys', async () => {
    expect(await at.provider.checkKey(KEY, at.options)).toEqual({ outcome: 'valid' });
    expect(await at.provider.checkKey('wrong-key', at.options)).toMatchObject({ outcome: 'invalid' });
    at.standIn.behave(() => excluded('not-permitted'));
    expect(await at.provider.checkKey(KEY, at.options)).toMatchObject({ outcome: 'unknown' });
  });
});

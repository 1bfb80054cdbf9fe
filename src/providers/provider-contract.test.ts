import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTEXT, createContractBench, KEY, MODELS, PROMPT, TRANSLATED } from '../../test/contract-bench.ts';
import {
  cutOff,
  type Exclusion,
  excluded,
  failure,
  malformed,
  modelNotFound,
  quotaExceeded,
  refusal,
  refusedForPace,
  reply,
  wrongKey,
} from '../../test/stand-in-call.ts';
import { byEndpoint, ENDPOINT_IDS, type EndpointId } from './provider.ts';

/** Whom each provider does not serve although the key is good. */
const EXCLUSIONS: Readonly<Record<EndpointId, readonly Exclusion[]>> = {
  ...byEndpoint(() => ['not-permitted'] as const),
  openai: ['not-permitted', 'region'],
  anthropic: ['not-permitted', 'region', 'no-browser-access'],
  google: ['not-permitted', 'region', 'website-blocked'],
};

const JSON_TEXT = '{"9":"Oi!","10":"…"}';

/** The contract that all adapters keep, over real sockets: what becomes of a reply and of a refusal. */
describe.each(ENDPOINT_IDS)('%s', async (id) => {
  const at = await createContractBench(id);
  beforeEach(() => at.reset());
  afterAll(() => at.close());

  it('[S3.4] gives the text and the usage', async () => {
    at.behaveInTurn(reply(JSON_TEXT, { usage: { input: 120, output: 45, reasoning: 30 } }));
    expect(await at.translate()).toEqual({
      ok: true,
      text: JSON_TEXT,
      usage: { input: 120, output: 45, reasoning: 30 },
    });
    expect(at.clock.waits()).toEqual([]);
  });

  it('sends prompt, context and phrases so that the phrases can be told from the context', async () => {
    const outcome = await at.translate({ context: CONTEXT });
    expect(outcome.ok && JSON.parse(outcome.text)).toEqual(TRANSLATED);
    const sent = JSON.stringify(at.standIn.calls[0]?.body);
    expect(sent).toContain('До этого');
    expect(sent).toContain(JSON.stringify(PROMPT).slice(1, -1));
    expect(at.standIn.calls[0]?.model).toBe(MODELS[id]);
  });

  it('[S7.2] sends the answer and all errors in the corrective pass', async () => {
    const correction = { answer: '{"9":""}', errors: ['Subtitle at key 9 is empty.', 'Keys from 9 to 10.'] };
    const outcome = await at.translate({ correction });
    expect(outcome.ok && JSON.parse(outcome.text)).toEqual(TRANSLATED);
    const [call] = at.standIn.calls;
    expect(call?.isCorrection).toBe(true);
    const sent = JSON.stringify(call?.body);
    for (const part of [correction.answer, ...correction.errors]) {
      expect(sent).toContain(JSON.stringify(part).slice(1, -1));
    }
  });

  it('[S3.4] reports a wrong key and does not retry', async () => {
    const outcome = await at.translate({ key: 'wrong-key' });
    expect(outcome).toMatchObject({ ok: false, text: '', failure: { kind: 'bad-key' } });
    expect(at.standIn.calls).toHaveLength(1);
  });

  it('[S8.2] takes the key out of the provider’s words', async () => {
    at.behaveInTurn(wrongKey(`Not good: ${KEY}, that is ${encodeURIComponent(KEY)}`));
    const outcome = await at.translate();
    expect(outcome).toMatchObject({ failure: { message: `${at.marker}Not good: [key], that is [key]` } });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });

  it.each(EXCLUSIONS[id])('[D7.2] tells from a wrong key: %s', async (kind) => {
    at.standIn.behave(() => excluded(kind));
    expect(await at.translate()).toMatchObject({ ok: false, text: '', failure: { kind } });
    expect(await at.provider.listModels(KEY, at.options)).toMatchObject({ ok: false, failure: { kind } });
    expect(await at.provider.checkKey(KEY, at.options)).toMatchObject({ outcome: 'unknown', failure: { kind } });
    expect(at.standIn.calls, 'no retry').toHaveLength(3);
  });

  it('reports a model that is not there', async () => {
    at.behaveInTurn(modelNotFound());
    const outcome = await at.translate();
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'model-not-found', status: 404 } });
    expect(at.standIn.calls).toHaveLength(1);
  });

  it('[S9.5] reports a refusal for pace at once, with the wait that the provider names', async () => {
    at.behaveInTurn(refusedForPace(3_000));
    const outcome = await at.translate();
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'rate-limit', status: 429, retryAfterMs: 3_000 } });
    expect(at.standIn.calls).toHaveLength(1);
  });

  it('reports a refusal for pace without a wait where none can be read', async () => {
    at.behaveInTurn(refusedForPace());
    const outcome = await at.translate();
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'rate-limit', status: 429 } });
    expect(!outcome.ok && outcome.failure.retryAfterMs).toBeUndefined();
    expect(at.standIn.calls).toHaveLength(1);
  });

  it('[D7.1] does not retry a refusal for pace even if the server says so', async () => {
    at.behaveInTurn(failure(429, { headers: { 'x-should-retry': 'true' } }));
    expect(await at.translate()).toMatchObject({ failure: { kind: 'rate-limit' } });
    expect(at.standIn.calls).toHaveLength(1);
  });

  it('tells an exhausted quota from a refusal for pace', async () => {
    at.behaveInTurn(quotaExceeded());
    expect(await at.translate()).toMatchObject({ ok: false, failure: { kind: 'quota' } });
    expect(at.standIn.calls).toHaveLength(1);
  });

  it('[S8.7] keeps the text of a reply that was cut off', async () => {
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

  it('[S8.3] reports a body that is no JSON', async () => {
    at.behaveInTurn(malformed());
    const expected = { kind: 'malformed', message: 'Unexpected response format', status: 200 };
    expect(await at.translate()).toMatchObject({ ok: false, failure: expected });
    expect(at.standIn.calls).toHaveLength(1);
  });
});

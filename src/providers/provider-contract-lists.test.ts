import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createContractBench, KEY } from '../../test/contract-bench.ts';
import { drop, refusedForPace, wrongKey } from '../../test/stand-in-call.ts';
import { byEndpoint, ENDPOINT_IDS, type EndpointId, isLocal } from './provider.ts';

/** The contract that all adapters keep, over real sockets: model lists and key checks. */
describe.each(ENDPOINT_IDS)('%s', async (id) => {
  const at = await createContractBench(id);
  beforeEach(() => at.reset());
  afterAll(() => at.close());

  describe('listModels', () => {
    const EXPECTED: Readonly<Record<EndpointId, readonly string[]>> = {
      ...byEndpoint(() => ['llama-4-8b-instruct', 'vendor/chat-small']),
      openai: ['gpt-4o', 'gpt-4o-mini', 'gpt-5.4-mini', 'gpt-6-sol'],
      anthropic: ['claude-haiku-4-5-20251001', 'claude-haiku-5-5', 'claude-opus-5-5', 'claude-sonnet-5-5'],
      google: ['gemini-2.5-pro', 'gemini-3.5-flash', 'gemini-3.8-flash'],
    };
    const PAGES: Readonly<Record<EndpointId, number>> = { ...byEndpoint(() => 1), anthropic: 2, google: 4 };

    it('[D5.14][S5.15] reads all pages, and keeps what the specification keeps and can translate', async () => {
      const list = await at.provider.listModels(KEY, at.options);
      const models = list.ok ? list.models : [];
      expect(models.map((model) => model.id)).toEqual(EXPECTED[id]);
      expect(models.every((model) => model.endpoint === id)).toBe(true);
      expect(at.standIn.calls).toHaveLength(PAGES[id]);
    });

    it('tries again after a refusal for pace, after the wait it names', async () => {
      at.behaveInTurn(refusedForPace(2_000));
      const listing = at.provider.listModels(KEY, at.options);
      await at.passWait(1, 2_000);
      expect(await listing).toMatchObject({ ok: true });
    });

    it('reports a failure on any page', async () => {
      const last = PAGES[id];
      at.standIn.behave(() => (at.standIn.calls.length === last ? wrongKey() : undefined));
      const list = await at.provider.listModels(KEY, at.options);
      expect(list).toMatchObject({ ok: false, failure: { kind: 'bad-key' } });
    });
  });

  describe('checkKey', () => {
    it('[S5.13] finds a good key valid', async () => {
      expect(await at.provider.checkKey(KEY, at.options)).toEqual({ outcome: 'valid' });
      expect(at.standIn.calls).toHaveLength(1);
    });

    it('[S5.13] finds a wrong key invalid', async () => {
      const check = await at.provider.checkKey('wrong-key', at.options);
      expect(check).toMatchObject({ outcome: 'invalid', failure: { kind: 'bad-key' } });
    });

    it('[D5.12][S5.13] says nothing of the key when the check itself fails', async () => {
      at.standIn.behave(() => drop('before'));
      const checking = at.provider.checkKey(KEY, at.options);
      await at.passWait(1, 500);
      await at.passWait(2, 1_000);
      const kind = isLocal(id) ? 'not-running' : 'connection';
      expect(await checking).toMatchObject({ outcome: 'unknown', failure: { kind } });
    });

    it('says nothing of the key when it is aborted', async () => {
      const check = await at.provider.checkKey(KEY, { ...at.options, signal: AbortSignal.abort() });
      expect(check).toMatchObject({ outcome: 'unknown', failure: { kind: 'cancelled' } });
      expect(at.standIn.calls).toHaveLength(0);
    });
  });
});

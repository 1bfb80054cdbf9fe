import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createContractBench, until } from '../../test/contract-bench.ts';
import { cutOff, drop, failure, refusal, reply, stall } from '../../test/stand-in-call.ts';
import { ENDPOINT_IDS, isLocal } from './provider.ts';

const USAGE = { input: 120, output: 45, reasoning: 0 };

/** The contract that all adapters keep, over real sockets: retries, time-outs and cancels. Only the clock is driven by hand. */
describe.each(ENDPOINT_IDS)('%s', async (id) => {
  const at = await createContractBench(id);
  beforeEach(() => at.reset());
  afterAll(() => at.close());

  it.each([500, 529, 408, 409])('[S9.5] tries again after a %d', async (status) => {
    at.behaveInTurn(failure(status));
    const translating = at.translate();
    await at.passWait(1, 500);
    expect(await translating).toMatchObject({ ok: true });
    expect(at.standIn.calls).toHaveLength(2);
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

  it('[D6.3] sends nothing again for a run that is stopped, and takes what is under way', async () => {
    const stop = new AbortController();
    at.standIn.behave(() => failure(503, { message: 'Overloaded.' }));
    const translating = at.translate({}, undefined, stop.signal);
    await until(() => at.clock.waits().includes(500));
    stop.abort();
    expect(await translating).toMatchObject({ failure: { kind: 'server' } });
    expect(at.standIn.calls).toHaveLength(1);
  });

  it('[S9.5] obeys x-should-retry and the wait of a header', async () => {
    at.behaveInTurn(
      failure(422, { headers: { 'x-should-retry': 'true', 'retry-after-ms': '1250' } }),
      failure(500, { headers: { 'x-should-retry': 'false' } }),
    );
    const translating = at.translate();
    await at.passWait(1, 1_250);
    expect(await translating).toMatchObject({ failure: { kind: 'server' } });
    expect(at.standIn.calls).toHaveLength(2);
  });

  it('does not wait for a minute or more, but tells how long', async () => {
    at.standIn.behave(() => failure(503, { headers: { 'retry-after': '60' } }));
    const translating = at.translate();
    await at.passWait(1, 500);
    await at.passWait(2, 1_000);
    expect(await translating).toMatchObject({ failure: { retryAfterMs: 60_000 } });
  });

  it('[S9.5] does not retry other refusals', async () => {
    at.behaveInTurn(failure(400), failure(422));
    expect(await at.translate()).toMatchObject({ failure: { kind: 'bad-request' } });
    expect(await at.translate()).toMatchObject({ failure: { kind: 'unprocessable' } });
    expect(at.standIn.calls).toHaveLength(2);
  });

  it.each(['before', 'at-end'] as const)('[S9.5] tries again when the connection drops (%s)', async (when) => {
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
    const expected = isLocal(id)
      ? { kind: 'not-running', message: expect.stringContaining('Nothing answers at http://localhost:') }
      : { kind: 'connection', message: 'Connection error.' };
    expect(await translating).toEqual({ ok: false, failure: expected, text: '', usage: undefined });
  });

  it.each(['before', 'in-body'] as const)(
    '[S8.6][S9.4] gives up on a reply that stalls for ten minutes (%s)',
    async (when) => {
      at.standIn.behave(() => stall(when));
      const translating = at.translate();
      for (const attempt of [1, 2, 3]) {
        await until(() => expect(at.standIn.calls).toHaveLength(attempt));
        at.clock.advance(599_999);
        expect(at.clock.waits()).toEqual([1]);
        at.clock.advance(1);
        if (attempt < 3) await at.passWait(attempt, 500 * attempt);
      }
      expect(await translating).toMatchObject({ failure: { kind: 'timeout', message: 'Request timed out.' } });
      expect(at.standIn.calls).toHaveLength(3);
      await until(() => expect(at.standIn.calls.every(({ aborted }) => aborted)).toBe(true));
    },
  );

  it('[S9.4] does not count time asleep', async () => {
    at.behaveInTurn(stall('before'));
    const controller = new AbortController();
    const translating = at.translate({}, controller.signal);
    await until(() => expect(at.standIn.calls).toHaveLength(1));
    at.clock.sleep(3_600_000);
    at.clock.advance(589_999);
    expect(at.clock.waits()).toEqual([1]);
    controller.abort();
    expect(await translating).toMatchObject({ failure: { kind: 'cancelled' } });
  });

  it('[S5.14] does not call when it is aborted before', async () => {
    const outcome = await at.translate({}, AbortSignal.abort());
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'cancelled', message: 'aborted' } });
    expect(at.standIn.calls).toHaveLength(0);
  });

  it.each(['before', 'in-body'] as const)(
    '[S8.6] ends at once when it is aborted during the call (%s)',
    async (when) => {
      at.behaveInTurn(stall(when));
      const controller = new AbortController();
      const translating = at.translate({}, controller.signal);
      await until(() => expect(at.standIn.calls).toHaveLength(1));
      controller.abort();
      const expected = { kind: 'cancelled', message: 'Request was aborted.' };
      expect(await translating).toMatchObject({ ok: false, failure: expected });
      await until(() => expect(at.standIn.calls[0]?.aborted).toBe(true));
      expect(at.clock.waits()).toEqual([]);
    },
  );

  it.each([
    ['whole', reply('{"9":"Oi!"}', { usage: USAGE }), { ok: true, text: '{"9":"Oi!"}' }],
    ['cut off', { ...cutOff('{"9":"O'), usage: USAGE }, { ok: false, text: '{"9":"O', failure: { kind: 'cut-off' } }],
    ['a refusal', { ...refusal('No.'), usage: USAGE }, { ok: false, failure: { kind: 'refused' } }],
  ] as const)(
    'hands on what was paid for when it is aborted with the reply read to its end: %s',
    async (_, behaviour, outcome) => {
      at.behaveInTurn(behaviour);
      const controller = new AbortController();
      at.onceRead(() => controller.abort());
      expect(await at.translate({}, controller.signal)).toMatchObject({ ...outcome, usage: USAGE });
      expect(controller.signal.aborted).toBe(true);
    },
  );

  it('ends at once when it is aborted while waiting to retry', async () => {
    at.behaveInTurn(failure(500));
    const controller = new AbortController();
    const translating = at.translate({}, controller.signal);
    await until(() => expect(at.clock.waits()).toEqual([500]));
    controller.abort();
    const expected = { kind: 'cancelled', message: 'Request was aborted.' };
    expect(await translating).toMatchObject({ ok: false, failure: expected });
    expect(at.standIn.calls).toHaveLength(1);
    expect(at.clock.waits()).toEqual([]);
  });
});

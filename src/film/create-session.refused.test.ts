import { describe, expect, it } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { begin, failure, inMs, replyOf, success } from '../../test/session-harness.ts';
import { progress } from '../engine/run-state.ts';
import { planSuggestions } from './plan-suggestions.ts';

fakeTimersAndConsole();

const MINUTE_MS = 60_000;
const WORDS = 'Come back when the moon is full.';

describe('a provider that refuses every request for pace', () => {
  const refusing = (waitMs?: number) => {
    const service = { up: false, sent: 0 };
    const page = begin(400, {
      answer({ numbers }) {
        service.sent++;
        return service.up ? success(replyOf(numbers)) : inMs(100, failure('rate-limit', WORDS, waitMs));
      },
    });
    return { ...page, service };
  };

  it('[D7.31] shows the provider’s words after three refusals without an answer between them', async () => {
    const { state, pass } = refusing();
    await pass(500);
    expect(state().pace?.refusal).toBeUndefined();
    await pass(20_000);
    expect(state().pace?.refusal).toBe(WORDS);
    expect(state().paused).toBeNull();
  });

  it('[D7.31] shows the provider’s words at once if it names a wait of more than ten minutes', async () => {
    const { state, pass } = refusing(11 * MINUTE_MS);
    await pass(1_000);
    expect(state().pace?.refusal).toBe(WORDS);
  });

  it.each([undefined, 20_000, 5 * 60 * MINUTE_MS])(
    '[D7.31] pauses the run once after an hour of refusals, and sends one request at Resume (wait named: %s)',
    async (waitMs) => {
      const { session, state, pass, service } = refusing(waitMs);
      await pass(59 * MINUTE_MS);
      expect(state().paused).toBeNull();
      await pass(3 * MINUTE_MS);
      expect(state().paused).toMatchObject({ reason: 'failure', kind: 'refused-for-long', message: WORDS });
      expect(progress(state())).toMatchObject({ failed: 0, waiting: 20 });
      const { sent } = service;
      await pass(60 * MINUTE_MS);
      expect(service.sent).toBe(sent);

      session.resume();
      await pass(2_000);
      expect(service.sent - sent).toBeLessThanOrEqual(2);
      expect(state().paused).toBeNull();
      service.up = true;
      session.stop();
      session.resume();
      await pass(MINUTE_MS);
      expect(progress(state())).toMatchObject({ ok: 20 });
      expect(state().pace?.refusal).toBeUndefined();
    },
  );

  it.each([undefined, 20 * MINUTE_MS, 5 * 60 * MINUTE_MS])(
    '[D7.31] does not pause if the provider answers within the hour or at the request after it (wait named: %s)',
    async (waitMs) => {
      const { state, pass, service } = refusing(waitMs);
      await pass(58 * MINUTE_MS);
      service.up = true;
      await pass(10 * MINUTE_MS);
      expect(state().paused).toBeNull();
      expect(progress(state())).toMatchObject({ ok: 20, failed: 0 });
      expect(state().pace?.refusal).toBeUndefined();
    },
  );

  it('[D7.31] does not pause if some requests are answered between the refusals', async () => {
    const answered: number[] = [];
    const { state, pass } = begin(800, {
      answer({ numbers, at }) {
        if (answered.some((since) => at - since < 2 * MINUTE_MS)) return inMs(100, failure('rate-limit', WORDS));
        answered.push(at);
        return success(replyOf(numbers));
      },
    });
    await pass(130 * MINUTE_MS);
    expect(state().paused).toBeNull();
    expect(progress(state())).toMatchObject({ ok: 40, failed: 0 });
  });
});

it('[D7.31] ends suggestions in a stopped run after an hour of refusals', async () => {
  const service = { up: true, refused: 0 };
  const { session, state, pass } = begin(200, {
    maxAtOnce: 1,
    answer({ numbers }) {
      if (service.up) return success(replyOf(numbers));
      service.refused++;
      return inMs(100, failure('rate-limit', WORDS));
    },
  });
  await pass(2_500);
  session.stop();
  await pass(2_000);
  service.up = false;
  session.ask(planSuggestions(state(), [1], { kind: 'again' }));
  await pass(62 * MINUTE_MS);
  expect(state().suggestionRequests).toEqual([]);
  expect(state().suggestions[1]).toMatchObject([{ failure: { kind: 'refused-for-long', message: WORDS } }]);
  expect(state().paused).toEqual({ reason: 'person' });
  const { refused } = service;
  await pass(62 * MINUTE_MS);
  expect(service.refused).toBe(refused);
  service.up = true;
  session.resume();
  await pass(20_000);
  expect(progress(state())).toMatchObject({ ok: 10 });
});

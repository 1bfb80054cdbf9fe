import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answer, createHarness, failure, replyOf, type SentRequest, success } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { progress } from './session-selectors.ts';

/** A first answer that is to be corrected is paid for: whatever cuts the corrective pass short, it is kept. */

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const lacking = ({ numbers }: SentRequest) => replyOf(numbers.slice(1));

/** The second batch lacks a phrase; its correction takes a minute. */
const slowCorrection = (request: SentRequest): Answer => {
  if (request.numbers[0] !== 21) return { outcome: success(replyOf(request.numbers)) };
  return request.correction
    ? { afterMs: 60_000, outcome: success(replyOf(request.numbers)) }
    : { outcome: success(lacking(request)) };
};

async function inCorrection(answer: (request: SentRequest) => Answer = slowCorrection) {
  const harness = createHarness({ answer });
  harness.session.openSource(sampleSrt(60), []);
  harness.session.translate();
  await harness.pass(5_000);
  expect(progress(harness.state())).toMatchObject({ ok: 2, loading: 1 });
  return harness;
}

/** As storage writes and reads it: what was in progress counts as not started. */
const stored = ({ state }: ReturnType<typeof createHarness>) => ({
  ...state(),
  results: state().results.map((slot) => slot ?? undefined),
});

/** Of the second batch's requests: which were corrective. */
const corrective = (requests: readonly SentRequest[]) =>
  requests.filter(({ numbers }) => numbers[0] === 21).map(({ correction }) => correction !== undefined);

it('Stop keeps it, and Resume goes on with the corrective pass', async () => {
  const { session, state, pass, requests } = await inCorrection();
  session.stop();
  await pass(60_000);
  expect(progress(state())).toMatchObject({ ok: 2, waiting: 1 });
  expect(corrective(requests)).toEqual([false, true]);
  session.resume();
  await pass(70_000);
  expect(corrective(requests)).toEqual([false, true, true]);
  expect(requests.at(-1)?.correction).toEqual(requests.at(-2)?.correction);
  expect(progress(state()).ok).toBe(3);
  expect(state().details[1]?.usage).toEqual({ input: 200, output: 80, reasoning: 0 });
});

it('a reload keeps it, and the run goes on with the corrective pass', async () => {
  const first = await inCorrection();
  first.session.dispose();
  const second = createHarness({ initial: stored(first), answer: slowCorrection });
  await second.pass(70_000);
  expect(second.requests).toHaveLength(1);
  expect(second.requests[0]?.correction).toEqual({
    answer: replyOf(Array.from({ length: 19 }, (_, index) => index + 22)),
    errors: expect.arrayContaining(['Translated object keys should be a range from 21 to 40.']),
  });
  expect(progress(second.state()).ok).toBe(3);
});

it('a refusal for pace of a corrective pass that is taken up again makes it wait', async () => {
  const first = await inCorrection();
  first.session.dispose();
  const second = createHarness({
    initial: stored(first),
    answer: ({ numbers }, count) =>
      count === 1 ? { outcome: failure('rate-limit', 'slow down', 1_000) } : { outcome: success(replyOf(numbers)) },
  });
  await second.pass(30_000);
  expect(corrective(second.requests)).toEqual([true, true]);
  expect(progress(second.state()).ok).toBe(3);
});

it('a batch that is stopped alone fails with it; Retry asks anew', async () => {
  const { session, state, pass, requests } = await inCorrection();
  session.stopBatch(1);
  expect(state().results[1]).toEqual(['Request was aborted.', requests.at(-1)?.correction?.answer]);
  expect(state().details[1]).toMatchObject({ failure: 'cancelled', correction: requests.at(-1)?.correction });
  session.translateAgain(1);
  await pass(70_000);
  expect(corrective(requests)).toEqual([false, true, false, true]);
});

it('a bug in the corrective pass fails the batch with it', async () => {
  const { session, state, pass } = createHarness({
    answer(request) {
      if (request.correction) throw new Error('a bug');
      return slowCorrection(request);
    },
  });
  session.openSource(sampleSrt(60), []);
  session.translate();
  await pass(5_000);
  expect(state().results[1]).toEqual(['a bug', state().details[1]?.correction?.answer]);
  expect(state().results[1]?.[1]).toContain('PT 22');
});

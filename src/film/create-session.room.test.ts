import { expect, it } from 'vitest';
import { factsOf } from '../../test/batches.ts';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { beginFor, failure, type HarnessOptions, replyOf, success } from '../../test/session-harness.ts';
import type { PricingContext } from '../engine/job.ts';
import { progress } from '../engine/run-state.ts';
import { estimateCall } from '../prices/estimate.ts';

fakeTimersAndConsole();

const MODEL = { endpoint: 'llamacpp', id: 'small' } as const;
const pricing = (contextTokens?: number): PricingContext => {
  const list = { state: 'live', models: [{ ...MODEL, displayName: 'small', contextTokens }] };
  const models = { [MODEL.endpoint]: list } as unknown as NonNullable<PricingContext['models']>;
  return { prompt: 'Translate.', model: MODEL, own: {}, stopAt: null, models };
};
const upTo =
  (lines: number): NonNullable<HarnessOptions['answer']> =>
  ({ numbers, contextNumbers }) =>
    numbers.length + contextNumbers.length > lines ? failure('too-large') : success(replyOf(numbers));
const roomOf = (notices: readonly object[]) => notices.filter((notice) => 'lines' in notice);

it('[D7.32] leaves out the context after "too large", and sends the later batches without context too', async () => {
  const { state, requests } = await beginFor(60_000, 100, { answer: upTo(20), maxAtOnce: 1 });
  expect(progress(state())).toMatchObject({ ok: 5, failed: 0 });
  expect(requests.map(({ numbers, contextNumbers }) => [numbers.length, contextNumbers.length])).toEqual([
    [20, 0],
    [20, 20],
    ...Array(4).fill([20, 0]),
  ]);
  expect(roomOf(state().notices)).toMatchObject([{ kind: 'room', lines: 20, hasContext: false }]);
});

it('[D7.32] learns from a few refusals how many lines fit', async () => {
  const { state, requests } = await beginFor(120_000, 400, { answer: upTo(6), maxAtOnce: 4 });
  expect(progress(state())).toMatchObject({ ok: 20, failed: 0 });
  const refused = requests.filter(({ numbers, contextNumbers }) => numbers.length + contextNumbers.length > 6);
  expect(refused.length).toBeLessThan(20);
});

const tooLarge = (tokens: number): ReturnType<typeof failure> =>
  failure(
    'too-large',
    `request (9999 tokens) exceeds the available context size (${tokens} tokens), try increasing it`,
  );

it('[D7.27] adapts its calls at once to the number in a refusal', async () => {
  const { state, requests } = await beginFor(120_000, 200, {
    answer: ({ numbers, contextNumbers }) =>
      numbers.length + contextNumbers.length > 8 ? tooLarge(300) : success(replyOf(numbers)),
    maxAtOnce: 1,
  });
  expect(progress(state())).toMatchObject({ ok: 10, failed: 0 });
  const refused = requests.filter(({ numbers, contextNumbers }) => numbers.length + contextNumbers.length > 8);
  expect(refused).toHaveLength(1);
  expect(requests[1]?.numbers.length).toBeGreaterThanOrEqual(2);
});

it('halves a refused request if the size limit in the refusal does not help', async () => {
  const { state, requests } = await beginFor(120_000, 20, { answer: () => tooLarge(200_000), maxAtOnce: 1 });
  expect(factsOf(state())[0]?.failure).toBe('too-large');
  expect(requests.length).toBeLessThan(20);
});

it.each([300, 512])('[D7.32] sends no more tokens than the model list allows: %d', async (room) => {
  const { state, requests } = await beginFor(120_000, 100, { readPricing: () => pricing(room), maxAtOnce: 4 });
  expect(progress(state())).toMatchObject({ ok: 5, failed: 0 });
  const { phrases } = state();
  for (const { numbers } of requests) {
    const asked = phrases.filter(({ number }) => numbers.includes(number));
    const { input, output } = estimateCall({ phrases: asked, context: [], prompt: 'Translate.' }, MODEL);
    expect(input + output).toBeLessThan(room);
  }
  expect(roomOf(state().notices)).toHaveLength(1);
});

it.each([undefined, 0, 32, 131_072])(
  '[D7.32] sends the usual batches if the model list allows %s tokens',
  async (room) => {
    const { state, requests } = await beginFor(60_000, 60, { readPricing: () => pricing(room), maxAtOnce: 1 });
    expect(progress(state())).toMatchObject({ ok: 3 });
    expect(requests.map(({ numbers, contextNumbers }) => [numbers.length, contextNumbers.length])).toEqual([
      [20, 0],
      [20, 20],
      [20, 20],
    ]);
    expect(roomOf(state().notices)).toEqual([]);
  },
);

it('[D7.32] leaves out the context if a long prompt needs most of the model’s room', async () => {
  const long = { ...pricing(), prompt: 'Translate this film. '.repeat(10_000) };
  const { state, requests } = await beginFor(60_000, 60, { readPricing: () => long, answer: upTo(20), maxAtOnce: 1 });
  expect(progress(state())).toMatchObject({ ok: 3, failed: 0 });
  expect(requests).toHaveLength(4);
});

it('[D7.32] forgets earlier refusals when the model list shows more room', async () => {
  let [room, calls] = [400, 0];
  const { state, requests } = await beginFor(60_000, 100, {
    readPricing: () => pricing(room),
    answer: ({ numbers }) => {
      calls++;
      if (calls > 3) room = 16_384;
      return room === 400 && numbers.length > 3 ? failure('too-large') : success(replyOf(numbers));
    },
    maxAtOnce: 1,
  });
  expect(progress(state())).toMatchObject({ ok: 5, failed: 0 });
  expect(requests.at(-1)?.numbers).toHaveLength(20);
});

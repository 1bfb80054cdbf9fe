import { expect, it } from 'vitest';
import { factsOf } from '../../test/batches.ts';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { beginFor, failure, replyOf, success } from '../../test/session-harness.ts';
import { resultsOf } from '../engine/batch.ts';
import { progress } from '../engine/run-state.ts';

fakeTimersAndConsole();

/** A gateway whose balance pays for so many lines. It refuses a larger request and names the number that it would accept. */
function gateway(balance: number) {
  let left = balance;
  return {
    topUp: (lines: number) => {
      left += lines;
    },
    answer: ({ numbers }: { readonly numbers: readonly number[] }) => {
      const kind = left === 0 ? 'quota' : 'too-dear';
      if (numbers.length > left) return failure(kind, `You can only afford ${left} lines.`);
      left -= numbers.length;
      return success(replyOf(numbers));
    },
  };
}
const linesOf = (requests: readonly { readonly numbers: readonly number[] }[]) =>
  requests.map(({ numbers }) => numbers.length);

it('[D9.30] sends smaller parts as long as the balance pays for them, then pauses with the provider’s words', async () => {
  const { answer, topUp } = gateway(33);
  const { session, state, requests, pass } = await beginFor(120_000, 60, { answer, maxAtOnce: 1 });
  expect(state().paused).toMatchObject({ reason: 'failure', kind: 'quota', message: 'You can only afford 0 lines.' });
  expect(linesOf(requests)).toEqual([20, 20, 10, 10, 5, 3, 3]);
  expect(Object.keys(factsOf(state())[1]?.progress?.texts ?? {})).toHaveLength(13);
  topUp(100);
  session.resume();
  await pass(60_000);
  expect(progress(state())).toMatchObject({ ok: 3, failed: 0 });
  expect(linesOf(requests.slice(7)), 'nothing is paid twice').toEqual([7, 20]);
});

it('[D9.30] pauses as "quota" if the balance does not pay for a single line', async () => {
  const answer = () => failure('too-dear', 'You can only afford 3 tokens.');
  const { state, requests } = await beginFor(120_000, 20, { answer, maxAtOnce: 1 });
  expect(state().paused).toMatchObject({ kind: 'quota', message: 'You can only afford 3 tokens.' });
  expect(linesOf(requests)).toEqual([20, 10, 5, 3, 2, 1]);
  expect(resultsOf(state())[0]).toBeUndefined();
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { batchStatus } from '../src/engine/run-state.ts';
import { allOk } from '../src/film/film.ts';
import type { FallbackStore } from '../src/storage/work-stores.ts';
import { createFakeFallback } from './fake-storage.ts';
import { openBrowser } from './open-tab.ts';
import { replyOf, success } from './session-harness.ts';
import { samplePhrases, sampleSrt } from './srt-sample.ts';

beforeEach(() => void vi.useFakeTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Lets time pass until `isSo` is true. */
async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 10) {
    if (waited > 60_000) throw new Error(`It was not so within a minute: ${isSo}`);
    await pass(10);
  }
}

/** A film of `count` phrases, the first too long for local storage, so that the work goes to IndexedDB. */
const largeSrt = (count: number): string =>
  samplePhrases(count)
    .map(({ number, time, text }) => `${number}\n${time}\n${number === 1 ? 'ы'.repeat(800_000) : text}`)
    .join('\n\n');

/** An IndexedDB whose writes take `slow.ms` each, one after the other as transactions do; reads wait for them. */
function createSlowIdb() {
  const store = createFakeFallback();
  const slow = { ms: 0 };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(ms: number, act: () => Promise<T>): Promise<T> => {
    const ended = last.then(async () => {
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      return act();
    });
    last = ended.catch(() => {});
    return ended;
  };
  const idb: FallbackStore = {
    getMany: (keys) => inTurn(0, () => store.getMany(keys)),
    setMany: (entries, guard) => inTurn(slow.ms, () => store.setMany(entries, guard)),
    clear: () => inTurn(0, store.clear),
  };
  return { idb, slow };
}

/** Batch n, counted from 1, is answered after n seconds. */
const oneASecond = {
  answer: ({ numbers }: { readonly numbers: readonly number[] }) => ({
    afterMs: Math.ceil((numbers[0] ?? 0) / 20) * 1_000,
    outcome: success(replyOf(numbers)),
  }),
};
const statuses = (tab: { state: () => { results: readonly unknown[] } }) =>
  tab.state().results.map((slot) => batchStatus(slot as never));

describe.each([
  { place: 'local storage', srt: sampleSrt, slowMs: 0 },
  { place: 'a database that takes 2.5 s to write', srt: largeSrt, slowMs: 2_500 },
])('[D8.1] work in $place', ({ srt, slowMs }) => {
  test('is taken over without a loss: what was finished last is not sent again, and nobody is told to reload', async () => {
    const { idb, slow } = createSlowIdb();
    const { openTab } = openBrowser({ idb, lateMs: 200 });
    const first = openTab('first', oneASecond);
    await pass(100);
    first.session.openSource(srt(80), []);
    first.session.translate();
    const second = openTab('second', oneASecond);
    await until(() => String(statuses(first)) === 'ok,loading,loading,loading');
    slow.ms = slowMs;
    // The second batch has just been answered, and nothing of it is stored.
    await until(() => statuses(first)[1] === 'ok');
    expect(second.hasWork()).toBe(false);
    const outcome = second.takeOver();
    await pass(20_000);
    expect(await outcome).toBe('held');
    expect([first.hasWork(), second.hasWork()]).toEqual([false, true]);
    expect(second.requests().map(({ numbers }) => numbers[0])).not.toContain(21);
    expect(first.requests().length + second.requests().length).toBeLessThanOrEqual(6);
    await pass(20_000);
    expect(allOk(second.state())).toBe(true);
    expect([first.problems, second.problems].flat().filter(Boolean)).toEqual([]);
  });

  test('[D8.2] is given away with the answers that come within a second: they are not sent again', async () => {
    const { idb, slow } = createSlowIdb();
    const { openTab } = openBrowser({ idb, lateMs: 200 });
    const first = openTab('first', oneASecond);
    await pass(100);
    first.session.openSource(srt(40), []);
    first.session.translate();
    const second = openTab('second', oneASecond);
    await until(() => statuses(first)[0] === 'ok');
    slow.ms = slowMs;
    await pass(900);
    void second.takeOver();
    await until(second.hasWork);
    expect(allOk(second.state())).toBe(true);
    expect(second.requests()).toEqual([]);
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { batchStatus } from '../src/engine/run-state.ts';
import { allOk, type Work } from '../src/film/film.ts';
import { planSuggestions } from '../src/film/plan-suggestions.ts';
import type { FallbackStore } from '../src/storage/work-stores.ts';
import { createFakeFallback } from './fake-storage.ts';
import { openBrowser } from './open-tab.ts';
import { replyOf, type SentRequest, success } from './session-harness.ts';
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

describe('a suggestion that is under way', () => {
  async function asking() {
    const browser = openBrowser({ idb: createFakeFallback() });
    const options = {
      answer: (request: SentRequest) => ({
        afterMs: request.suggestion ? 50_000 : 100,
        outcome: success(replyOf(request.numbers)),
      }),
    };
    const one = browser.openTab('one', options);
    await pass(500);
    const two = browser.openTab('two', options);
    one.session.openSource(sampleSrt(25), []);
    one.session.translate();
    await until(() => allOk(one.state()));
    await pass(1_000);
    one.session.ask(planSuggestions(one.state(), [3], { kind: 'again' }));
    await pass(1_000);
    return { browser, one, two };
  }
  const told = ({ suggestionRequests, suggestions }: Work) => [
    suggestionRequests,
    suggestions[3]?.map(({ failure }) => failure?.kind),
  ];

  test('[D7.23][D7.24] in a tab that dies is told at its line by the tab that goes on', async () => {
    const { browser, two } = await asking();
    browser.die('one');
    await until(two.hasWork);
    expect(told(two.state())).toEqual([[], ['left']]);
  });

  test('[D7.23][D7.24] in a tab from which another one takes the work over is told there, and can be asked for anew', async () => {
    const { one, two } = await asking();
    void two.takeOver();
    await until(two.hasWork);
    expect(one.hasWork()).toBe(false);
    expect(told(two.state())).toEqual([[], ['left']]);
    two.session.ask(planSuggestions(two.state(), [3], { kind: 'again' }));
    await pass(60_000);
    expect(two.state().suggestions[3]?.at(-1)?.text).toBe('PT 3');
  });
});

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

test('[D8.2] work that can be stored nowhere stays where it is: the tab keeps it, and the other is told so', async () => {
  const idb = createFakeFallback();
  idb.fails = true;
  const browser = openBrowser({ idb, isFull: () => true });
  const first = browser.openTab('first');
  await pass(100);
  first.session.openSource(sampleSrt(40), []);
  first.session.translate();
  await until(() => allOk(first.state()));
  const second = browser.openTab('second');
  await pass(500);
  const outcome = second.takeOver();
  await pass(30_000);
  expect(await outcome).toBe('refused');
  expect(first.state().translated).toContain('PT 40');
  expect(second.hasWork()).toBe(false);
});

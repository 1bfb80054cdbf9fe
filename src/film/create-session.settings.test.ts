import { beforeEach, describe, expect, it, vi } from 'vitest';
import { begin, beginFor, createHarness, failure, inMs, replyOf, success } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { progress } from '../engine/run-state.ts';
import { createPaceMemory } from './pace-memory.ts';

/** How changed settings affect the session. */

beforeEach(() => void vi.useFakeTimers());

describe('changed settings', () => {
  it('starts more requests at once when their number is raised, before any request has ended', async () => {
    let most = 1;
    const { session, settingsChanged, inFlight, pass } = await beginFor(100, 100, { maxAtOnce: () => most });
    expect(inFlight.now).toBe(1);
    most = 3;
    settingsChanged();
    await pass(100);
    expect(inFlight.now).toBe(3);
    session.dispose();
  });

  it('never exceeds the allowed number of requests at once, even beside a reading or after a change of model', async () => {
    const late = ({ numbers }: { readonly numbers: readonly number[] }) => inMs(5_000, success(replyOf(numbers)));
    const read = createHarness({ maxAtOnce: 1, answer: late });
    read.session.openSource(sampleSrt(60), []);
    read.session.readFilm([['One'], ['Two']], { from: undefined, into: undefined });
    await read.pass(100);
    await read.session.translate();
    await read.pass(1_000);

    let id = 'one';
    const paceMemory = createPaceMemory({ read: () => undefined, write: () => {} }, () => ({ endpoint: 'openai', id }));
    const other = await beginFor(100, 60, { maxAtOnce: 1, paceMemory, answer: late });
    other.session.stop();
    id = 'two';
    other.session.resume();
    await other.pass(1_000);
    expect([read.inFlight.most, other.inFlight.most]).toEqual([1, 1]);
  });

  it('sends nothing after a change of settings if the run is paused or the work was given away', async () => {
    const { session, settingsChanged, requests, pass } = await beginFor(100, 60, { maxAtOnce: 1 });
    session.stop();
    settingsChanged();
    await pass(5_000);
    session.dispose();
    settingsChanged();
    await pass(5_000);
    expect(requests).toHaveLength(1);
  });
});

describe('[D7.20] half price', () => {
  let isHalf = true;
  let isFull = true;
  const full = () => failure('rate-limit', 'No room at half price.', 120_000);
  const untilGivenUp = async () => {
    isHalf = true;
    isFull = true;
    const page = begin(100, {
      isHalfPrice: () => isHalf,
      answer: ({ numbers }, count) => {
        if (!isHalf || !isFull) return success(replyOf(numbers));
        return count < 8 ? full() : failure('no-half-price', 'No room for long.');
      },
    });
    await page.pass(600_000);
    expect(page.state().paused).toMatchObject({ kind: 'no-half-price' });
    return page;
  };

  it('starts at the pace of the standard price if half price was refused and then switched off', async () => {
    const { session, requests, state, pass } = await untilGivenUp();
    const before = requests.length;
    isHalf = false;
    session.resume();
    await pass(500);
    expect(requests.length - before).toBe(5);
    expect(state().pace?.limit ?? { kind: 'none' }).toEqual({ kind: 'none' });
    await pass(5_000);
    expect(progress(state()).ok).toBe(5);
  });

  it('continues at once if half price is switched off while the run waits for it', async () => {
    isHalf = true;
    const { settingsChanged, requests, state, pass } = await beginFor(5_000, 200, {
      isHalfPrice: () => isHalf,
      maxAtOnce: 2,
      answer: ({ numbers }) => (isHalf ? full() : success(replyOf(numbers))),
    });
    const before = requests.length;
    await pass(20_000);
    expect(requests).toHaveLength(before);
    isHalf = false;
    settingsChanged();
    await pass(2_500);
    const after = requests.length;
    expect(after - before).toBeGreaterThan(3);
    isHalf = true;
    settingsChanged();
    await pass(20_000);
    expect(requests.length - after).toBeLessThan(2);
    expect(progress(state()).ok).toBeGreaterThan(3);
  });
});

describe('a problem that prevents the start', () => {
  it('shows a problem that prevents the start and makes no batch; an error of the original is shown first', async () => {
    let problem: string | undefined = 'No key.';
    const { session, requests, state, pass } = createHarness({ startProblem: () => problem });
    session.openSource('not a number', []);
    await session.translate();
    expect(state().error).toContain("not a number couldn't be parsed as number");
    session.openSource(sampleSrt(25), []);
    await session.translate();
    await pass(1_000);
    expect({ ...state(), results: resultsOf(state()) }).toMatchObject({ error: 'No key.', results: [] });
    expect(requests).toEqual([]);
    problem = undefined;
    await session.translate();
    await pass(3_000);
    expect(state().error).toBe('');
    expect(requests).toHaveLength(2);
  });
});

it('[D5.20] removes the error of a pause when its cause is gone, and continues what a person asked for', async () => {
  let isRefused = true;
  const { session, settingsChanged, state, pass } = await beginFor(20_000, 100, {
    maxAtOnce: 1,
    answer: ({ numbers }) =>
      isRefused && !numbers.includes(1) ? failure('bad-key', 'refused') : success(replyOf(numbers)),
  });
  expect(state().paused).toMatchObject({ reason: 'failure', kind: 'bad-key', message: 'refused' });
  isRefused = false;
  session.translateAgain([0]);
  await pass(100);
  settingsChanged({ isOutdated: () => true, startProblem: undefined, mayAllowMore: false });
  expect(state()).toMatchObject({ error: '', paused: { kind: 'bad-key', message: '' } });
  expect(state().batches[0]).toMatchObject({ state: 'loading', turn: 'asked' });
});

it('[D5.20] does not show an earlier refusal of a film that Undo brings back', async () => {
  const { session, state, pass } = await beginFor(3_000, 40, { answer: () => failure('bad-key', 'refused') });
  expect(state()).toMatchObject({ error: 'refused', paused: { kind: 'bad-key' } });
  session.clear('all');
  session.undo();
  await pass(100);
  expect(state()).toMatchObject({ error: '', paused: { reason: 'failure', kind: 'bad-key', message: '' } });
});

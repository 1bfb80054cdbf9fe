import { describe, expect, it } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { begin, createHarness, failure, replyOf, success } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { planAsks } from './plan-suggestions.ts';

/** What a person does while something else is on its way. */

fakeTimersAndConsole();

const otherSrt = (count: number) => sampleSrt(count).replaceAll('Фраза', 'Another film, line');

describe('Translate', () => {
  it('sends the film that it was pressed for, or nothing: another one is opened while it is read', async () => {
    const { session, state, requests, pass } = createHarness();
    session.openSource(sampleSrt(30), [], 'a.srt');
    const started = session.translate();
    session.openSource(otherSrt(50), [], 'b.srt');
    await pass(10_000);
    await started;
    expect([requests.length, state().results.length, state().fileName]).toEqual([0, 0, 'b.srt']);
    await session.translate();
    expect(state().results).toHaveLength(3);
  });

  it('sends nothing of a film that was opened before the command came', async () => {
    const { session, state, requests, pass } = createHarness();
    session.openSource(sampleSrt(30), []);
    const of = state();
    session.openSource(otherSrt(50), []);
    await session.translate({ firstOnly: false, of });
    await pass(10_000);
    expect([requests.length, state().results.length]).toEqual([0, 0]);
  });
});

describe('Undo of an opened project', () => {
  it('keeps what is asked for the lines of one film out of the other', async () => {
    const other = begin(20);
    await other.pass(5_000);
    const { session, state, requests, pass } = begin(20, { answersLate: true });
    await pass(5_000);
    session.replace({ ...other.state(), sourceText: otherSrt(20) });
    session.ask(planAsks(state(), [3, 4], { kind: 'again' }));
    await pass(500);
    const asked = requests.at(-1);
    session.undo();
    expect(asked?.signal.aborted).toBe(true);
    expect([state().suggestions, state().asks]).toEqual([{}, []]);
    await pass(5_000);
    expect([state().suggestions, state().asks]).toEqual([{}, []]);
    session.undo();
    expect(Object.keys(state().suggestions)).toEqual(['3', '4']);
    expect(state().suggestions[3]?.[0]?.failure).toMatchObject({ kind: 'left' });
  });
});

describe('in an outage', () => {
  it('[D14.1] the batch that tries whether it is over leaves confirmed lines as they are', async () => {
    let isUp = false;
    const { session, state, requests, pass } = begin(60, {
      answer: ({ numbers, correction }) => {
        // The first answer to the first batch has a key too many, and nothing else is answered.
        if (numbers[0] === 1 && !correction && !isUp) return { outcome: success(replyOf([...numbers, 99])) };
        return isUp
          ? { outcome: success(replyOf(numbers).replaceAll('PT', 'New')) }
          : { afterMs: 2_000, outcome: failure('server', '503 down') };
      },
    });
    for (let step = 0; step < 100 && state().paused?.reason !== 'outage'; step++) await pass(1_000);
    expect(state().paused?.reason).toBe('outage');
    expect(state().results[0]?.[0]).toBe('503 down');
    session.markLines([1, 2], { confirmed: true });
    isUp = true;
    const sent = requests.length;
    session.resume();
    await pass(1);
    const tries = requests.slice(sent);
    expect(tries).toHaveLength(1);
    expect(tries[0]?.numbers[0]).toBe(3);
    await pass(20_000);
    expect(JSON.parse(state().results[0]?.[1] ?? '')).toMatchObject({ 1: 'PT 1', 2: 'PT 2', 3: 'New 3' });
  });
});

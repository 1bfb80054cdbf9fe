import { describe, expect, it } from 'vitest';
import { batchesOf, factsOf } from '../../test/batches.ts';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import {
  begin,
  beginFor,
  createHarness,
  cutOff,
  failure,
  type HarnessOptions,
  inMs,
  replyOf,
  success,
} from '../../test/session-harness.ts';
import { resultsOf } from '../engine/batch.ts';
import { failedBatches, isPending, nextFailed, progress, progressShown } from '../engine/run-state.ts';
import type { StoredFacts } from './accepted-facts.ts';
import { canReview } from './film.ts';
import { lineState } from './judged-lines.ts';
import { linesOfBatch, marksOf } from './lines.ts';

/** Failures that affect the provider or every batch alike. The run survives them or waits for the person, and spends little money. */

fakeTimersAndConsole();

const MINUTE_MS = 60_000;

describe('a provider that does not answer', () => {
  /** A provider that fails within 100 ms until it is up again, and then answers after a second. */
  const provider = () => {
    const state = { up: false };
    const answer: HarnessOptions['answer'] = ({ numbers }) =>
      state.up ? success(replyOf(numbers)) : inMs(100, failure('server', '503 down'));
    return { state, answer };
  };

  /** The run after ten seconds of an outage. */
  async function inOutage(count: number) {
    const { state: service, answer } = provider();
    const page = begin(count, { answer });
    await page.pass(10_000);
    return { ...page, service };
  }

  it('[D7.26] sends a request every half minute while the provider loads its model', async () => {
    let isReady = false;
    const { requests, pass, state } = begin(100, {
      answer: ({ numbers }) => (isReady ? success(replyOf(numbers)) : inMs(100, failure('server', 'Loading model'))),
    });
    await pass(10_000);
    const spent = requests.length;
    await pass(10 * MINUTE_MS);
    expect(requests.length - spent).toBeGreaterThanOrEqual(18);
    expect(requests.length - spent).toBeLessThanOrEqual(21);
    isReady = true;
    await pass(MINUTE_MS);
    expect(progress(state())).toMatchObject({ ok: 5, failed: 0 });
  });

  it('[D7.3] tries one failed batch in growing intervals during an outage of hours, and continues at the first answer', async () => {
    const { state, requests, pass, service } = await inOutage(400);
    expect(state().paused).toMatchObject({ reason: 'outage', kind: 'server', message: '503 down' });
    const failed = resultsOf(state()).filter((slot) => slot != null);
    expect(failed.length).toBeGreaterThanOrEqual(3);
    expect(failed.every((slot) => slot?.[0] === '503 down')).toBe(true);

    const spent = requests.length;
    await pass(3 * 60 * MINUTE_MS);
    const gapsMs = requests.slice(spent).map(({ at }, index) => at - (requests[spent + index - 1]?.at ?? 0));
    expect(gapsMs.slice(1, 5).map((gapMs) => Math.round(gapMs / 1_000))).toEqual([60, 120, 240, 300]);
    expect(requests.length - spent).toBeLessThan(40);

    service.up = true;
    await pass(5 * MINUTE_MS + 30_000);
    expect(progress(state())).toMatchObject({ ok: 20, failed: 0 });
    expect(state().paused).toBeNull();
    expect(state().translated).toContain('PT 400');
  });

  it.each([1, 2])('continues a film of %i batches after an outage', async (batches) => {
    const { state: service, answer } = provider();
    const { state, requests, pass } = await beginFor(1_000, batches * 20, { answer });
    expect(progress(state()).failed).toBe(batches);
    await pass(120 * MINUTE_MS);
    expect(requests.length).toBeLessThan(35 * batches);
    service.up = true;
    await pass(5 * MINUTE_MS + 30_000);
    expect(progress(state()).ok).toBe(batches);
  });

  it('continues to try after the person has stopped the batch that tried', async () => {
    const { state: service, answer } = provider();
    const { session, state, pass } = await beginFor(10_000, 60, {
      answer: (request, count) =>
        service.up ? inMs(5_000, success(replyOf(request.numbers))) : (answer?.(request, count) as never),
    });
    service.up = true;
    await pass(25_000);
    const tried = resultsOf(state()).indexOf(null);
    expect(tried).toBeGreaterThanOrEqual(0);
    session.stop({ batch: tried });
    await pass(60_000);
    expect(progress(state())).toMatchObject({ ok: 2, failed: 1, loading: 0, waiting: 0 });
  });

  it('[D7.3] does not send batches at Retry failed that the page shows as waiting', async () => {
    const service = { up: true };
    const { session, state, requests, pass } = begin(200, {
      answer({ numbers }) {
        if (numbers.includes(1)) return inMs(100, success(replyOf([...numbers, 99])));
        return service.up ? success(replyOf(numbers)) : inMs(100, failure('server', '503 down'));
      },
      maxAtOnce: 2,
    });
    await pass(1_500);
    service.up = false;
    await pass(20_000);
    expect(state().paused).toMatchObject({ reason: 'outage' });
    expect(progress(state()).failed).toBeGreaterThan(3);
    expect(progressShown(state()).failed).toBe(1);
    const sent = requests.length;
    expect(nextFailed(state(), 0)).toBe(0);
    session.translateAgain('failed');
    await pass(50);
    expect(requests.slice(sent).map(({ numbers }) => numbers[0])).toEqual([1]);
  });

  it('[D7.3] does not send a batch again that a person repaired during the outage', async () => {
    const { session, state, requests, pass, service } = await inOutage(60);
    expect(progress(state()).failed).toBe(3);
    expect(canReview(state())).toBe(true);
    session.reviewOutput(1, 'fill');
    session.edit(1, replyOf(Array.from({ length: 20 }, (_, index) => index + 21)).replaceAll('PT', 'mine'));
    session.reviewOutput(1, 'validate');
    service.up = true;
    const spent = requests.length;
    await pass(5 * MINUTE_MS);
    expect(progress(state())).toMatchObject({ ok: 3, failed: 0 });
    expect(requests.slice(spent).map(({ numbers }) => numbers[0])).toEqual([1, 41]);
    expect(state().translated).toContain('mine 30');
  });

  it('tries a batch in an outage although an older call is still under way', async () => {
    let answers = 0;
    const { state, requests, pass } = begin(100, {
      answer({ numbers, correction }) {
        if (correction) return inMs(9 * MINUTE_MS, success(replyOf(numbers)));
        if (answers-- > 0) return inMs(100, success(replyOf(numbers.slice(1))));
        return inMs(100, failure('server', '503'));
      },
    });
    await pass(10_000);
    answers = 1;
    await pass(MINUTE_MS);
    expect(requests.some(({ correction }) => correction)).toBe(true);
    expect(state().paused).toMatchObject({ reason: 'outage' });
    const sent = requests.length;
    await pass(2 * MINUTE_MS);
    expect(requests.length).toBeGreaterThan(sent);
  });

  it('[D7.3] retries a failed batch automatically while others are answered', async () => {
    let fails = 3;
    const { state, requests } = await beginFor(MINUTE_MS, 100, {
      answer: ({ numbers }) =>
        numbers[0] === 41 && fails-- > 0 ? inMs(100, failure('server', '500')) : inMs(900, success(replyOf(numbers))),
    });
    expect(progress(state())).toMatchObject({ ok: 5, failed: 0 });
    expect(requests).toHaveLength(8);
  });

  it('[D7.3] does not end an outage because of an answer to an earlier request', async () => {
    const { state, requests, pass } = await beginFor(7_000, 400, {
      answer: ({ numbers }) =>
        numbers[0] === 1 ? inMs(8_000, success(replyOf(numbers))) : inMs(100, failure('server', '503')),
    });
    expect(state().paused).toMatchObject({ reason: 'outage' });
    const spent = requests.length;
    await pass(10_000);
    expect(state().paused).toMatchObject({ reason: 'outage' });
    expect(requests).toHaveLength(spent);
    expect(progress(state()).ok).toBe(1);
  });

  it('gives up a batch that fails each time while other batches are answered', async () => {
    const { state, requests } = await beginFor(24 * 60 * MINUTE_MS, 100, {
      answer: ({ numbers }) =>
        numbers[0] === 41 ? inMs(3_000, failure('timeout', 'Request timed out.')) : success(replyOf(numbers)),
    });
    expect(progress(state())).toMatchObject({ ok: 4, failed: 1 });
    expect(requests.length).toBeLessThan(20);
  });

  it.each([
    ['halves', 10, 3],
    ['quarters', 5, 6],
  ])('[D7.3] asks in %s for a batch that takes the model too long', async (_, atOnce, calls) => {
    const { state, requests } = await beginFor(3 * 60 * MINUTE_MS, 100, {
      answer: ({ numbers }) =>
        numbers.includes(41) && numbers.length > atOnce
          ? inMs(3_000, failure('timeout', 'Request timed out.'))
          : success(replyOf(numbers)),
    });
    expect(progress(state())).toMatchObject({ ok: 5, failed: 0 });
    expect(requests.filter(({ numbers }) => numbers.some((number) => number > 40 && number <= 60))).toHaveLength(calls);
  });

  it('tries different batches in an outage, so that one faulty batch does not prolong it', async () => {
    let isUp = false;
    const { state, requests, pass } = await beginFor(10_000, 400, {
      answer: ({ numbers }) =>
        isUp && numbers[0] !== 1 ? success(replyOf(numbers)) : inMs(100, failure('server', '500')),
    });
    isUp = true;
    await pass(30 * MINUTE_MS);
    expect(progress(state())).toMatchObject({ ok: 19, failed: 1 });
    await pass(24 * 60 * MINUTE_MS);
    expect(requests.filter(({ numbers }) => numbers[0] === 1).length).toBeLessThan(15);
  });

  it('continues a film although three batches in a row are faulty', async () => {
    const { state, requests } = await beginFor(3 * 60 * MINUTE_MS, 400, {
      maxAtOnce: 1,
      answer: ({ numbers }) =>
        [1, 21, 41].includes(numbers[0] ?? 0) ? inMs(500, failure('server', '500')) : success(replyOf(numbers)),
    });
    expect(progress(state())).toMatchObject({ ok: 17, failed: 3 });
    expect(requests.length).toBeLessThan(60);
  });

  it('sends one batch at "Try now", and all batches once it is answered', async () => {
    const { session, requests, pass } = await beginFor(20_000, 1_600, {
      answer: () => inMs(3_000, failure('timeout', 'Request timed out.')),
    });
    const spent = requests.length;
    session.resume();
    await pass(10_000);
    expect(requests.length - spent).toBe(1);
  });

  it('tries one batch at a time after a reload during an outage', async () => {
    const { state: service, answer } = provider();
    const first = begin(400, { answer });
    await first.pass(10_000);
    first.session.dispose();
    const second = createHarness({ initial: { ...first.state(), paused: null }, answer });
    await second.pass(5_000);
    expect(second.inFlight.most).toBe(1);
    expect(second.requests.length).toBeLessThan(5);
    service.up = true;
    await second.pass(5 * MINUTE_MS);
    expect(progress(second.state()).ok).toBe(20);
  });

  it('[D7.3] shows the failed batches as waiting after a reload during an outage, and sends the next one at "Try now"', async () => {
    const { state: service, answer } = provider();
    const first = begin(60, { answer });
    await first.pass(10_000);
    expect(first.state().paused?.reason).toBe('outage');
    first.session.dispose();
    const { session, state, requests, pass } = createHarness({ initial: { ...first.state(), paused: null }, answer });
    expect(progress(state()).failed).toBe(3);
    expect(progressShown(state())).toMatchObject({ waiting: 3, failed: 0 });
    expect(failedBatches(state())).toEqual([]);
    const [line] = linesOfBatch(state(), 0);
    expect(line && lineState(state(), line, 0, marksOf(state(), line))).toBe('waiting');
    service.up = true;
    session.resume();
    await pass(1);
    expect(requests).toHaveLength(1);
    await pass(5_000);
    expect(progress(state()).ok).toBe(3);
  });

  it.each(['online again', 'Try now'])('tries a batch at once after this event in an outage: %s', async (how) => {
    const { session, state, setOnline, pass, service } = await inOutage(100);
    service.up = true;
    if (how === 'Try now') session.resume();
    else setOnline(true);
    await pass(3_000);
    expect(progress(state()).ok).toBe(5);
  });

  it('sends a batch that a person asks for while another batch tries', async () => {
    let isTry = false;
    const { session, state, requests, pass } = await beginFor(10_000, 100, {
      answer: () => (isTry ? inMs(20 * MINUTE_MS, failure('timeout', 't')) : inMs(100, failure('server', '503'))),
    });
    isTry = true;
    await pass(30_000);
    const spent = requests.length;
    session.translateAgain(2);
    await pass(1_000);
    expect(requests.slice(spent).map(({ numbers }) => numbers[0])).toEqual([41]);
    expect(resultsOf(state())[2]).toBeNull();
  });

  it.each(['offline', 'stop', 'end'] as const)(
    'removes the error of an outage when the run goes offline, is stopped or ends: %s',
    async (how) => {
      const { session, state, requests, setOnline, pass, service } = await inOutage(100);
      expect(state().error).toBe('503 down');
      if (how === 'offline') setOnline(false);
      if (how === 'stop') {
        session.stop();
        expect(state().paused).toEqual({ reason: 'person' });
        const spent = requests.length;
        await pass(60 * MINUTE_MS);
        expect(requests).toHaveLength(spent);
      }
      await pass(1_000);
      service.up = true;
      setOnline(true);
      if (how === 'stop') session.resume();
      await pass(5 * MINUTE_MS);
      expect(progress(state()).ok).toBe(5);
      expect(state().error).toBe('');
    },
  );

  it('remembers in a retry which parts the model refused', async () => {
    let halves = 0;
    const first = begin(20, {
      answer: ({ numbers }) => {
        halves++;
        if (halves <= 2) return failure('refused', 'no');
        if (halves === 3) return failure('server', '503');
        return numbers.includes(1) ? failure('refused', 'no') : success(replyOf(numbers));
      },
    });
    await first.pass(5_000);
    first.session.translateAgain(0, { inHalves: true });
    await first.pass(MINUTE_MS);
    expect(first.requests.map(({ numbers }) => `${numbers[0]}+${numbers.length}`)).toEqual([
      '1+20',
      '1+10',
      '11+10',
      '11+10',
    ]);
    expect(resultsOf(first.state())[0]?.[1]).toContain('PT 20');

    let calls = 0;
    const second = begin(20, {
      answer: () => (++calls % 3 === 0 ? failure('server', '503') : cutOff('{"1": "PT')),
    });
    await second.pass(60 * MINUTE_MS);
    expect(second.requests.length).toBeLessThan(6);
  });
});

describe('a common error of all batches', () => {
  it.each([
    ['bad-request', 'Region not supported, request 1'],
    ['unprocessable', 'Unknown parameter: seed'],
    ['refused', 'The reply was rejected by the content filter.'],
    ['malformed', 'Unexpected response format'],
  ] as const)('[D7.4] pauses the run once when three batches fail in the same way: %s', async (kind, message) => {
    let pauses = 0;
    const { session, state, requests, pass } = begin(1_600, {
      answer: ({ numbers }) => inMs(100, failure(kind, message.replace('1', String(numbers[0])))),
    });
    session.store.subscribe((after, before) => {
      if (after.paused && !before.paused) pauses++;
    });
    await pass(10 * MINUTE_MS);
    expect(state().paused).toMatchObject({ reason: 'failure', kind });
    expect(pauses).toBe(1);
    expect(requests.length).toBeLessThan(12);
    expect(progress(state())).toMatchObject({ failed: 3, loading: 0, waiting: 77 });
  });

  it('[D7.4] pauses the run for an error in every batch even if all batches are already under way', async () => {
    const isMended = { yet: false };
    const { session, state, requests, pass } = await beginFor(MINUTE_MS, 400, {
      answer: ({ numbers }) =>
        isMended.yet ? success(replyOf(numbers)) : inMs(20_000, failure('bad-request', 'Region not supported')),
    });
    expect(requests).toHaveLength(20);
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'bad-request' });
    expect(progress(state())).toMatchObject({ failed: 3, loading: 0, waiting: 17 });
    isMended.yet = true;
    session.resume();
    await pass(MINUTE_MS);
    expect(progress(state())).toMatchObject({ ok: 20, failed: 0 });
  });

  it('[D7.4] pauses the run if the answers to several batches lack their last line, even when corrected', async () => {
    const { state, requests } = await beginFor(MINUTE_MS, 1_600, {
      answer: ({ numbers }) => inMs(100, success(replyOf(numbers.slice(0, -1)))),
      maxAtOnce: 2,
    });
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'differences' });
    expect(requests.length).toBeLessThan(12);
  });

  it('[D7.4] does not pause the run if each answer that lacks its last line is corrected well', async () => {
    const { state } = await beginFor(10 * MINUTE_MS, 400, {
      answer: ({ numbers, correction }) => inMs(100, success(replyOf(correction ? numbers : numbers.slice(0, -1)))),
      maxAtOnce: 8,
    });
    expect(state().paused).toBeNull();
    expect(progress(state())).toMatchObject({ ok: 20, failed: 0 });
  });

  it('pauses the run if the answers contain nothing usable', async () => {
    const { state, requests } = await beginFor(MINUTE_MS, 400, {
      answer: () => inMs(100, success('I am sorry, I cannot help with that.')),
    });
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'differences' });
    expect(requests.length).toBeLessThan(12);
    // A person can still look at each of these answers.
    const answered = resultsOf(state()).filter((slot) => slot != null);
    expect(answered.length).toBeGreaterThanOrEqual(3);
    expect(answered.every((slot) => slot?.[1].startsWith('I am sorry'))).toBe(true);
    expect(progress(state())).toMatchObject({ loading: 0, waiting: 20 - answered.length });
  });

  it('[D7.4] counts errors with the same status as the same error, and repeats each failed batch once', async () => {
    const { session, state, requests, pass } = await beginFor(MINUTE_MS, 200, {
      answer: ({ numbers }) => inMs(100, failure('bad-request', `request ${numbers[0]}: no`)),
    });
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'bad-request' });
    const spent = requests.length;
    expect(spent).toBeLessThan(12);
    for (let press = 0; press < 20 && state().paused; press++) {
      session.resume();
      await pass(MINUTE_MS);
    }
    // Each batch is sent once, and the batches that failed before the pause once more.
    expect(requests.length).toBeLessThanOrEqual(20);
    expect(progress(state())).toMatchObject({ failed: 10, waiting: 0 });
  });

  it('tries one batch at Resume, and sends all others once it is translated', async () => {
    let isMended = false;
    const { session, state, requests, inFlight, pass } = await beginFor(MINUTE_MS, 400, {
      answer: ({ numbers }) => success(isMended ? replyOf(numbers) : 'I am sorry.'),
    });
    const spent = requests.length;
    session.resume();
    await pass(500);
    expect(requests.length - spent).toBe(1);
    isMended = true;
    inFlight.most = 0;
    for (let press = 0; press < 5 && state().paused; press++) {
      session.resume();
      await pass(MINUTE_MS);
    }
    await pass(MINUTE_MS);
    session.translateAgain('failed');
    await pass(MINUTE_MS);
    expect(progress(state())).toMatchObject({ ok: 20, failed: 0 });
    expect(inFlight.most).toBeGreaterThan(4);
  });

  it('keeps the texts of a batch if its second chance fails', async () => {
    let isFirst = true;
    const { session, state, requests, pass } = begin(100, {
      maxAtOnce: 2,
      answer: ({ numbers, correction }) => {
        const lacksOne = isFirst && numbers[0] === 1 && !correction;
        if (lacksOne) isFirst = false;
        return inMs(200, lacksOne ? success(replyOf(numbers.slice(1))) : failure('refused', 'no'));
      },
    });
    await pass(5_000);
    for (let press = 0; press < 6; press++) {
      session.resume();
      await pass(5_000);
    }
    expect(resultsOf(state())[0]?.[1]).toContain('PT 2');
    expect(requests.filter(({ numbers, correction }) => numbers[0] === 1 && !correction)).toHaveLength(1);
  });

  it('does not pause the run if batches fail between batches that succeed', async () => {
    const { state } = await beginFor(MINUTE_MS, 400, {
      answer: ({ numbers: [first = 0, ...rest] }) =>
        inMs(200 + first, first % 40 === 1 ? failure('refused', 'no') : success(replyOf([first, ...rest]))),
    });
    expect(state().paused).toBeNull();
    expect(progress(state())).toMatchObject({ ok: 10, failed: 10 });
  });
});

describe('replies that are cut off before they contain a translation', () => {
  it.each([
    ['without text', cutOff('')],
    ['after more thinking than text', cutOff('{"1": "PT', 4_000)],
  ])('[D7.6] pauses the run once, after few calls, if replies are cut off %s', async (_, outcome) => {
    const { session, state, requests, pass } = await beginFor(MINUTE_MS, 100, { answer: () => ({ outcome }) });
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'no-room' });
    expect(requests).toHaveLength(5);
    expect(progress(state())).toMatchObject({ loading: 0, failed: 0, waiting: 5 });

    for (let press = 0; press < 30 && state().paused; press++) {
      session.resume();
      await pass(MINUTE_MS);
    }
    // Three calls for each batch, one batch after another.
    expect(requests).toHaveLength(15);
    expect(progress(state())).toMatchObject({ failed: 5, waiting: 0 });
  });
});

describe('[D7.6] replies that break off after each line', () => {
  const begunWith = (numbers: readonly number[]) => replyOf(numbers).replace(/\}$/, ',"');
  it.each([
    ['by the length limit', 1, (text: string) => cutOff(text)],
    ['by the length limit', 8, (text: string) => cutOff(text)],
    ['by themselves', 1, success],
    ['by themselves', 8, success],
  ] as const)(
    'halves the requests if replies break off %s (%d at once), and pauses after three calls for a batch',
    async (_, maxAtOnce, answer) => {
      const { state, requests } = await beginFor(10 * MINUTE_MS, 400, {
        answer: ({ numbers }) => answer(begunWith(numbers.slice(0, 1))),
        maxAtOnce,
      });
      const ofFirst = requests.filter(({ numbers }) => (numbers[0] ?? 0) <= 20).map(({ numbers }) => numbers.length);
      expect(ofFirst).toEqual([20, 10, 5]);
      expect(requests.length).toBeLessThanOrEqual(3 * (maxAtOnce + 2));
      expect(state().paused).toMatchObject({ reason: 'failure' });
      expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')).toEqual({ 1: 'PT 1', 2: 'PT 2', 3: 'PT 3' });
    },
  );

  it.each([3, 5, 7])('joins replies that are cut off after %d lines', async (most) => {
    const { state, requests } = await beginFor(10 * MINUTE_MS, 20, {
      answer: ({ numbers }) => cutOff(begunWith(numbers.slice(0, most))),
    });
    expect(requests).toHaveLength(Math.ceil(20 / most));
    expect(resultsOf(state())[0]?.[0]).toBe('');
  });
});

it.each([
  ['whose tokens are reported', { ...failure('server'), usage: { input: 100, output: 300, reasoning: 0 } }],
  ['with one word', { ...failure('server'), text: 'Here' }],
  [
    'that broke off during the transfer',
    { ...failure('server'), failure: { kind: 'server', message: 'broke off', status: 200 } },
  ],
] as const)(
  '[D7.3] repeats a request at most six times if it fails with a reply %s, of which nothing is usable',
  async (_, outcome) => {
    const { state, requests } = await beginFor(12 * 60 * MINUTE_MS, 20, { answer: () => outcome });
    expect(requests).toHaveLength(7);
    expect(progress(state())).toMatchObject({ failed: 1 });
  },
);

it.each([
  ['whose tokens are reported', { ...failure('server'), usage: { input: 100, output: 300, reasoning: 0 } }],
  ['that break off', { ...failure('server'), failure: { kind: 'server', message: 'broke off', status: 200 } }],
] as const)(
  '[D7.3] tries six times in an outage with replies %s, which may cost money, and then waits for the person',
  async (_, outcome) => {
    let isUp = false;
    const { session, state, requests, pass } = await beginFor(24 * 60 * MINUTE_MS, 100, {
      answer: ({ numbers }) => (isUp ? success(replyOf(numbers)) : outcome),
    });
    expect(requests).toHaveLength(5 + 6);
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'server' });
    isUp = true;
    session.resume();
    await pass(MINUTE_MS);
    expect(progress(state()).ok).toBe(5);
  },
);

it('[D7.3] retries later if the provider breaks a reply off after a line, and does not halve the request', async () => {
  let isUp = false;
  const { state, requests, pass } = await beginFor(5_000, 60, {
    answer: ({ numbers }) =>
      isUp || (numbers[0] ?? 0) <= 20 || (numbers[0] ?? 0) > 40
        ? success(replyOf(numbers))
        : { ...failure('server', 'late'), text: replyOf(numbers.slice(0, 1)).slice(0, -1) },
  });
  expect(factsOf(state())[1]).toMatchObject({ failure: 'server', retry: { tries: 2 } });
  expect(requests).toHaveLength(4);
  isUp = true;
  await pass(MINUTE_MS);
  expect(progress(state()).ok).toBe(3);
});

it.each([
  ['asks for all lines in halves if the answer lacks its first line', 1, ['1+10', '11+10']],
  ['asks only for the missing line if it is in the middle of the answer', 7, ['7+1']],
] as const)('[D7.3] after two time-outs of a correction, %s', async (_, missing, rest) => {
  const { state, requests } = await beginFor(60 * MINUTE_MS, 20, {
    answer: ({ numbers, correction }) => {
      if (correction) return failure('timeout');
      return success(replyOf(numbers.length > 10 ? numbers.filter((number) => number !== missing) : numbers));
    },
  });
  const asked = requests.map(
    ({ numbers, correction }) => `${numbers[0]}+${numbers.length}${correction ? ' again' : ''}`,
  );
  expect(asked).toEqual(['1+20', '1+20 again', '1+20 again', ...rest]);
  expect(progress(state()).ok).toBe(1);
});

it('pauses the run only once if thinking cuts off replies with usable phrases', async () => {
  const { session, state, pass } = await beginFor(MINUTE_MS, 200, {
    answer: ({ numbers }) =>
      numbers.length > 10 ? cutOff(replyOf(numbers.slice(0, 10)).slice(0, -3), 4_000) : success(replyOf(numbers)),
  });
  expect(state().paused).toMatchObject({ reason: 'failure', kind: 'no-room' });
  session.resume();
  await pass(10 * MINUTE_MS);
  expect(progress(state()).ok).toBe(10);
});

it.each(['server', 'rate-limit', 'quota'] as const)(
  '[D12.9] keeps a part of a reply that came before the error "%s", and asks only for the rest',
  async (kind) => {
    const { session, requests, state, pass } = await beginFor(MINUTE_MS, 20, {
      answer: ({ numbers }, count) =>
        count === 1
          ? {
              ...failure(kind, 'late'),
              text: replyOf(numbers.slice(0, 12)).slice(0, -1),
              usage: { input: 1, output: 1, reasoning: 0 },
            }
          : success(replyOf(numbers)),
    });
    session.resume();
    await pass(MINUTE_MS);
    expect(requests.map(({ numbers }) => numbers.length)).toEqual([20, 8]);
    expect(progress(state()).ok).toBe(1);
  },
);

describe('[D6.7] calls with at least one phrase, whatever the stored state says', () => {
  it.each<[string, StoredFacts]>([
    ['a maximum of 0 phrases', { progress: { atMost: 0 } }],
    ['a negative maximum', { progress: { atMost: -3 } }],
    ['a corrective pass for no phrase', { progress: { correcting: { numbers: [], answer: '{}', errors: ['x'] } } }],
    ['a corrective pass for other phrases', { progress: { correcting: { numbers: [99], answer: '', errors: [] } } }],
  ])('asks in each call for at least one phrase although the stored state has %s', async (_, details) => {
    const first = begin(20);
    await first.pass(0);
    first.session.stop({ now: true });
    first.session.dispose();
    const second = createHarness({
      initial: { ...first.state(), batches: batchesOf(resultsOf(first.state()), [details]) },
    });
    second.session.resume();
    await second.pass(MINUTE_MS);
    expect(second.requests.length).toBeLessThan(25);
    expect(second.requests.filter(({ numbers }) => numbers.length === 0)).toEqual([]);
    expect(progress(second.state()).ok).toBe(1);
  });

  it('ends a batch after three answers without a new phrase, one of them a corrective pass', async () => {
    const { requests, state } = await beginFor(MINUTE_MS, 20, {
      answer: ({ correction }) => (correction ? cutOff('{"x": "no phrase"') : success('{"a": 1}')),
    });
    expect(requests).toHaveLength(3);
    expect(resultsOf(state())[0]?.[0]).not.toBe('');
  });

  it('ends a batch after three answers without a usable phrase, one of them the corrective pass of a part', async () => {
    const { session, requests, state, pass } = await beginFor(MINUTE_MS, 20, {
      answer: (_, count) => (count === 1 ? cutOff('') : success('I cannot do that.')),
    });
    session.resume();
    await pass(MINUTE_MS);
    expect(requests.map(({ numbers, correction }) => [numbers.length, correction !== undefined])).toEqual([
      [20, false],
      [10, false],
      [10, true],
    ]);
    expect(resultsOf(state())[0]?.[0]).not.toBe('');
  });

  it('does not count a failed corrective pass if the answer before had all phrases', async () => {
    const { session, requests, pass } = await beginFor(MINUTE_MS, 20, {
      answer({ numbers }, count) {
        if (count === 1) return cutOff('');
        if (count === 2) return success(JSON.stringify({ ...JSON.parse(replyOf(numbers)), 99: 'too many' }));
        return success(count < 5 ? 'I cannot do that.' : replyOf(numbers));
      },
    });
    session.resume();
    await pass(MINUTE_MS);
    expect(requests.map(({ numbers }) => numbers.length)).toEqual([20, 10, 10, 10, 10]);
  });
});

it('tries one batch at Resume after a reload if the length limit had cut off all replies', async () => {
  const answer = () => cutOff('');
  const first = begin(400, { answer });
  await first.pass(MINUTE_MS);
  first.session.dispose();
  const second = createHarness({ initial: first.state(), answer });
  second.session.resume();
  await second.pass(500);
  expect(second.requests).toHaveLength(1);
});

describe('a run without a network', () => {
  it('holds a batch that a person asked for in a stopped run until the network is back', async () => {
    let isUp = true;
    const { session, state, requests, setOnline, pass } = await beginFor(1_500, 100, {
      maxAtOnce: 1,
      answer: ({ numbers }) => (isUp ? success(replyOf(numbers)) : inMs(300, failure('connection', 'gone'))),
    });
    session.stop();
    isUp = false;
    session.translateAgain(0);
    await pass(100);
    setOnline(false);
    const spent = requests.length;
    await pass(MINUTE_MS);
    expect(requests).toHaveLength(spent);
    isUp = true;
    setOnline(true);
    await pass(5_000);
    expect(resultsOf(state())[0]?.[0]).toBe('');
    expect(state().paused).toEqual({ reason: 'person' });
  });

  it('stays offline when the person resumes another pause', async () => {
    let isKeyGood = false;
    const { session, state, requests, setOnline, pass } = await beginFor(10_000, 100, {
      answer: ({ numbers }) => (isKeyGood ? success(replyOf(numbers)) : failure('bad-key', 'no')),
    });
    isKeyGood = true;
    setOnline(false);
    const spent = requests.length;
    session.resume();
    await pass(10_000);
    expect(requests).toHaveLength(spent);
    expect(state().paused).toEqual({ reason: 'offline' });
    setOnline(true);
    await pass(10_000);
    expect(progress(state()).ok).toBe(5);
  });

  it('lets a person stop an offline run, or send although the browser says that it is offline', async () => {
    const { session, state, requests, setOnline, pass } = begin(100, {});
    setOnline(false);
    await pass(10_000);
    expect(state().paused).toEqual({ reason: 'offline' });
    session.stop();
    expect(state().paused).toEqual({ reason: 'person' });
    setOnline(true);
    await pass(10_000);
    expect(state().paused).toEqual({ reason: 'person' });

    setOnline(false);
    session.resume();
    expect(state().paused).toEqual({ reason: 'offline' });
    session.resume();
    await pass(10_000);
    expect(progress(state()).ok).toBe(5);
    expect(requests.length).toBeGreaterThan(0);
    expect(isPending(state())).toBe(false);
  });
});

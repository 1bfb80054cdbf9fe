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
import { isPending, progress, progressShown } from '../engine/run-state.ts';
import type { StoredFacts } from './accepted-facts.ts';
import { canReview, nextFailed } from './film.ts';

/** What hits the provider or every batch alike: the run outlives it, or waits for the person, and spends little meanwhile. */

fakeTimersAndConsole();

const MINUTE_MS = 60_000;

describe('a provider that does not answer', () => {
  /** Fails within 100 ms until it is up again, then answers after a second. */
  const provider = () => {
    const state = { up: false };
    const answer: HarnessOptions['answer'] = ({ numbers }) =>
      state.up ? success(replyOf(numbers)) : inMs(100, failure('server', '503 down'));
    return { state, answer };
  };

  /** The run after ten seconds of it. */
  async function inOutage(count: number) {
    const { state: service, answer } = provider();
    const page = begin(count, { answer });
    await page.pass(10_000);
    return { ...page, service };
  }

  it('[D7.26] but loads its model, is asked every half minute', async () => {
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

  it('[D7.3] for hours: failed batches show the error, one is tried in growing pauses, and with the first answer all go on', async () => {
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

  it.each([1, 2])('a film of %i batches outlives it too', async (batches) => {
    const { state: service, answer } = provider();
    const { state, requests, pass } = await beginFor(1_000, batches * 20, { answer });
    expect(progress(state()).failed).toBe(batches);
    await pass(120 * MINUTE_MS);
    expect(requests.length).toBeLessThan(35 * batches);
    service.up = true;
    await pass(5 * MINUTE_MS + 30_000);
    expect(progress(state()).ok).toBe(batches);
  });

  it('a try that is stopped alone does not end the trying', async () => {
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

  it('[D7.3] Retry failed sends none of the batches that are shown as waiting', async () => {
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

  it('[D7.3] a batch that a person has mended meanwhile, or an answered one, stays as it is and is not sent again', async () => {
    const { session, state, requests, pass, service } = await inOutage(60);
    expect(progress(state()).failed).toBe(3);
    expect(canReview(state())).toBe(true);
    session.reviewOutput(1, 'fill');
    session.editOutput(1, replyOf(Array.from({ length: 20 }, (_, index) => index + 21)).replaceAll('PT', 'mine'));
    session.reviewOutput(1, 'validate');
    service.up = true;
    const spent = requests.length;
    await pass(5 * MINUTE_MS);
    expect(progress(state())).toMatchObject({ ok: 3, failed: 0 });
    expect(requests.slice(spent).map(({ numbers }) => numbers[0])).toEqual([1, 41]);
    expect(state().translated).toContain('mine 30');
  });

  it('a call that was begun before it holds up no try, also where its batch has ended an outage before', async () => {
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

  it('[D7.3] a batch that fails while the others are answered is tried again by itself, and is whole when the run ends', async () => {
    let fails = 3;
    const { state, requests } = await beginFor(MINUTE_MS, 100, {
      answer: ({ numbers }) =>
        numbers[0] === 41 && fails-- > 0 ? inMs(100, failure('server', '500')) : inMs(900, success(replyOf(numbers))),
    });
    expect(progress(state())).toMatchObject({ ok: 5, failed: 0 });
    expect(requests).toHaveLength(8);
  });

  it('[D7.3] an answer to a request from before the outage does not end it', async () => {
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

  it('one batch that fails while the others are answered fails alone, and is not tried for ever', async () => {
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
  ])('[D7.3] a batch that takes the model too long is asked for in %s', async (_, atOnce, calls) => {
    const { state, requests } = await beginFor(3 * 60 * MINUTE_MS, 100, {
      answer: ({ numbers }) =>
        numbers.includes(41) && numbers.length > atOnce
          ? inMs(3_000, failure('timeout', 'Request timed out.'))
          : success(replyOf(numbers)),
    });
    expect(progress(state())).toMatchObject({ ok: 5, failed: 0 });
    expect(requests.filter(({ numbers }) => numbers.some((number) => number > 40 && number <= 60))).toHaveLength(calls);
  });

  it('a batch with a fault of its own does not make an outage last: another batch is tried each time', async () => {
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

  it('three bad neighbours, one at a time, hold up no film', async () => {
    const { state, requests } = await beginFor(3 * 60 * MINUTE_MS, 400, {
      maxAtOnce: 1,
      answer: ({ numbers }) =>
        [1, 21, 41].includes(numbers[0] ?? 0) ? inMs(500, failure('server', '500')) : success(replyOf(numbers)),
    });
    expect(progress(state())).toMatchObject({ ok: 17, failed: 3 });
    expect(requests.length).toBeLessThan(60);
  });

  it('"Try now" sends one batch, and all when that is answered', async () => {
    const { session, requests, pass } = await beginFor(20_000, 1_600, {
      answer: () => inMs(3_000, failure('timeout', 'Request timed out.')),
    });
    const spent = requests.length;
    session.resume();
    await pass(10_000);
    expect(requests.length - spent).toBe(1);
  });

  it('after a reload in the midst of it one batch is tried at a time', async () => {
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

  it.each(['online again', 'Try now'])('is tried at once: %s', async (how) => {
    const { session, state, setOnline, pass, service } = await inOutage(100);
    service.up = true;
    if (how === 'Try now') session.resume();
    else setOnline(true);
    await pass(3_000);
    expect(progress(state()).ok).toBe(5);
  });

  it('a batch that a person asks for is sent while another one tries', async () => {
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

  it.each(['offline', 'stop', 'end'] as const)('its error goes with it: %s', async (how) => {
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
  });

  it('a retry goes on where the batch was: refused parts stay given up, and fruitless calls stay counted', async () => {
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

describe('an error that every batch has', () => {
  it.each([
    ['bad-request', 'Region not supported, request 1'],
    ['unprocessable', 'Unknown parameter: seed'],
    ['refused', 'The reply was rejected by the content filter.'],
    ['malformed', 'Unexpected response format'],
  ] as const)('[D7.4] %s: three alike pause the run once, and few calls are made', async (kind, message) => {
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

  it('[D7.4] pauses the run also where all batches are under way when the first answer comes', async () => {
    const isMended = { yet: false };
    const { session, state, requests, pass } = await beginFor(MINUTE_MS, 1_600, {
      answer: ({ numbers }) =>
        isMended.yet ? success(replyOf(numbers)) : inMs(20_000, failure('bad-request', 'Region not supported')),
    });
    expect(requests).toHaveLength(80);
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'bad-request' });
    expect(progress(state())).toMatchObject({ failed: 3, loading: 0, waiting: 77 });
    isMended.yet = true;
    session.resume();
    await pass(MINUTE_MS);
    expect(progress(state())).toMatchObject({ ok: 80, failed: 0 });
  });

  it('[D7.4] answers that lack a line, corrected or not, pause it too: nothing of them is kept', async () => {
    const { state, requests } = await beginFor(MINUTE_MS, 1_600, {
      answer: ({ numbers }) => inMs(100, success(replyOf(numbers.slice(0, -1)))),
      maxAtOnce: 2,
    });
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'differences' });
    expect(requests.length).toBeLessThan(12);
  });

  it('[D7.4] answers that lack their last line pause nothing where each is corrected well', async () => {
    const { state } = await beginFor(10 * MINUTE_MS, 400, {
      answer: ({ numbers, correction }) => inMs(100, success(replyOf(correction ? numbers : numbers.slice(0, -1)))),
      maxAtOnce: 8,
    });
    expect(state().paused).toBeNull();
    expect(progress(state())).toMatchObject({ ok: 20, failed: 0 });
  });

  it('answers in which nothing can be used pause it too', async () => {
    const { state, requests } = await beginFor(MINUTE_MS, 400, {
      answer: () => inMs(100, success('I am sorry, I cannot help with that.')),
    });
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'differences' });
    expect(requests.length).toBeLessThan(12);
    // Whatever was answered can be looked at.
    const answered = resultsOf(state()).filter((slot) => slot != null);
    expect(answered.length).toBeGreaterThanOrEqual(3);
    expect(answered.every((slot) => slot?.[1].startsWith('I am sorry'))).toBe(true);
    expect(progress(state())).toMatchObject({ loading: 0, waiting: 20 - answered.length });
  });

  it('[D7.4] with the same status in other words is the same error, and a batch that takes its second chance adds none', async () => {
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
    // Each batch once, and those that failed alike before once more.
    expect(requests.length).toBeLessThanOrEqual(20);
    expect(progress(state())).toMatchObject({ failed: 10, waiting: 0 });
  });

  it('Resume tries one batch, and all when it is translated', async () => {
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

  it('a second chance that fails takes nothing away', async () => {
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

  it('some failures among successes stay the batches’ own', async () => {
    const { state } = await beginFor(MINUTE_MS, 400, {
      answer: ({ numbers: [first = 0, ...rest] }) =>
        inMs(200 + first, first % 40 === 1 ? failure('refused', 'no') : success(replyOf([first, ...rest]))),
    });
    expect(state().paused).toBeNull();
    expect(progress(state())).toMatchObject({ ok: 10, failed: 10 });
  });
});

describe('replies cut off before they hold a translation', () => {
  it.each([
    ['with no text', cutOff('')],
    ['after more thinking than text', cutOff('{"1": "PT', 4_000)],
  ])('[D7.6] %s pause the run once, which tells why; the calls of a batch are few', async (_, outcome) => {
    const { session, state, requests, pass } = await beginFor(MINUTE_MS, 100, { answer: () => ({ outcome }) });
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'no-room' });
    expect(requests).toHaveLength(5);
    expect(progress(state())).toMatchObject({ loading: 0, failed: 0, waiting: 5 });

    for (let press = 0; press < 30 && state().paused; press++) {
      session.resume();
      await pass(MINUTE_MS);
    }
    // Three calls a batch, one batch after the other.
    expect(requests).toHaveLength(15);
    expect(progress(state())).toMatchObject({ failed: 5, waiting: 0 });
  });
});

describe('[D7.6] replies that break off behind each line', () => {
  const begunWith = (numbers: readonly number[]) => replyOf(numbers).replace(/\}$/, ',"');
  it.each([
    ['by the length limit', 1, (text: string) => cutOff(text)],
    ['by the length limit', 8, (text: string) => cutOff(text)],
    ['by themselves', 1, success],
    ['by themselves', 8, success],
  ] as const)(
    '%s, %d at once: are asked for in halves, three times a batch, and then pause the run',
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

  it.each([3, 5, 7])('behind %d lines are put together', async (most) => {
    const { state, requests } = await beginFor(10 * MINUTE_MS, 20, {
      answer: ({ numbers }) => cutOff(begunWith(numbers.slice(0, most))),
    });
    expect(requests).toHaveLength(Math.ceil(20 / most));
    expect(resultsOf(state())[0]?.[0]).toBe('');
  });
});

it.each([
  ['whose tokens are reported', { ...failure('server'), usage: { input: 100, output: 300, reasoning: 0 } }],
  ['of which a word came', { ...failure('server'), text: 'Here' }],
  [
    'that broke off on its way',
    { ...failure('server'), failure: { kind: 'server', message: 'broke off', status: 200 } },
  ],
] as const)(
  '[D7.3] a reply %s, and of which nothing can be used, is asked for six times more, no oftener',
  async (_, outcome) => {
    const { state, requests } = await beginFor(12 * 60 * MINUTE_MS, 20, { answer: () => outcome });
    expect(requests).toHaveLength(7);
    expect(progress(state())).toMatchObject({ failed: 1 });
  },
);

it.each([
  ['whose tokens are reported', { ...failure('server'), usage: { input: 100, output: 300, reasoning: 0 } }],
  ['that break off', { ...failure('server'), failure: { kind: 'server', message: 'broke off', status: 200 } }],
] as const)('[D7.3] an outage by replies %s is tried six times, and then waits for the person', async (_, outcome) => {
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
});

it('[D7.3] replies that the provider breaks off after a line are asked for again in its time, and not as cut off by their length', async () => {
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
  ['all of its lines are requested in halves, of an answer without its first line', 1, ['1+10', '11+10']],
  ['only the missing line is requested, of an answer without a line in its middle', 7, ['7+1']],
] as const)('[D7.3] after two time-outs of a correction %s', async (_, missing, rest) => {
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

it('replies with phrases in them that were cut off by thinking pause a film once', async () => {
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
  '[D12.9] %s after a part of the reply: the part is kept, and only the rest asked for',
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

describe('[D6.7] each call asks for at least one phrase, whatever the state says', () => {
  it.each<[string, StoredFacts]>([
    ['a bound of no phrase', { progress: { atMost: 0 } }],
    ['a bound below zero', { progress: { atMost: -3 } }],
    ['a corrective pass for no phrase', { progress: { correcting: { numbers: [], answer: '{}', errors: ['x'] } } }],
    ['a corrective pass for other phrases', { progress: { correcting: { numbers: [99], answer: '', errors: [] } } }],
  ])('%s', async (_, details) => {
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

  it('three answers without a new phrase end a batch, a corrective pass among them', async () => {
    const { requests, state } = await beginFor(MINUTE_MS, 20, {
      answer: ({ correction }) => (correction ? cutOff('{"x": "no phrase"') : success('{"a": 1}')),
    });
    expect(requests).toHaveLength(3);
    expect(resultsOf(state())[0]?.[0]).not.toBe('');
  });

  it('so does the corrective pass of a part, of which nothing could be used either', async () => {
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

  it('but a corrective pass without a phrase does not count where the answer before had all of them', async () => {
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

it('after a reload, too, a model without room is tried with one batch', async () => {
  const answer = () => cutOff('');
  const first = begin(400, { answer });
  await first.pass(MINUTE_MS);
  first.session.dispose();
  const second = createHarness({ initial: first.state(), answer });
  second.session.resume();
  await second.pass(500);
  expect(second.requests).toHaveLength(1);
});

describe('offline', () => {
  it('a batch that a person asked for in a stopped run waits for the network', async () => {
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

  it('Resume of another pause does not overrule it', async () => {
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

  it('can be stopped, and overruled where the browser is wrong', async () => {
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

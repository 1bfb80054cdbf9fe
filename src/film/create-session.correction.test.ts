import { describe, expect, it } from 'vitest';
import { batchesOf, factsOf } from '../../test/batches.ts';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import {
  type Answer,
  begin,
  beginFor,
  createHarness,
  cutOff,
  failure,
  inMs,
  replyOf,
  type SentRequest,
  success,
} from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { progress } from '../engine/run-state.ts';
import type { Session } from './session.ts';

/** A first answer that needs a correction was paid for. The page keeps it, whatever interrupts the corrective pass. */

fakeTimersAndConsole();

const lacking = ({ numbers }: SentRequest) => replyOf(numbers.slice(1));

/** The second batch's answer lacks a phrase, and its correction takes a minute. */
const slowCorrection = (request: SentRequest): Answer => {
  if (request.numbers[0] !== 21) return success(replyOf(request.numbers));
  return request.correction ? inMs(60_000, success(replyOf(request.numbers))) : success(lacking(request));
};

async function inCorrection(answer: (request: SentRequest) => Answer = slowCorrection) {
  const harness = begin(60, { answer });
  await harness.pass(5_000);
  expect(progress(harness.state())).toMatchObject({ ok: 2, loading: 1 });
  return harness;
}

/** For each request of the second batch: whether it was a corrective pass. */
const corrective = (requests: readonly SentRequest[]) =>
  requests.filter(({ numbers }) => numbers[0] === 21).map(({ correction }) => correction !== undefined);

it('[D6.2] keeps the first answer over a reload and continues with the corrective pass', async () => {
  const first = await inCorrection();
  first.session.dispose();
  const second = createHarness({ initial: first.state(), answer: slowCorrection });
  await second.pass(70_000);
  expect(second.requests).toHaveLength(1);
  expect(second.requests[0]?.correction).toEqual({
    answer: replyOf(Array.from({ length: 19 }, (_, index) => index + 22)),
    errors: expect.arrayContaining(['Translated object keys should be a range from 21 to 40.']),
  });
  expect(progress(second.state()).ok).toBe(3);
});

it('[D6.2] keeps the first answer when a person stops the corrective pass of a batch', async () => {
  const { session, state, pass, requests } = await inCorrection();
  session.stop({ batch: 1 });
  expect(resultsOf(state())[1]).toEqual(['Request was aborted.', requests.at(-1)?.correction?.answer]);
  expect(factsOf(state())[1]).toMatchObject({ failure: 'cancelled', correction: requests.at(-1)?.correction });
  session.translateAgain(1);
  await pass(70_000);
  expect(corrective(requests)).toEqual([false, true, false, true]);
});

it('keeps the first answer when a bug in the corrective pass fails the batch', async () => {
  const { state, pass } = begin(60, {
    answer(request) {
      if (request.correction) throw new Error('a bug');
      return slowCorrection(request);
    },
  });
  await pass(5_000);
  expect(progress(state())).toMatchObject({ ok: 2, failed: 1 });
  expect(resultsOf(state())[1]).toEqual(['a bug', factsOf(state())[1]?.correction?.answer]);
  expect(resultsOf(state())[1]?.[1]).toContain('PT 22');
});

describe('a failed corrective call', () => {
  it('[D4.3] repeats only the corrective pass after it failed offline', async () => {
    let isUp = false;
    const { state, pass, setOnline, requests } = await inCorrection((request) =>
      request.correction && !isUp ? inMs(8_000, failure('connection')) : slowCorrection(request),
    );
    setOnline(false);
    await pass(60_000);
    expect(state().paused).toEqual({ reason: 'offline' });
    expect(progress(state())).toMatchObject({ ok: 2, failed: 0, waiting: 1 });
    isUp = true;
    setOnline(true);
    await pass(70_000);
    expect(progress(state()).ok).toBe(3);
    expect(corrective(requests)).toEqual([false, true, true]);
  });

  it('fails the batch with its first answer when an outage interrupts the corrective pass', async () => {
    const { state, pass } = await inCorrection((request) =>
      request.correction ? inMs(8_000, failure('server', 'down')) : slowCorrection(request),
    );
    await pass(60_000);
    expect(resultsOf(state())[1]).toEqual(['down', factsOf(state())[1]?.correction?.answer]);
    expect(factsOf(state())[1]).toMatchObject({
      failure: 'server',
      correction: { answer: expect.stringContaining('PT 22') },
    });
  });
});

describe('a batch that is translated in parts', () => {
  const FIRST_TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const LAST_TEN = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
  /** The reply to the whole batch is cut off after ten phrases. `rest` answers the request for the other ten. */
  const inTwo =
    (rest: () => Answer) =>
    ({ numbers }: SentRequest): Answer =>
      numbers.length === 20 ? cutOff(`${replyOf(FIRST_TEN).slice(0, -1)},"11":"PT`) : rest();
  const slowRest = inTwo(() => inMs(60_000, success(replyOf(LAST_TEN))));
  const sizes = (requests: readonly SentRequest[]) => requests.map(({ numbers }) => `${numbers[0]}+${numbers.length}`);

  async function halfWay(answer: (request: SentRequest) => Answer) {
    const harness = begin(20, { answer });
    await harness.pass(5_000);
    expect(sizes(harness.requests)).toEqual(['1+20', '11+10']);
    return harness;
  }

  it('[D4.3] keeps the first part when the batch fails, and asks only for the rest at Retry', async () => {
    let isRefused = true;
    const { session, state, pass, requests } = await halfWay(
      inTwo(() => (isRefused ? failure('refused', 'no') : success(replyOf(LAST_TEN)))),
    );
    expect(resultsOf(state())[0]?.[0]).toBe('no');
    expect(requests[1]?.contextNumbers, 'what stands before the part').toEqual(FIRST_TEN);
    expect(Object.keys(JSON.parse(resultsOf(state())[0]?.[1] ?? ''))).toHaveLength(10);
    isRefused = false;
    session.translateAgain(0);
    await pass(10_000);
    expect(sizes(requests)).toEqual(['1+20', '11+10', '11+10']);
    expect(Object.keys(JSON.parse(resultsOf(state())[0]?.[1] ?? ''))).toHaveLength(20);
    session.translateAgain(0);
    await pass(1_000);
    expect(sizes(requests)[3]).toBe('1+20');
  });

  it('[D4.3] repeats the corrective pass of a part after a failure of network or server, unless a person has edited the batch', async () => {
    for (const isEdited of [false, true]) {
      let isDown = true;
      const inParts = inTwo(() => success(replyOf(LAST_TEN.slice(1))));
      const { session, state, pass, requests } = await beginFor(4_500, 20, {
        answer: (request) => {
          if (!request.correction) return inParts(request);
          return isDown ? failure('server') : success(replyOf(request.numbers));
        },
      });
      expect(factsOf(state())[0]?.failure).toBe('server');
      if (isEdited) session.edit(0, '{}');
      isDown = false;
      const before = requests.length;
      session.translateAgain(0);
      await pass(5_000);
      expect(resultsOf(state())[0]?.[0]).toBe('');
      expect(sizes(requests).slice(before)).toEqual(isEdited ? ['1+20', '11+10', '11+10'] : ['11+10']);
    }
  });

  it('shows the first part when the batch is stopped', async () => {
    const { session, state } = await halfWay(slowRest);
    session.stop({ batch: 0 });
    expect(resultsOf(state())[0]?.[1]).toContain('PT 10');
  });

  it('ends a batch without a request if all its answers were stored before a reload', async () => {
    const first = await halfWay(slowRest);
    first.session.dispose();
    const texts = JSON.parse(replyOf([...FIRST_TEN, ...LAST_TEN]));
    const initial = first.state();
    const second = createHarness({
      initial: {
        ...initial,
        batches: batchesOf(
          resultsOf(initial),
          factsOf(initial).map((facts) => ({ ...facts, progress: { texts } })),
        ),
      },
      maxAtOnce: 1,
    });
    await second.pass(1_000);
    expect(second.requests).toEqual([]);
    expect(progress(second.state()).ok).toBe(1);
  });

  it('gives up a part that the model refuses, and asks for the other parts', async () => {
    const { session, state, pass, requests } = await beginFor(2_000, 20, {
      answer: ({ numbers }) =>
        numbers.includes(7) ? failure('refused', 'I cannot say that') : success(replyOf(numbers)),
    });
    session.translateAgain(0, { inHalves: true });
    await pass(5_000);
    expect(sizes(requests)).toEqual(['1+20', '1+10', '11+10']);
    expect(resultsOf(state())[0]?.[0]).toBe('I cannot say that');
    session.translateAgain(0, { inHalves: true });
    await pass(5_000);
    expect(sizes(requests).slice(3)).toEqual(['1+5', '6+5']);
    expect(Object.keys(JSON.parse(resultsOf(state())[0]?.[1] ?? ''))).toHaveLength(15);
  });

  it.each(['refused', 'bad-request'] as const)(
    '[D4.3] keeps the texts in their places if the provider rejects the correction (%s), and asks only for the missing line at Retry',
    async (kind) => {
      const { session, state, pass, requests } = await beginFor(2_000, 20, {
        answer: ({ numbers, correction }) => {
          if (correction) return failure(kind, 'no');
          return success(replyOf(numbers.length > 1 ? numbers.filter((number) => number !== 7) : numbers));
        },
      });
      expect(resultsOf(state())[0]).toEqual(['no', factsOf(state())[0]?.correction?.answer]);
      session.translateAgain(0);
      await pass(5_000);
      expect(sizes(requests)).toEqual(['1+20', '1+20', '7+1']);
      expect(progress(state()).ok).toBe(1);
    },
  );

  it.each([
    ['a person stops the batch', 1_500, (session: Session) => session.stop({ batch: 0 }), {}],
    ['a person retries in halves after the server failed', 2_000, () => {}, { inHalves: true }],
  ] as const)(
    '[D4.3] requests only the missing line at Retry if the correction was given up: %s',
    async (_, afterMs, act, how) => {
      let isFailing = true;
      const { session, state, pass, requests } = await beginFor(afterMs, 20, {
        answer: ({ numbers, correction }) => {
          if (correction && isFailing) return inMs(1_000, failure('server', 'busy'));
          return success(replyOf(isFailing ? numbers.filter((number) => number !== 7) : numbers));
        },
      });
      act(session);
      isFailing = false;
      requests.length = 0;
      session.translateAgain(0, how);
      await pass(5_000);
      expect(sizes(requests)).toEqual(['7+1']);
      expect(progress(state()).ok).toBe(1);
    },
  );

  it('[D4.3] keeps the texts in their places if the model refuses the correction of a part, and asks only for the missing line at Retry', async () => {
    let isRefused = true;
    const { session, pass, requests } = await beginFor(2_000, 20, {
      answer: ({ numbers, correction }) => {
        if (correction || numbers.length === 20) return failure('refused', 'I cannot say that');
        return success(replyOf(isRefused ? numbers.filter((number) => number !== 7) : numbers));
      },
    });
    requests.length = 0;
    session.translateAgain(0, { inHalves: true });
    await pass(5_000);
    expect(sizes(requests)).toEqual(['1+10', '1+10', '11+10']);
    isRefused = false;
    session.translateAgain(0);
    await pass(5_000);
    expect(sizes(requests).slice(3)).toEqual(['7+1']);
  });

  it('keeps a person’s edits of a failed batch at Retry, and asks for the other lines', async () => {
    let isMended = false;
    const { session, state, pass, requests } = await beginFor(5_000, 20, {
      answer: ({ numbers }) =>
        success(isMended ? replyOf(numbers) : JSON.stringify({ ...JSON.parse(replyOf(numbers)), 1: '', 2: '' })),
    });
    session.edit(0, JSON.stringify({ ...JSON.parse(resultsOf(state())[0]?.[1] ?? ''), 1: 'mine 1', 3: 'mine 3' }));
    isMended = true;
    session.translateAgain(0);
    await pass(5_000);
    expect(sizes(requests).slice(2)).toEqual(['2+1']);
    expect(state().translated).toContain('mine 1');
    expect(state().translated).toContain('PT 2');
    expect(state().translated).toContain('mine 3');
  });

  it('keeps nothing of two answers without the first key, because their lines may have wrong numbers', async () => {
    const { session, state, pass, requests } = await beginFor(5_000, 20, {
      answer: ({ numbers }) => success(replyOf(numbers.slice(1))),
    });
    expect(factsOf(state())[0]?.progress).toBeUndefined();
    session.translateAgain(0);
    await pass(500);
    expect(sizes(requests)).toEqual(['1+20', '1+20', '1+20']);
  });

  it('does not say that the model corrected a batch if a person filled its gaps', async () => {
    const { session, state, pass } = await beginFor(5_000, 20, {
      answer: ({ numbers }) => success(replyOf(numbers.slice(1))),
    });
    session.translateAgain(0, { inHalves: true });
    await pass(500);
    session.reviewOutput(0, 'fill');
    expect(factsOf(state())[0]?.correction?.worked).not.toBe(true);
  });

  it('takes from the reply to a part only the phrases of that part', async () => {
    const { session, state, pass } = await beginFor(2_000, 20, {
      answer: ({ numbers }) =>
        numbers.includes(7)
          ? failure('refused', 'no')
          : success(JSON.stringify({ ...JSON.parse(replyOf(numbers)), 12: 'original 12', 1: 'original 1' })),
    });
    session.translateAgain(0, { inHalves: true });
    await pass(5_000);
    expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')).not.toHaveProperty('1');
  });
});

describe('a reply with a broken form', () => {
  const member = (number: number) => `"${number}": "PT ${number}"`;
  const object = (numbers: readonly number[], of = member) => `{${numbers.map(of).join(', ')}}`;
  const unread = (text: string): Answer => ({ ...failure('malformed', 'no JSON'), text });
  const refused = (text: string): Answer => ({ ...failure('refused', 'no'), text });
  const allBut7 = (numbers: readonly number[]) => object(numbers, (n) => (n === 7 ? '"7": ]' : member(n)));
  const begun = (numbers: readonly number[]) => object(numbers).slice(0, 100);

  it.each<[string, readonly string[], (numbers: readonly number[]) => Answer]>([
    ['a comma too many', ['1+20'], (numbers) => success(`{${numbers.map(member)},}`)],
    ['words in braces at the end', ['1+20'], (numbers) => success(`${object(numbers)} I kept {name}.`)],
    ['a note', ['1+20'], (numbers) => success(object([...numbers, 0]).replace('"0": ', '"note": '))],
    ['an object for each line', ['1+20'], (numbers) => success(numbers.map((n) => object([n])).join('\n'))],
    ['a broken text', ['1+20', '7+1'], (numbers) => success(allBut7(numbers))],
    ['no end', ['1+20', '8+13'], (numbers) => success(begun(numbers))],
    ['a comma too many, called a failure', ['1+20'], (numbers) => unread(`{${numbers.map(member)},}`)],
    ['a broken text, called a failure', ['1+20', '7+1'], (numbers) => unread(allBut7(numbers))],
    ['an end by a content filter', ['1+20', '8+13'], (numbers) => refused(begun(numbers))],
  ])('[D4.5] keeps the texts of a reply with %s, and does not ask for them again', async (_, asked, answer) => {
    const { state, requests } = await beginFor(60_000, 20, {
      answer: ({ numbers }, count) => (count === 1 ? answer(numbers) : success(replyOf(numbers))),
    });
    expect(requests.map(({ numbers }) => `${numbers[0]}+${numbers.length}`)).toEqual(asked);
    expect(requests.some(({ correction }) => correction)).toBe(false);
    expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')).toEqual(JSON.parse(replyOf(requests[0]?.numbers ?? [])));
    expect(resultsOf(state())[0]?.[0]).toBe('');
  });

  it('[D4.6] turns line breaks that the model wrote as the letters \\n into real ones, in a whole reply and in a part', async () => {
    const written = (numbers: readonly number[]) => object(numbers, (n) => `"${n}": "PT\\\\n${n}"`);
    const { session, state, pass } = createHarness({
      answer: ({ numbers }) => (numbers[0] === 21 ? cutOff : success)(written(numbers)),
    });
    session.openSource(sampleSrt(40).replaceAll('Фраза ', 'Фраза\n'), []);
    void session.translate();
    await pass(60_000);
    const texts = resultsOf(state()).flatMap((slot) => Object.values<string>(JSON.parse(slot?.[1] ?? '{}')));
    expect(texts).toEqual(Array.from({ length: 40 }, (_, at) => `PT\n${at + 1}`));
  });

  const split = (numbers: readonly number[]) => [...numbers, 21].map((n) => `"${n}": "PT ${n < 7 ? n : n - 1}"`);
  const halfOf7 = (numbers: readonly number[]) => numbers.map((n) => (n === 7 ? '"7": "PT", "7b": "7"' : member(n)));
  const merged = (numbers: readonly number[]) => numbers.slice(1).map((n) => `"${n - 1}": "PT ${n < 7 ? n - 1 : n}"`);

  it.each([
    [
      'one number too many, and a comma too many',
      (numbers: readonly number[]) => success(`{${split(numbers)},}`),
      ['20+', '20'],
    ],
    ['half a line under its own key', (numbers: readonly number[]) => success(`{${halfOf7(numbers)}}`), ['20+', '20']],
    [
      'one number too few, and spaces up to the length limit',
      (numbers: readonly number[]) => cutOff(`{${merged(numbers)}}\n\n`),
      ['20', '10', '10'],
    ],
  ])('[D4.5] gives no line another line’s text, nor half of its own, if a reply has %s', async (_, answer, asked) => {
    const { state, requests } = await beginFor(60_000, 20, {
      answer: ({ numbers }, count) => (count === 1 ? answer(numbers) : success(replyOf(numbers))),
    });
    const next = (at: number) => (requests[at + 1]?.correction ? '+' : '');
    expect(requests.map(({ numbers }, at) => `${numbers.length}${next(at)}`)).toEqual(asked);
    expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')).toEqual(JSON.parse(replyOf(requests[0]?.numbers ?? [])));
  });

  it('[D4.3] keeps the earlier answer if its corrective pass is cut off', async () => {
    const { state, requests } = await beginFor(60_000, 20, {
      answer: (_, count) => (count === 2 ? success('{"a": "b"}') : cutOff('Well')),
    });
    expect(requests.map(({ numbers, correction }) => [numbers.length, correction !== undefined])).toEqual([
      [20, false],
      [10, false],
      [10, true],
    ]);
    expect(resultsOf(state())[0]?.[1]).toBe('{"a": "b"}');
  });

  it.each<[string, (numbers: readonly number[]) => string]>([
    ['one number too many', (numbers) => `{${split(numbers)}}`.replace('"11": "PT 10"', '"11": "PT 11"')],
    ['half a line under its own key', (numbers) => `{${numbers.map((n) => `"${n}": "PT", "${n}b": "${n}"`)}}`],
  ])(
    '[D4.5] fails a batch if a part of it has %s even after correction, and keeps the other part',
    async (_, reply) => {
      const { state, requests } = await beginFor(60_000, 20, {
        answer: ({ numbers }, count) =>
          count === 1 ? cutOff(object(numbers.slice(0, 10)).slice(0, -1)) : success(reply(numbers)),
      });
      expect(requests.map(({ numbers, correction }) => [numbers.length, correction !== undefined])).toEqual([
        [20, false],
        [10, false],
        [10, true],
      ]);
      expect(resultsOf(state())[0]?.[0]).not.toBe('');
      expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')).toEqual(
        JSON.parse(object(requests[0]?.numbers.slice(0, 10) ?? [])),
      );
    },
  );

  it('[D7.6] does not blame the length limit if a thinking model ends each reply after one line for another reason', async () => {
    const { state, requests } = await beginFor(60_000, 60, {
      maxAtOnce: 1,
      answer: ({ numbers }) => ({
        ...unread(object(numbers.slice(0, 1)).slice(0, -1)),
        usage: { input: 100, output: 400, reasoning: 300 },
      }),
    });
    expect(requests).toHaveLength(9);
    expect(state().paused).toBeNull();
    expect(progress(state()).failed).toBe(3);
  });

  it('[D7.6] does not pause if a thinking model ends replies early for another reason than the length limit', async () => {
    const { state } = await beginFor(60_000, 60, {
      answer: ({ numbers }) =>
        numbers.includes(7)
          ? { ...unread(allBut7(numbers)), usage: { input: 100, output: 400, reasoning: 300 } }
          : success(replyOf(numbers)),
    });
    expect(state().paused).toBeNull();
    expect(resultsOf(state())[0]?.[0]).not.toBe('');
  });

  it('[D4.5] gives no line another line’s text if a reply that is cut off counts from 0', async () => {
    const shifted = (numbers: readonly number[]) => object(numbers.map((n) => n - 1)).slice(0, -30);
    const { state, requests } = await beginFor(60_000, 20, {
      answer: ({ numbers }, count) => (count === 1 ? cutOff(shifted(numbers)) : success(replyOf(numbers))),
    });
    expect(requests.map(({ numbers }) => numbers.length)).toEqual([20, 10, 10]);
    expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')).toEqual(JSON.parse(replyOf(requests[0]?.numbers ?? [])));
  });

  it('[D7.25] repeats a request by itself, up to twice, after a successful reply without text', async () => {
    let empty = 2;
    const { state, requests } = await beginFor(60_000, 60, {
      answer: ({ numbers }) =>
        numbers[0] === 21 && empty-- > 0
          ? failure('malformed', 'Unexpected response format')
          : success(replyOf(numbers)),
    });
    expect(requests.filter(({ numbers }) => numbers[0] === 21)).toHaveLength(3);
    expect(resultsOf(state())[1]?.[0]).toBe('');
  });

  it('[D7.25] does not ask again for refused parts after a successful reply without text', async () => {
    const { requests } = await beginFor(60_000, 20, {
      answer: ({ numbers }, count) => {
        if (count === 1) return cutOff('No.');
        if (numbers.includes(1)) return failure('refused');
        return count === 3 ? failure('malformed') : success(replyOf(numbers));
      },
    });
    expect(requests.map(({ numbers }) => `${numbers[0]}+${numbers.length}`)).toEqual([
      '1+20',
      '1+10',
      '11+10',
      '11+10',
    ]);
  });

  it('[D7.25] fails only the batch itself when three successful replies have no text', async () => {
    const empty = failure('malformed', 'Unexpected response format');
    const { state, requests } = await beginFor(600_000, 60, {
      answer: ({ numbers }) => (numbers[0] === 21 ? empty : success(replyOf(numbers))),
    });
    expect(requests.filter(({ numbers }) => numbers[0] === 21)).toHaveLength(3);
    expect(resultsOf(state()).map((slot) => slot?.[0])).toEqual(['', 'Unexpected response format', '']);
  });
});

it('[D4.13] combines two answers that each lack a different line, and asks for nothing again', async () => {
  const without = (numbers: readonly number[], gone: number) => replyOf(numbers.filter((number) => number !== gone));
  const { session, state, pass, requests } = begin(20, {
    answer: ({ numbers, correction }) => success(without(numbers, correction ? 6 : 5)),
  });
  await pass(5_000);
  expect(progress(state())).toMatchObject({ ok: 1, failed: 0 });
  expect(resultsOf(state())[0]).toEqual(['', expect.stringContaining('"5": "PT 5"')]);
  session.translateAgain('failed');
  await pass(5_000);
  expect(requests).toHaveLength(2);
});

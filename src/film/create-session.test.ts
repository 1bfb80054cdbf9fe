import { describe, expect, it, vi } from 'vitest';
import { batchesOf, factsOf } from '../../test/batches.ts';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import {
  begin,
  beginFor,
  createHarness,
  cutOff,
  failure,
  inMs,
  readAgain,
  replyOf,
  type SentRequest,
  success,
} from '../../test/session-harness.ts';
import { samplePhrases, sampleSrt } from '../../test/srt-sample.ts';
import { createWorkerClock } from '../clock/clock.ts';
import { resultsOf } from '../engine/batch.ts';
import { canShowBatch, isPending, madeWith, progress, stoppingAnswers } from '../engine/run-state.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { canDownload, canResume, canStop, EMPTY_WORK, isResultBehind, type Work } from './film.ts';
import { totalUsage } from './shown-facts.ts';

fakeTimersAndConsole();

const statuses = ({ batches }: Work) => batches.map(({ state }) => state);

/** A translated film of two batches. */
const finished = (): Work => ({
  ...EMPTY_WORK,
  phrases: samplePhrases(40),
  batches: batchesOf([1, 21].map((first) => ['', replyOf(Array.from({ length: 20 }, (_, index) => first + index))])),
});

it.each(['close', 'open another'] as const)(
  'validates a batch whose JSON a person has broken when the batch is left: %s',
  async (how) => {
    const { session, state } = await beginFor(5_000, 40);
    session.showBatch(0);
    session.edit(0, '{"1": "only"');
    if (how === 'close') session.showBatch(null);
    else session.showBatch(1);
    expect(resultsOf(state())[0]?.[0]).toContain('Failed to parse JSON');
    expect(state().error).toBe('');
  },
);

it('assembles the result of an opened project file from its batches', async () => {
  const { session, state } = await beginFor(5_000, 40);
  session.showBatch(0);
  session.edit(0, (resultsOf(state())[0]?.[1] ?? '').replaceAll('PT', 'mended'));
  const opened = createHarness();
  void opened.session.replace({ ...state(), shownBatch: null });
  await opened.pass(0);
  expect(opened.state().translated).toContain('mended 7');
});

describe('a run of a whole film', () => {
  it('[S4.2] translates every batch and assembles a result with the same numbers and times', async () => {
    const { session, state, pass, requests } = await beginFor(0, 129);
    expect(resultsOf(state())).toHaveLength(7);
    await pass(5_000);
    expect(statuses(state())).toEqual(Array(7).fill('ok'));
    expect(requests).toHaveLength(7);
    const parsed = parseSrt(state().translated);
    expect(parsed.ok && parsed.value.phrases).toEqual(
      samplePhrases(129).map(({ number, time }) => ({ number, time, text: `PT ${number}` })),
    );
    expect(canDownload(state())).toBe(true);
    expect(totalUsage(state())).toEqual({ input: 700, output: 280, reasoning: 0 });
    session.dispose();
  });

  it('[S3.3] sends the previous batch as context, and starts with the lowest batch', async () => {
    const { requests } = await beginFor(10_000, 45, { maxAtOnce: 1 });
    expect(requests.map(({ numbers }) => numbers[0])).toEqual([1, 21, 41]);
    expect(requests.map(({ contextNumbers }) => contextNumbers.at(-1))).toEqual([undefined, 20, 40]);
  });

  it('[D6.4] starts one run after two clicks on Translate', async () => {
    const { session, requests, pass } = begin(40);
    await session.translate();
    await pass(5_000);
    expect(requests).toHaveLength(2);
  });

  it('translates a text that is typed while Translate is pressed', async () => {
    const { session, state, pass } = createHarness();
    session.openSource(sampleSrt(20), []);
    void session.translate();
    session.edit('original', sampleSrt(21));
    await pass(0);
    expect(state().phrases).toHaveLength(21);
  });

  it('starts no run if the session ends while Translate is pressed', async () => {
    const { session, state, pass, requests } = createHarness();
    session.openSource(sampleSrt(20), []);
    const translating = session.translate();
    session.dispose();
    await translating;
    await pass(5_000);
    expect({ results: resultsOf(state()), requests }).toEqual({ results: [], requests: [] });
  });

  it('[S4.1] reports an original that cannot be parsed, and makes no batch', async () => {
    const harness = createHarness();
    harness.session.openSource('one\n00:00:01,000 --> 00:00:02,000\ntext', []);
    await harness.session.translate();
    expect(harness.state().error).toContain("Invalid input format: one couldn't be parsed as number");
    expect(resultsOf(harness.state())).toEqual([]);
  });

  it('[S2.2] does not change the original once batches exist', async () => {
    const { session, state } = await beginFor(0, 20);
    session.edit('original', 'other');
    session.clear('original');
    session.openSource('other', []);
    expect(state().sourceText).toBe(sampleSrt(20));
  });
});

describe('the corrective pass', () => {
  const broken = (numbers: readonly number[]) => replyOf(numbers.slice(1));

  it('[S4.9] asks once for a correction, with the answer and all differences, and reports nothing when the correction succeeds', async () => {
    const { requests, state } = await beginFor(5_000, 20, {
      answer: ({ numbers, correction }) => success(correction ? replyOf(numbers) : broken(numbers)),
    });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.correction?.answer).toBe(broken(samplePhrases(20).map(({ number }) => number)));
    expect(requests[1]?.correction?.errors).toEqual([
      'Translated object keys should be a range from 1 to 20.',
      'Missing: 1.',
    ]);
    expect(statuses(state())).toEqual(['ok']);
    expect(factsOf(state())[0]?.correction?.errors).toHaveLength(2);
  });

  it('[S3.2][S4.9][S5.11] reports the first error with the latest output if differences remain after the correction', async () => {
    const { requests, state } = await beginFor(5_000, 20, { answer: ({ numbers }) => success(broken(numbers)) });
    expect(requests).toHaveLength(2);
    expect(resultsOf(state())[0]?.[0]).toMatch(/^Translated object keys/);
    expect(resultsOf(state())[0]?.[1]).toContain('PT 2');
    expect(factsOf(state())[0]?.failure).toBe('differences');
  });

  it('[D4.3][S4.10] keeps the first answer when the corrective call fails', async () => {
    const { state } = await beginFor(5_000, 20, {
      answer: ({ numbers, correction }) => (correction ? failure('refused', 'no') : success(broken(numbers))),
    });
    expect(resultsOf(state())[0]).toEqual(['no', broken(samplePhrases(20).map(({ number }) => number))]);
  });
});

describe('requests that are refused for pace', () => {
  it('[D7.1] puts a batch back into the queue after a refusal for pace, and does not count the refusal as a failure', async () => {
    let refusals = 0;
    const answered: number[] = [];
    const { state, pass } = begin(400, {
      answer: ({ numbers, at }) => {
        if (answered.filter((since) => at - since < 1_000).length >= 4) {
          refusals++;
          return inMs(100, failure('rate-limit'));
        }
        answered.push(at);
        return success(replyOf(numbers));
      },
    });
    await pass(120_000);
    expect(refusals).toBeGreaterThan(0);
    expect(progress(state())).toMatchObject({ ok: 20, failed: 0 });
  });
});

/** Failures of a valid key whose requests the provider does not serve. */
const NOT_SERVED = ['not-permitted', 'no-browser-access', 'website-blocked', 'region'] as const;

describe('failures of batches', () => {
  it('[S4.10] fails only the batch itself, with the provider’s words and the received text', async () => {
    const { state } = await beginFor(5_000, 60, {
      answer: ({ numbers }) =>
        numbers[0] === 21 ? failure('refused', 'I cannot translate that') : success(replyOf(numbers)),
    });
    expect(statuses(state())).toEqual(['ok', 'failed', 'ok']);
    expect(resultsOf(state())[1]?.[0]).toBe('I cannot translate that');
  });

  it.each(['bad-key', 'missing-key', 'model-not-found', 'no-memory', 'quota', ...NOT_SERVED] as const)(
    '[D7.2] pauses the run with one message after a failure of kind %s; Resume continues and keeps finished batches',
    async (kind) => {
      let mended = false;
      const { session, requests, state, pass } = await beginFor(60_000, 200, {
        answer: ({ numbers }) =>
          inMs(200, mended || numbers[0] === 1 ? success(replyOf(numbers)) : failure(kind, 'the one message')),
      });
      expect(state().paused).toEqual({ reason: 'failure', kind, message: 'the one message' });
      expect(state().error).toBe('the one message');
      expect(progress(state())).toMatchObject({ ok: 1, failed: 0, loading: 0, waiting: 9 });
      const spent = requests.length;
      await pass(600_000);
      expect(requests).toHaveLength(spent);
      mended = true;
      session.resume();
      await pass(60_000);
      expect(progress(state()).ok).toBe(10);
      expect(state().error).toBe('');
      expect(requests.filter(({ numbers }) => numbers[0] === 1)).toHaveLength(1);
    },
  );

  it('pauses the run if a part of the page’s code cannot be loaded', async () => {
    const { state, pass } = begin(40, {
      answer: () => {
        throw Object.assign(new Error('Loading chunk 416 failed.'), { name: 'ChunkLoadError' });
      },
    });
    await pass(5_000);
    expect(state().paused).toEqual({ reason: 'failure', kind: 'chunk', message: 'Loading chunk 416 failed.' });
    expect(progress(state())).toMatchObject({ failed: 0, waiting: 2 });
  });
});

describe('replies that are cut off by the length limit', () => {
  it('[D7.6] halves a batch until its replies fit the length limit, and joins the parts', async () => {
    const { requests, state } = await beginFor(30_000, 20, {
      answer: ({ numbers }) =>
        numbers.length > 5 ? cutOff('{"x": "no phrase of the film"') : success(replyOf(numbers)),
    });
    expect(requests.map(({ numbers }) => numbers.length)).toEqual([20, 10, 5, 5, 5, 5]);
    expect(statuses(state())).toEqual(['ok']);
    expect(factsOf(state())[0]?.inParts).toBe(true);
    expect(Object.keys(JSON.parse(resultsOf(state())[0]?.[1] ?? ''))).toHaveLength(20);
  });

  it('[D7.6] halves requests that are larger than the model accepts, and continues the run', async () => {
    const { requests, state } = await beginFor(30_000, 100, {
      answer: ({ numbers }) =>
        numbers.length > 5 ? failure('too-large', 'too many tokens') : success(replyOf(numbers)),
    });
    expect(statuses(state())).toEqual(Array(5).fill('ok'));
    expect(state().paused).toBeNull();
    expect(requests.filter(({ numbers }) => numbers.every((number) => number <= 20))).toHaveLength(6);
  });

  it('[D7.6] fails a batch if even the reply to a single phrase is cut off', async () => {
    const { state } = await beginFor(60_000, 20, { answer: () => failure('too-large', 'too many tokens') });
    expect(resultsOf(state())[0]?.[0]).toBe('too many tokens');
    expect(factsOf(state())[0]?.failure).toBe('too-large');
  });

  it('[D4.3] keeps all received texts if the reply to a single phrase is cut off', async () => {
    const { state } = await beginFor(60_000, 20, {
      answer: ({ numbers }) => cutOff(replyOf(numbers.filter((number) => number < 20))),
    });
    expect(resultsOf(state())[0]?.[0]).toBe('The reply was cut off by the length limit.');
    expect(Object.keys(JSON.parse(resultsOf(state())[0]?.[1] ?? ''))).toHaveLength(19);
  });
});

describe('Stop, Resume and Restart', () => {
  const slowly = ({ numbers }: SentRequest) => inMs(numbers[0] === 1 ? 500 : 5_000, success(replyOf(numbers)));

  it('[D6.3] accepts the answers under way after Stop, sends nothing more, and pays nothing twice after Resume', async () => {
    const { session, requests, state, pass } = await beginFor(1_000, 200, { answer: slowly, maxAtOnce: 4 });
    session.stop();
    expect(stoppingAnswers(state())).toBe(4);
    expect(canStop(state())).toBe(false);
    expect(canResume(state())).toBe(true);
    const sent = requests.length;
    session.stop();
    await pass(60_000);
    expect(requests).toHaveLength(sent);
    expect(requests.filter(({ signal }) => signal.aborted)).toEqual([]);
    expect(progress(state())).toMatchObject({ ok: 5, loading: 0, waiting: 5 });
    expect(state().paused).toEqual({ reason: 'person' });
    expect(isPending(state())).toBe(false);
    expect(stoppingAnswers(state())).toBe(0);
    session.resume();
    await pass(60_000);
    expect(progress(state()).ok).toBe(10);
    expect(requests).toHaveLength(10);
  });

  it('[D6.3] continues at once at Resume while the run is stopping, and asks for nothing twice', async () => {
    const { session, requests, state, pass } = await beginFor(1_000, 100, { answer: slowly, maxAtOnce: 2 });
    session.stop();
    await pass(100);
    session.resume();
    expect(stoppingAnswers(state())).toBe(0);
    await pass(60_000);
    expect({ ok: progress(state()).ok, requests: requests.length }).toEqual({ ok: 5, requests: 5 });
  });

  it.each([failure('server', '503'), failure('rate-limit'), failure('connection')])(
    '[D6.3] puts a batch back into the queue if it fails while the run is stopping: %j',
    async (outcome) => {
      const { session, requests, state, pass } = await beginFor(500, 60, { answer: () => ({ outcome }) });
      session.stop();
      const sent = requests.length;
      await pass(10 * 60_000);
      expect(requests.length).toEqual(sent);
      expect(progress(state()).waiting).toBe(3);
      expect(state().paused?.reason).toBe('person');
    },
  );

  it('[D6.3] sends only the batch that a person asks for after Stop, and aborts all requests at Stop now', async () => {
    const { session, requests, state, pass } = await beginFor(1_000, 100, { answer: slowly, maxAtOnce: 3 });
    session.stop();
    session.translateAgain(0);
    await pass(3_600);
    expect(stoppingAnswers(state())).toBe(3);
    expect(canStop(state())).toBe(true);
    session.stop({ now: true });
    await pass(60_000);
    expect(stoppingAnswers(state())).toBe(0);
    expect(requests.filter(({ signal }) => signal.aborted)).toHaveLength(requests.length - 1);
    expect(progress(state())).toMatchObject({ ok: 0, loading: 0, waiting: 5 });
  });

  it('[S4.7] aborts everything at Restart, and ignores a late answer', async () => {
    const { session, requests, inFlight, state, pass } = await beginFor(500, 40, { answersLate: true });
    session.clear('all');
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(inFlight.now, 'answers that are still to come').toBe(2);
    await pass(5_000);
    expect(inFlight.now).toBe(0);
    expect(state()).toEqual({ ...EMPTY_WORK, past: [expect.anything()] });
  });

  it('does not use a late answer from before Restart for the next film', async () => {
    const { session, requests, state, pass } = await beginFor(500, 20, {
      answersLate: true,
      answer: ({ numbers }, count) =>
        inMs(count === 1 ? 5_000 : 1_000, success(replyOf(numbers).replaceAll('PT', `PT${count}`))),
    });
    session.clear('all');
    session.openSource(sampleSrt(20), []);
    await session.translate();
    await pass(10_000);
    expect(requests).toHaveLength(2);
    expect(state().translated).toContain('PT2 1\n');
  });

  it('does not count requests from before Restart in the next run', async () => {
    const { session, inFlight, state, pass } = await beginFor(500, 100, { maxAtOnce: 2 });
    session.clear('all');
    session.openSource(sampleSrt(100), []);
    await session.translate();
    await pass(20_000);
    expect(inFlight.most).toBe(2);
    expect(progress(state()).ok).toBe(5);
  });

  it('stops a single batch that is being translated', async () => {
    const { session, state, pass } = await beginFor(2_000, 40, {
      answer: ({ numbers }) => inMs(numbers[0] === 1 ? 600_000 : 500, success(replyOf(numbers))),
    });
    session.stop({ batch: 0 });
    expect(resultsOf(state())[0]).toEqual(['Request was aborted.', '']);
    await pass(5_000);
    expect(statuses(state())).toEqual(['failed', 'ok']);
  });

  it('[D6.4] sends the batch first that a person asks for, even in a paused run', async () => {
    const { session, requests, state, pass } = await beginFor(1_500, 100, { maxAtOnce: 1 });
    session.stop();
    session.translateAgain(0);
    await pass(10_000);
    expect(requests.map(({ numbers }) => numbers[0])).toEqual([1, 21, 1]);
    expect(progress(state())).toMatchObject({ ok: 2, waiting: 3 });
  });

  it('[D6.3] holds at Stop the batches that a person asked for', async () => {
    const { session, requests, state, pass } = await beginFor(5_000, 60, { maxAtOnce: 1 });
    session.translateAgain(0);
    session.translateAgain(2);
    await pass(500);
    session.stop();
    await pass(10_000);
    expect(requests.map(({ numbers }) => numbers[0])).toEqual([1, 21, 41, 1]);
    expect(progress(state())).toMatchObject({ ok: 2, waiting: 1 });
    session.resume();
    await pass(10_000);
    expect(progress(state()).ok).toBe(3);
  });

  it.each([
    null,
    { reason: 'person' as const },
    { reason: 'failure' as const, kind: 'quota' as const, message: 'used up' },
  ])(
    'sends one request and shows the error if the key is bad and a person asks for a batch in a run that is paused: %j',
    async (paused) => {
      const { session, requests, state, pass } = createHarness({
        initial: { ...finished(), paused },
        answer: () => failure('bad-key', 'Wrong key.'),
      });
      session.translateAgain(0);
      await pass(60_000);
      expect(requests).toHaveLength(1);
      expect(state()).toMatchObject({ paused: { kind: 'bad-key', message: 'Wrong key.' }, error: 'Wrong key.' });
      expect(progress(state())).toMatchObject({ ok: 1, waiting: 1 });
    },
  );

  it.each([
    ['fails', () => failure('bad-request'), ['A']],
    ['contains nothing usable', () => success('I cannot.'), ['A']],
    ['is cut off before any text', () => cutOff('{"3'), ['A']],
    ['contains the rest', (numbers: readonly number[]) => success(replyOf(numbers)), ['A', 'B']],
  ])('[D11.5] records which models made a batch if the answer to its second call %s', async (_, second, makers) => {
    let id = 'A';
    const { state, pass, requests } = begin(20, {
      madeWith: () => ({ prompt: 'p', model: { endpoint: 'openai', id } }),
      answer: ({ numbers }, count) => {
        if (count > 1) return second(numbers);
        const toB = () => {
          id = 'B';
        };
        return { outcome: cutOff('{"1":"PT 1","2":"PT 2","3":"PT'), onArrival: toB };
      },
    });
    await pass(60_000);
    expect(requests.length).toBeGreaterThan(1);
    expect(madeWith(state(), 0)?.model.id).toEqual(makers.at(-1));
    expect(state().provenances.map((provenance) => provenance?.model.id)).toEqual(makers);
  });

  it.each([
    ['an object around the texts', (numbers: readonly number[]) => success(`{"translations": ${replyOf(numbers)}}`)],
    [
      'a part before a quota error, after a time-out',
      (numbers: readonly number[], count: number) =>
        count === 1 ? failure('timeout') : { ...failure('quota'), text: replyOf(numbers.slice(0, 7)).slice(0, -1) },
    ],
  ])('[D11.5] records prompt and model of a batch after a reply with %s', async (_, answer) => {
    const { state } = await beginFor(60_000, 20, {
      madeWith: () => ({ prompt: 'p', model: { endpoint: 'openai', id: 'A' } }),
      answer: ({ numbers }, count) => answer(numbers, count),
    });
    expect(JSON.stringify([resultsOf(state()), factsOf(state())])).toContain('PT 7');
    expect(state().provenances).toHaveLength(1);
  });

  it('[D4.5] keeps the usable texts of a reply with an additional object around them, and asks only for the empty line', async () => {
    const wrapped = ({ numbers }: SentRequest) =>
      success(`{"translations": ${replyOf(numbers).replace('"PT 7"', '""')}}`);
    const { session, state, requests, pass } = await beginFor(60_000, 20, { answer: wrapped });
    expect(Object.keys(JSON.parse(resultsOf(state())[0]?.[1] ?? ''))).toHaveLength(20);
    session.translateAgain(0);
    await pass(5_000);
    expect(requests.map(({ numbers }) => numbers.length).slice(0, 3)).toEqual([20, 20, 1]);
  });

  it('continues all batches at Resume after a batch that was sent again failed', async () => {
    const { session, state, pass } = await beginFor(1_500, 60, {
      maxAtOnce: 1,
      answer: ({ numbers }, count) => (count === 3 ? failure('bad-key') : success(replyOf(numbers))),
    });
    session.translateAgain(0);
    await pass(3_000);
    expect(state().paused?.reason).toBe('failure');
    session.resume();
    await pass(9_000);
    expect(progress(state()).ok).toBe(3);
  });

  describe('[D11.5] a first batch that is translated alone and fails', () => {
    const held = async (initial?: (state: Work) => Work) => {
      let problem: ReturnType<typeof failure> | undefined = failure('bad-key', 'Wrong key.');
      const answer = ({ numbers }: SentRequest) => problem ?? success(replyOf(numbers));
      let page = createHarness({ answer });
      page.session.openSource(sampleSrt(100), []);
      await page.session.translate({ only: 'first-batch' });
      await page.pass(3_000);
      const begun = page.requests.length;
      expect(begun).toBe(1);
      expect(page.state().paused).toEqual(expect.objectContaining({ kind: 'bad-key' }));
      if (initial) {
        page.session.dispose();
        page = createHarness({ answer, initial: initial(page.state()) });
      }
      return {
        ...page,
        sent: () => page.requests.slice(initial ? 0 : begun).map(({ numbers }) => numbers[0]),
        mend: () => {
          problem = undefined;
        },
      };
    };

    it('sends only the first batch at each Resume until it succeeds, and then stops the run', async () => {
      const { session, state, pass, sent, mend } = await held();
      session.resume();
      await pass(30_000);
      expect(sent()).toEqual([1]);
      mend();
      session.resume();
      await pass(30_000);
      expect(sent()).toEqual([1, 1]);
      expect(state().paused).toEqual({ reason: 'person' });
      expect(state().error).toBe('');
      expect(progress(state())).toMatchObject({ ok: 1, waiting: 4 });
      session.resume();
      await pass(30_000);
      expect(progress(state()).ok).toBe(5);
    });

    it.each([
      ['server', [1, 1]],
      ['connection', [1, 1]],
      // After a time-out the batch is asked for in halves.
      ['timeout', [1, 1, 11]],
    ] as const)('sends only the first batch at Resume after a failure of network or server: %s', async (kind, sent) => {
      const { session, requests, pass, state } = createHarness({
        answer: ({ numbers }, count) => (count === 1 ? failure(kind) : success(replyOf(numbers))),
      });
      session.openSource(sampleSrt(100), []);
      await session.translate({ only: 'first-batch' });
      await pass(1_500);
      expect(state().paused).toEqual({ reason: 'person' });
      expect(requests.length).toBe(1);
      session.resume();
      await pass(30_000);
      expect(requests.map(({ numbers }) => numbers[0])).toEqual(sent);
    });

    it('translates the other batches in the end if the first batch fails each time', async () => {
      const { session, requests, pass, state } = createHarness({
        answer: ({ numbers }) => (numbers.includes(1) ? failure('server') : success(replyOf(numbers))),
      });
      session.openSource(sampleSrt(100), []);
      await session.translate({ only: 'first-batch' });
      await pass(60_000);
      const seen: unknown[] = [];
      for (let times = 0; times < 6; times++) {
        seen.push([state().paused?.reason, resultsOf(state())[0]?.[0], progress(state()).ok, requests.length]);
        session.resume();
        await pass(60_000);
      }
      expect(progress(state()).ok, JSON.stringify(seen)).toBe(4);
    });

    it('sends only the first batch at Resume, even after a reload', async () => {
      const { session, state, pass, sent, mend } = await held(readAgain);
      mend();
      session.resume();
      await pass(30_000);
      expect({ sent: sent(), paused: state().paused }).toEqual({ sent: [1], paused: { reason: 'person' } });
    });
  });

  it('[S4.2] continues the run by itself after a reload, unless it was stopped', async () => {
    const first = begin(60, { maxAtOnce: 1 });
    await first.pass(1_500);
    first.session.dispose();
    const stored = first.state();
    const second = createHarness({ initial: stored });
    await second.pass(10_000);
    expect(progress(second.state()).ok).toBe(3);
    expect(second.requests).toHaveLength(2);
    const third = createHarness({ initial: { ...stored, paused: { reason: 'person' } } });
    await third.pass(10_000);
    expect(third.requests).toHaveLength(0);
  });
});

describe('offline and asleep', () => {
  it('[D7.7] sends nothing and fails nothing while offline, and continues by itself when online', async () => {
    let online = true;
    const { state, pass, setOnline, requests } = begin(40, {
      answer: ({ numbers }) => (online ? failure('connection') : success(replyOf(numbers))),
    });
    online = false;
    setOnline(false);
    await pass(10_000);
    expect(state().paused).toEqual({ reason: 'offline' });
    const sent = requests.length;
    await pass(600_000);
    expect(requests).toHaveLength(sent);
    expect(progress(state())).toMatchObject({ failed: 0, loading: 0 });
    setOnline(true);
    await pass(10_000);
    expect(progress(state()).ok).toBe(2);
  });

  it('[D7.7] starts a request again that got no answer because the computer slept', async () => {
    const { state, pass, requests } = await beginFor(2_000, 20, {
      answer: ({ numbers }, count) => inMs(count === 1 ? 1e9 : 500, success(replyOf(numbers))),
    });
    vi.setSystemTime(Date.now() + 3_600_000);
    await pass(6_000);
    expect(requests).toHaveLength(2);
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(progress(state()).ok).toBe(1);
  });

  describe('[D7.8] a change of the computer’s clock', () => {
    const HOUR_MS = 3_600_000;
    /** The page's own clock without its worker. */
    const pageClock = () =>
      createWorkerClock(() => {
        throw new Error('no worker');
      });

    it('neither aborts nor repeats requests when the clock is set forward by a minute', async () => {
      const { state, pass, requests } = begin(100, {
        clock: pageClock(),
        answer: ({ numbers }) => inMs(20_000, success(replyOf(numbers))),
      });
      await pass(2_000);
      vi.setSystemTime(Date.now() + 60_000);
      await pass(40_000);
      expect(progress(state()).ok).toBe(5);
      expect(requests).toHaveLength(5);
    });

    it('repeats a request after a minute if the clock was set forward and no answer comes', async () => {
      const { state, pass } = begin(20, {
        clock: pageClock(),
        answer: ({ numbers }, count) => inMs(count === 1 ? 1e9 : 500, success(replyOf(numbers))),
      });
      await pass(2_000);
      vi.setSystemTime(Date.now() + 60_000);
      await pass(70_000);
      expect(progress(state()).ok).toBe(1);
    });

    it.each([
      ['a batch that failed', 40, 1],
      ['an outage', 400, 4],
    ])('retries in the usual time although the clock was set back by an hour: %s', async (_, phrases, failing) => {
      const { state, pass } = begin(phrases, {
        clock: pageClock(),
        answer: ({ numbers }, count) =>
          count <= failing ? inMs(100, failure('server', '503')) : success(replyOf(numbers)),
      });
      await pass(500);
      vi.setSystemTime(Date.now() - HOUR_MS);
      await pass(60_000);
      expect(progress(state()).ok).toBe(phrases / 20);
    });

    it('waits at most five minutes for a planned retry if the clock was set back by an hour while the page was closed', async () => {
      const first = begin(40, {
        answer: ({ numbers }, count) => (count === 1 ? inMs(100, failure('server', '503')) : success(replyOf(numbers))),
      });
      await first.pass(1_500);
      first.session.dispose();
      vi.setSystemTime(Date.now() - HOUR_MS);
      const second = createHarness({ initial: first.state(), clock: pageClock() });
      await second.pass(301_000);
      expect(progress(second.state()).ok).toBe(2);
    });
  });

  it('sends nothing twice after a jump of the clock as long as answers still arrive', async () => {
    const { state, pass, requests } = await beginFor(1_500, 100, {
      answer: ({ numbers }, count) => inMs(2_000 + count * 2_500, success(replyOf(numbers))),
    });
    vi.setSystemTime(Date.now() + 30_000);
    await pass(20_000);
    expect(requests).toHaveLength(5);
    expect(progress(state()).ok).toBe(5);
  });
});

describe('review of batches', () => {
  async function finished() {
    const harness = begin(40);
    await harness.pass(5_000);
    return harness;
  }

  it('opens only finished batches', async () => {
    const { session, state } = await beginFor(1_500, 40, { maxAtOnce: 1 });
    session.showBatch(1);
    expect(state().shownBatch).toBeNull();
    expect(canShowBatch(state(), 0)).toBe(true);
    session.showBatch(0);
    expect(state().shownBatch).toBe(0);
    session.edit(0, 'typed while pending');
    expect(resultsOf(state())[0]?.[1]).not.toContain('typed');
  });

  it('[S4.5] keeps the error of a batch when its output is edited, and sets or removes the error at Validate', async () => {
    const { session, state } = await finished();
    session.edit(0, '{"1": "only one"}');
    expect(resultsOf(state())[0]?.[0]).toBe('');
    session.reviewOutput(0, 'validate');
    expect(resultsOf(state())[0]?.[0]).toMatch(/^Translated object keys should be a range from 1 to 20\./);
    session.reviewOutput(0, 'fill');
    expect(resultsOf(state())[0]?.[0]).toBe('');
    expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')).toMatchObject({ 1: 'only one', 2: 'Фраза 2' });
  });

  it('[S4.6] does not change an output that is not JSON at Format', async () => {
    const { session, state } = await finished();
    session.edit(0, '{"1": "only one"');
    session.reviewOutput(0, 'format');
    expect(resultsOf(state())[0]?.[1]).toBe('{"1": "only one"');
    session.edit(0, '{"1": "only one"}');
    session.reviewOutput(0, 'format');
    expect(resultsOf(state())[0]?.[1]).toBe('{\n    "1": "only one"\n}');
  });

  it('[S4.3] assembles an edited batch again at Close, unless the result has a person’s own text', async () => {
    const { session, state } = await finished();
    const edit = (text: string) =>
      session.edit(0, (resultsOf(state())[0]?.[1] ?? '').replace(/"PT 1"|"first[^"]*"/, `"${text}"`));
    session.showBatch(0);
    edit('first');
    session.showBatch(null);
    await session.writeResult();
    expect(state().translated).toContain('\nfirst\n');
    session.edit('result', `${state().translated}\nby hand`);
    await session.writeResult();
    edit('first again');
    session.showBatch(null);
    expect(state().translated).toContain('by hand');
    await session.writeResult();
    expect(isResultBehind(state())).toBe(true);
    await session.writeResult({ again: true });
    expect(state().translated).toContain('\nfirst again\n');
    expect(state().ownResult).toBe(null);
  });

  it('[S4.4] empties the result at Clear, and writes it again at Result', async () => {
    const { session, state, pass } = await finished();
    session.clear('result');
    await pass(5_000);
    expect(state().translated).toBe('');
    await session.writeResult({ again: true });
    expect(state().translated).toContain('PT 40');
  });

  it('[S4.8] reports the error if the result cannot be assembled', async () => {
    const { session, state } = await finished();
    session.edit(0, 'not JSON');
    session.showBatch(null);
    await session.writeResult();
    expect(state().error).not.toBe('');
    expect(state().translated).toContain('PT 1');
  });
});

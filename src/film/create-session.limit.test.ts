import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import {
  begin,
  beginFor,
  createHarness,
  cutOff,
  failure,
  type HarnessOptions,
  inMs,
  replyOf,
  type SentRequest,
  success,
} from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import type { PricingContext } from '../engine/job.ts';
import { estimateCall } from '../prices/estimate.ts';
import { costOf, NO_TOKENS, type Price, type Tokens } from '../prices/price.ts';
import type { FailureKind } from '../providers/failure-kinds.ts';
import type { TranslateOutcome } from '../providers/provider.ts';
import { allOk, canResume, type Work } from './film.ts';
import { planSuggestions } from './plan-suggestions.ts';

beforeEach(() => void vi.useFakeTimers());

const PRICE: Price = { input: 2.5, output: 10 };
const HOUR_MS = 60 * 60_000;

/** The settings about money. The session reads them again for each call. */
const createPricing = (money: Partial<PricingContext> = {}): PricingContext & { stopAt: number | null } => ({
  prompt: 'Translate into Portuguese.',
  model: { endpoint: 'openai', id: 'gpt-4o' },
  own: {},
  stopAt: null,
  ...money,
});

/** The tokens that are expected of a call, without thinking. */
function expectedOf(
  { numbers, contextNumbers, correction }: SentRequest,
  { phrases }: Work,
  money: PricingContext,
): Tokens {
  const of = (wanted: readonly number[]) => phrases.filter(({ number }) => wanted.includes(number));
  const facts = { phrases: of(numbers), context: of(contextNumbers), ...(correction && { correction }) };
  return estimateCall({ ...facts, prompt: money.prompt }, money.model);
}

const answered = (text: string, usage: Tokens): TranslateOutcome => ({
  ...success(text),
  usage: { ...usage, reasoning: 0 },
});

/** Starts a film in which each call needs exactly these tokens. */
function beginAt(count: number, money: PricingContext, usage: Tokens, options: HarnessOptions = {}) {
  const answer: HarnessOptions['answer'] = ({ numbers }) => answered(replyOf(numbers), usage);
  return begin(count, { readPricing: () => money, answer, ...options });
}

/** The cost of a call with 1,000 tokens in and 500 out, in dollars. */
const USAGE = { input: 1_000, output: 500 };
const CALL = costOf(USAGE, PRICE);

test('names the provider whose rate limit the run is waiting for', async () => {
  const { state } = await beginFor(1_000, 40, {
    readPricing: () => createPricing(),
    answer: () => inMs(100, failure('rate-limit', 'Slow down', 20_000)),
  });
  expect(state().pace?.endpoint).toBe(createPricing().model.endpoint);
});

describe('the spending on a film', () => {
  test('[D9.2] records what calls cost by model and price, including corrections and retries', async () => {
    const { pass, state } = beginAt(65, createPricing(), USAGE);
    await pass(HOUR_MS);
    expect(allOk(state())).toBe(true);
    const { spent } = state();
    expect(spent).toMatchObject([
      { model: { endpoint: 'openai', id: 'gpt-4o' }, price: PRICE, reported: { input: 4_000, output: 2_000 } },
    ]);
    expect(spent[0]?.unreported).toEqual({ input: 0, output: 0 });
  });

  test('keeps the spending of a film over Translate again, and restores it with Undo after Restart', async () => {
    const { pass, state, session } = beginAt(20, createPricing(), USAGE);
    await pass(HOUR_MS);
    session.translateAgain(0);
    await pass(HOUR_MS);
    const { spent } = state();
    expect(spent[0]?.reported).toEqual({ input: 2_000, output: 1_000 });
    session.clear('all');
    expect(state().spent).toEqual([]);
    session.undo();
    expect(state().spent).toEqual(spent);
  });

  test('[D18.6] keeps what was spent on a film of a series over Restart, Clear and another file, and counts once what Undo brings back', async () => {
    const { pass, state, session } = beginAt(20, createPricing(), USAGE);
    await session.nameFilm('A');
    await pass(HOUR_MS);
    const { spent } = state();
    session.clear('all');
    expect(state().spent).toEqual(spent);
    session.undo();
    expect(state().spent).toEqual(spent);
    session.redo();
    session.openSource(sampleSrt(41), []);
    void session.translate();
    await pass(HOUR_MS);
    expect(state().spent[0]?.reported).toEqual({ input: 4_000, output: 2_000 });
    session.clear('all');
    session.clear('original');
    session.undo();
    session.undo();
    expect(state().spent[0]?.reported).toEqual({ input: 4_000, output: 2_000 });
  });

  test('[D18.6] counts the earlier cost of a project that is opened in a series', async () => {
    const { pass, state, session } = beginAt(20, createPricing(), USAGE);
    await pass(HOUR_MS);
    const project = state();
    session.clear('all');
    await session.nameFilm('A');
    expect(state().spent).toEqual([]);
    await session.replace(project);
    expect(state().spent).toEqual(project.spent);
    session.undo();
    expect(state().spent).toEqual(project.spent);
  });

  test.each<[kind: FailureKind, isCounted: boolean]>([
    // Nothing shows that the call has reached the provider.
    ['connection', false],
    ['timeout', true],
    ['malformed', true],
    ['cut-off', true],
    ['rate-limit', false],
    ['server', false],
    ['bad-request', false],
    ['bad-key', false],
  ])('estimates the cost of a call that failed with "%s" without reporting tokens: %s', async (kind, isCounted) => {
    const { state } = await beginFor(1_000, 20, {
      readPricing: () => createPricing(),
      answer: ({ numbers }, count) => (count === 1 ? failure(kind) : answered(replyOf(numbers), USAGE)),
    });
    expect((state().spent[0]?.unreported.input ?? 0) > 0).toBe(isCounted);
  });

  test.each(['server', 'refused', 'quota'] as const)(
    'estimates the cost of a call that failed with "%s" after a part of its reply',
    async (kind) => {
      const part = { ...failure(kind), text: replyOf([1, 2, 3, 4, 5, 6, 7]).slice(0, -1) };
      const { state } = await beginFor(5_000, 20, {
        readPricing: () => createPricing(),
        answer: ({ numbers }, count) => (count === 1 ? part : answered(replyOf(numbers), USAGE)),
      });
      expect(state().spent[0]?.unreported.input).toBeGreaterThan(0);
    },
  );

  test('estimates the cost of a call whose reply broke off', async () => {
    const broken = { ...failure('server'), failure: { kind: 'server', message: 'broke off', status: 200 } } as const;
    const { state } = await beginFor(10_000, 20, {
      readPricing: () => createPricing(),
      answer: ({ numbers }, count) => (count === 1 ? broken : answered(replyOf(numbers), USAGE)),
    });
    expect(state().spent[0]?.unreported.input).toBeGreaterThan(0);
  });

  test('estimates the cost of a call that lost its connection if the model has answered before', async () => {
    const { state } = await beginFor(2_500, 40, {
      maxAtOnce: 1,
      readPricing: () => createPricing(),
      answer: ({ numbers }, count) => (count === 2 ? failure('connection') : answered(replyOf(numbers), USAGE)),
    });
    expect(state().spent[0]?.unreported.input).toBeGreaterThan(0);
  });

  test('counts the calls that Restart aborts in the film that Undo brings back', async () => {
    const under = () => begin(800, { readPricing: () => createPricing(), answer: () => inMs(HOUR_MS, success('{}')) });
    const stopped = under();
    await stopped.pass(12_000);
    stopped.session.stop({ now: true });
    await stopped.pass(0);
    const [expected] = stopped.state().spent;
    expect(expected?.unreported.input).toBeGreaterThan(0);

    const { pass, session, state } = under();
    await pass(12_000);
    session.clear('all');
    await pass(10);
    session.undo();
    await pass(10);
    expect(state().spent).toEqual([expected]);
  });

  test('counts the reported tokens of a call that was answered although it was stopped', async () => {
    const { pass, session, state } = beginAt(20, createPricing(), USAGE, { answersLate: true });
    await pass(500);
    session.stop({ now: true });
    expect(state().spent[0]?.unreported.input).toBeGreaterThan(0);
    await pass(1_000);
    expect(state().spent).toMatchObject([{ reported: USAGE, unreported: NO_TOKENS }]);
  });

  test('records no price for calls that were sent before the price was known', async () => {
    const { pass, state } = beginAt(20, createPricing({ model: { endpoint: 'openai', id: 'gpt-99' } }), USAGE);
    await pass(HOUR_MS);
    expect(state().spent).toMatchObject([{ price: null, reported: USAGE }]);
  });
});

describe('the spending limit', () => {
  test('[D9.3] pauses the run before the spending limit is exceeded, and continues with a higher limit or none', async () => {
    const money = createPricing({ stopAt: CALL * 3.5 });
    const { pass, state, session, requests } = beginAt(200, money, USAGE);
    await pass(HOUR_MS);
    expect(requests).toHaveLength(3);
    expect(state().paused).toMatchObject({ reason: 'failure', kind: 'limit' });
    expect(state().error).toBe('$0.022 of $0.026 is spent, and the next request could cost $0.01.');
    expect(canResume(state())).toBe(true);

    money.stopAt = CALL * 3.9;
    session.resume();
    await pass(HOUR_MS);
    expect(requests).toHaveLength(3);
    expect(state().paused).toMatchObject({ kind: 'limit' });
    expect(state().error).toMatch(/ of \$0\.029 is spent/);

    money.stopAt = null;
    session.resume();
    await pass(HOUR_MS);
    expect(allOk(state())).toBe(true);
    expect(state().error).toBe('');
  });

  test('does not pause a film that costs less than the spending limit', async () => {
    const { pass, state, inFlight } = beginAt(200, createPricing({ stopAt: 5 }), USAGE);
    await pass(HOUR_MS);
    expect(allOk(state())).toBe(true);
    // Only the first call goes alone.
    expect(inFlight.most).toBe(9);
  });

  test('does not count calls that never reached the provider', async () => {
    const { state } = await beginFor(HOUR_MS, 60, {
      readPricing: () => createPricing({ stopAt: 0.02 }),
      answer: ({ numbers }, count) =>
        count <= 8 ? failure('connection') : answered(replyOf(numbers), { input: 10, output: 10 }),
    });
    expect(state().paused).toBeNull();
    expect(allOk(state())).toBe(true);
  });

  test('applies the spending limit to a batch that a person asks for', async () => {
    const money = createPricing();
    const { pass, state, session, requests } = beginAt(40, money, USAGE);
    await pass(HOUR_MS);
    money.stopAt = CALL * 2.5;
    session.translateAgain(0);
    await pass(HOUR_MS);
    expect(requests).toHaveLength(2);
    expect(state().paused).toMatchObject({ kind: 'limit' });
  });

  test('ends suggestions at the spending limit with the reason, and does not pause a finished film', async () => {
    const money = createPricing();
    const { pass, state, session, requests } = beginAt(40, money, USAGE);
    await pass(HOUR_MS);
    money.stopAt = CALL;
    session.ask(planSuggestions(state(), [5], { kind: 'again' }));
    await pass(HOUR_MS);
    expect(requests).toHaveLength(2);
    expect(state().paused).toBeNull();
    expect(state().suggestionRequests).toEqual([]);
    const [suggestion] = state().suggestions[5] ?? [];
    expect(suggestion?.failure).toMatchObject({ kind: 'limit', message: expect.stringContaining('is spent') });
  });

  test('[D9.3] sends nothing under a spending limit while the price of the model is unknown', async () => {
    const money = createPricing({ model: { endpoint: 'openai', id: 'gpt-99' }, stopAt: 100 });
    const { pass, state, session, requests } = beginAt(20, money, USAGE);
    await pass(HOUR_MS);
    expect(requests).toHaveLength(0);
    expect(state().error).toBe('The price of gpt-99 is not known.');
    Object.assign(money, { own: { 'openai:gpt-99': PRICE } });
    session.resume();
    await pass(HOUR_MS);
    expect(allOk(state())).toBe(true);
  });

  test('applies the spending limit after a reload, because the spending is stored with the work', async () => {
    const money = createPricing({ stopAt: CALL * 3.5 });
    const before = beginAt(200, money, USAGE);
    await before.pass(HOUR_MS);
    const after = createHarness({ initial: before.state(), readPricing: () => money });
    after.session.resume();
    await after.pass(HOUR_MS);
    expect(after.requests).toHaveLength(0);
  });
});

describe('changes of money settings during a run', () => {
  test('[D9.3] sends nothing more after the limit is set below the spending, and counts the calls under way', async () => {
    const money = createPricing();
    const { pass, state, settingsChanged, requests } = beginAt(400, money, USAGE, { maxAtOnce: 4 });
    await pass(1_500);
    const sent = requests.length;
    money.stopAt = CALL;
    settingsChanged();
    await pass(HOUR_MS);
    expect(requests).toHaveLength(sent);
    expect(state().spent[0]?.reported).toEqual({ input: sent * USAGE.input, output: sent * USAGE.output });
    expect(state().paused).toMatchObject({ kind: 'limit' });
  });

  test.each<FailureKind>(['connection', 'server', 'timeout'])(
    '[D9.3] sends the second request alone too if the first broke off before it reported its tokens (%s)',
    async (kind) => {
      const broken = { ...failure(kind, kind), text: '{"1":"PT' } as const;
      const { pass, requests, inFlight } = begin(200, {
        readPricing: () => createPricing({ stopAt: 100 }),
        answer: ({ numbers }, count) => (count === 1 ? broken : inMs(3_000, answered(replyOf(numbers), USAGE))),
      });
      await pass(3_000);
      expect({ sent: requests.length, underWay: inFlight.now }).toEqual({ sent: 2, underWay: 1 });
      await pass(5_000);
      expect(inFlight.most).toBeGreaterThan(1);
    },
  );

  test('[D9.3] sends the first call of a new model alone if this model may think too much', async () => {
    const money = createPricing({ stopAt: CALL * 6 });
    const { pass, requests } = beginAt(400, money, USAGE, { maxAtOnce: 4 });
    await pass(1_500);
    const before = requests.length;
    Object.assign(money, { model: { endpoint: 'openai', id: 'gpt-4.1' } });
    await pass(600);
    expect(requests.length - before).toBeLessThanOrEqual(1);
  });

  test('[D9.2] corrects the spending when the person corrects the price', async () => {
    const model = { endpoint: 'openai', id: 'gpt-99' } as const;
    const money = createPricing({ model, own: { 'openai:gpt-99': { input: 250, output: 1_000 } }, stopAt: CALL * 104 });
    const { pass, state, session, requests } = beginAt(200, money, USAGE);
    await pass(HOUR_MS);
    expect(state().paused).toMatchObject({ kind: 'limit' });
    const sent = requests.length;
    Object.assign(money, { own: { 'openai:gpt-99': PRICE } });
    session.resume();
    await pass(HOUR_MS);
    expect(requests.length).toBeGreaterThan(sent);
    expect(allOk(state())).toBe(true);
  });

  test('[D9.3] stays below the limit with the estimates of replies that are cut off and report no tokens', async () => {
    const money = createPricing({ stopAt: CALL * 3.5 });
    const { requests, state } = await beginFor(HOUR_MS, 400, {
      readPricing: () => money,
      answer: ({ numbers }) => ({ ...cutOff(replyOf(numbers.slice(0, 12)).slice(0, -1)), usage: undefined }),
    });
    const costs = requests.map((request) => costOf(expectedOf(request, state(), money), PRICE));
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(money.stopAt ?? 0);
  });

  test.each([1, 3])(
    '[D9.3] stays below the limit although the first answer costs less than those that leave together after it (%i)',
    async (seed) => {
      let bill = 0;
      const money = createPricing({ stopAt: CALL * 30 });
      const { requests } = await beginFor(HOUR_MS, 1_600, {
        maxAtOnce: 80,
        readPricing: () => money,
        answer: ({ numbers }, count) => {
          const times = count === 1 ? 0.4 : 0.8 + ((count * 7 * seed) % 10) / 10;
          bill += CALL * times;
          return inMs(3_000, answered(replyOf(numbers), { input: USAGE.input * times, output: USAGE.output * times }));
        },
      });
      expect(bill).toBeLessThanOrEqual(CALL * 30);
      // But it also comes close to the limit.
      expect(bill).toBeGreaterThan(CALL * 26);
      expect(requests.length).toBeLessThan(80);
    },
  );

  test('[D9.3] sends calls together after the first answer even if the provider never reports tokens', async () => {
    const { state, inFlight } = await beginFor(HOUR_MS, 200, {
      readPricing: () => createPricing({ stopAt: 0.01 }),
      answer: ({ numbers }) => ({ ...success(replyOf(numbers)), usage: undefined }),
    });
    expect(inFlight.most).toBeGreaterThan(1);
    expect(state().error).toMatch(/^\$0\.0\d+ of \$0\.01 is spent, and the next request could cost \$0\.0\d+\.$/);
  });
});

/** How calls can end, and whether the provider charges for them. A lost connection costs only if the provider has answered before. */
const ENDS = {
  answer: true,
  'lacks-one': true,
  connection: true,
  timeout: true,
  'rate-limit': false,
  server: false,
} as const;
type End = keyof typeof ENDS;
const isCharged = (end: End, isReported: boolean) => ENDS[end] && (end !== 'connection' || isReported);

/** A film of equal calls. Nine of them once exceeded the limit by 0.2 percent because tokens are rounded. */
const ROUNDED = {
  ...{ count: 169, limitShare: 0.4956788036447076, thinking: 0.3719169866991697, spread: 0, spreads: [0] },
  ...{ ends: [], halves: [], atOnce: 7, areWhole: true },
};

/**
 * A batch is refused for pace and fails. A day later a person asks for it again, and it is refused once more. The run must not count this as a day
 * of refusals.
 */
const FAILED_BETWEEN: readonly End[] = [
  ...([
    'timeout',
    'server',
    'connection',
    'rate-limit',
    'server',
    'connection',
    'server',
    'timeout',
    'rate-limit',
  ] as const),
];
const REFUSED_TWICE = {
  ...{ count: 1, limitShare: 0.02, thinking: 0.3, spread: 0, spreads: [0] },
  ...{ ends: [...FAILED_BETWEEN], halves: [], atOnce: 1, areWhole: false },
};

/** The provider refuses three calls after the pause at the limit. The pause must not count as time that the provider needs. */
const REFUSED_AFTER_PAUSE = {
  ...{
    count: 177,
    limitShare: 0.194_624_441_236_977_53,
    thinking: 0.526_873_792_945_631_6,
    atOnce: 2,
    areWhole: false,
  },
  ...{ spread: 0, spreads: [0], halves: [false, false, true, true] },
  ends: [
    ...(['answer', 'answer', 'answer', 'answer', 'rate-limit', 'answer'] as const),
    ...(['rate-limit', 'answer', 'rate-limit', 'rate-limit'] as const),
  ],
};

test("[D9.3] never lets the provider's bill exceed the limit by more than the error of the estimates for calls under way", async () => {
  const ends = fc.constantFrom<End>('answer', 'answer', 'answer', ...(Object.keys(ENDS) as End[]));
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        count: fc.integer({ min: 1, max: 300 }),
        /** The limit as a share of the film's cost. */
        limitShare: fc.double({ min: 0.02, max: 1.5, noNaN: true }),
        /** `thinking`: how many times as many tokens as expected the model writes. `spread`: how far single calls differ from that. */
        thinking: fc.double({ min: 0.3, max: 4.5, noNaN: true }),
        spread: fc.double({ min: 0, max: 0.3, noNaN: true }),
        spreads: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }),
        ends: fc.array(ends, { maxLength: 40 }),
        atOnce: fc.integer({ min: 1, max: 40 }),
        /** The calls that are billed at half price: the person switches it on and off, and the provider may not grant it. */
        halves: fc.array(fc.boolean(), { maxLength: 40 }),
        /** Providers report whole tokens, so each kind of tokens can differ by half a token from the factors above. */
        areWhole: fc.boolean(),
      }),
      async ({ count, limitShare, thinking, spread, spreads, ends: endings, atOnce, halves, areWhole }) => {
        const money = createPricing({ stopAt: limitShare * count * 0.0003 * thinking });
        const limit = money.stopAt ?? 0;
        const journal = {
          total: 0,
          beforeFirstReport: 0,
          expectedBefore: 0,
          atOnceBefore: 0,
          isReported: false,
          error: 0,
        };
        const inTokens = areWhole ? Math.round : (tokens: number) => tokens;
        function take(expected: Tokens, index: number) {
          const factor = 1 + spread * (spreads[index % spreads.length] ?? 0);
          const input = inTokens(expected.input * factor);
          const output = inTokens(expected.output * thinking * factor);
          const cost = costOf({ input, output }, PRICE);
          return halves[index - 1]
            ? { usage: { input, output, atHalfPrice: input + output }, cost: cost / 2 }
            : { usage: { input, output }, cost };
        }
        /** Notes a call that was sent before the first report of tokens. */
        function noteUnreported(expected: Tokens) {
          journal.beforeFirstReport = journal.total;
          journal.expectedBefore += costOf(expected, PRICE);
          journal.atOnceBefore = Math.max(journal.atOnceBefore, harness.inFlight.now + 1);
        }
        const harness = createHarness({
          readPricing: () => money,
          maxAtOnce: atOnce,
          answer(request, index) {
            const expected = expectedOf(request, harness.state(), money);
            const { usage, cost } = take(expected, index);
            const end = endings[index - 1] ?? 'answer';
            if (isCharged(end, journal.isReported)) {
              journal.total += cost;
              const shares = [usage.input / expected.input, usage.output / (expected.output * thinking)];
              journal.error = Math.max(journal.error, ...shares.map((share) => Math.abs(share - 1)));
              if (!journal.isReported) noteUnreported(expected);
            }
            const onArrival = () => {
              journal.isReported ||= end === 'answer' || end === 'lacks-one';
            };
            const afterMs = 1_000 + 100 * (index % 7);
            if (end !== 'answer' && end !== 'lacks-one') return { outcome: failure(end), afterMs };
            const numbers = end === 'answer' ? request.numbers : request.numbers.slice(1);
            return { outcome: answered(replyOf(numbers), usage), afterMs, onArrival };
          },
        });
        harness.session.openSource(sampleSrt(count), []);
        await harness.session.translate();
        await harness.pass(24 * HOUR_MS);

        // Each call needs the model's average, times a factor that is at most `error` away from 1. So the reports show at least (1 - error) of
        // the average, and the calls under way need at most (1 + error) of it.
        expect(journal.error).toBeLessThanOrEqual(areWhole ? Number.POSITIVE_INFINITY : spread + 1e-9);
        const most = (limit * (1 + journal.error)) / (1 - journal.error);
        // Before the first report only the estimate is known, so calls go one by one.
        expect(journal.expectedBefore).toBeLessThanOrEqual(limit + 1e-6);
        expect(journal.atOnceBefore).toBeLessThanOrEqual(1);
        expect(journal.total).toBeLessThanOrEqual(Math.max(most, journal.beforeFirstReport) + 1e-6);

        const { paused } = harness.state();
        if (paused?.reason === 'failure') expect(paused.kind).toBe('limit');
        money.stopAt = null;
        harness.session.resume();
        await harness.pass(24 * HOUR_MS);
        harness.session.translateAgain('failed');
        await harness.pass(24 * HOUR_MS);
        expect(harness.state().paused).toBeNull();
        harness.session.dispose();
      },
    ),
    { numRuns: fuzzRuns(20), examples: [[ROUNDED], [REFUSED_TWICE], [REFUSED_AFTER_PAUSE]] },
  );
});

test('[D9.3] sends no more batches at once than the limit allows after a reading with a short reply', async () => {
  async function costWith(isRead: boolean): Promise<{ cost: number; limit: number }> {
    const money = createPricing({ stopAt: 0.05 });
    let cost = 0;
    const harness = createHarness({
      readPricing: () => money,
      answer(request) {
        const isBatch = request.reading === undefined;
        // A batch needs exactly the expected tokens; a proposal of three rows needs a hundred.
        const usage = isBatch
          ? expectedOf(request, harness.state(), money)
          : {
              input: estimateCall({ prompt: '', phrases: [], context: [], reading: request.reading }, money.model)
                .input,
              output: 100,
            };
        cost += costOf(usage, PRICE);
        const text = isBatch ? replyOf(request.numbers) : '{"about":"A film."}';
        return inMs(20_000, answered(text, usage));
      },
    });
    harness.session.openSource(sampleSrt(1_600), []);
    if (isRead) {
      harness.session.readFilm([['Привет.', 'Пока.']], { from: 'Russian', into: 'Portuguese' });
      await harness.pass(60_000);
      expect(harness.state().reading?.stage).toBe('done');
    }
    await harness.session.translate();
    await harness.pass(HOUR_MS);
    expect(harness.state().paused).toMatchObject({ kind: 'limit' });
    harness.session.dispose();
    return { cost, limit: money.stopAt ?? 0 };
  }
  for (const isRead of [false, true]) {
    const { cost, limit } = await costWith(isRead);
    expect(cost, isRead ? 'with a reading' : 'without').toBeLessThanOrEqual(limit * 1.01);
  }
});

test('[D9.3] holds the next part of a reading if the part before cost five times the estimate', async () => {
  const money = createPricing();
  let cost = 0;
  const harness = createHarness({
    readPricing: () => money,
    answer({ reading }) {
      const facts = { prompt: '', phrases: [], context: [], ...(reading && { reading }) };
      const { input, output } = estimateCall(facts, money.model);
      const usage = { input, output: output * 5 };
      cost += costOf(usage, PRICE);
      // The limit allows one more part of the expected size.
      money.stopAt ??= cost * 1.5;
      return answered('{"about":"A film."}', usage);
    },
  });
  harness.session.openSource(sampleSrt(40), []);
  harness.session.readFilm([['Привет.'], ['Пока.'], ['Да.']], { from: 'Russian', into: 'Portuguese' });
  await harness.pass(60_000);
  expect(cost).toBeLessThanOrEqual((money.stopAt ?? 0) * 1.01);
});

test('[D9.2] counts a lost part of a reading as paid if an earlier part was answered', async () => {
  const money = createPricing();
  const { session, state, pass } = createHarness({
    readPricing: () => money,
    answer: (_, count) => (count === 1 ? success('{"about":"A film."}') : failure('connection')),
  });
  session.openSource(sampleSrt(40), []);
  session.readFilm([['Привет.'], ['Пока.']], { from: 'Russian', into: 'Portuguese' });
  await pass(10_000);
  expect(state().reading?.failure).toBe('connection');
  expect(state().spent[0]?.unreported.input).toBeGreaterThan(0);
});

test('a run continues that waited because the settings changed between two reads', async () => {
  for (let change = 0; change < 40; change++) {
    let looksLeft = change;
    const { session, state, pass } = begin(20, {
      readPricing: () => createPricing({ stopAt: looksLeft-- > 0 ? null : 0 }),
    });
    await pass(5_000);
    looksLeft = Number.POSITIVE_INFINITY;
    session.resume();
    await pass(5_000);
    expect([change, state().batches.map((batch) => batch.state)]).toEqual([change, ['ok']]);
    session.dispose();
  }
});

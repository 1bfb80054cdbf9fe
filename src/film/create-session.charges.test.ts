import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHarness, cutOff, failure, readAgain, replyOf, type SentRequest } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import type { PricingContext } from '../engine/job.ts';
import { costOf, type Price, sumOf } from '../prices/price.ts';
import { byEndpoint } from '../providers/endpoints.ts';
import type { TokenUsage, TranslateOutcome } from '../providers/provider.ts';
import { DEFAULT_CALLS } from '../settings/settings.ts';
import type { Work } from './film.ts';
import { planSuggestions } from './plan-suggestions.ts';

beforeEach(() => void vi.useFakeTimers());

const HOUR_MS = 3_600_000;
const FEE = 0.005;
const TOKENS: Price = { input: 0.1, output: 0.2 };
const MODEL = { endpoint: 'openrouter', id: 'maker/model' } as const;
const USAGE: TokenUsage = { input: 700, output: 400, reasoning: 0 };
const CHARGE = costOf(USAGE, TOKENS) + FEE;

/** A gateway that charges a fee for each request. `inList`: its model list contains the fee. `inReplies`: its replies contain their cost. */
function createGateway(stopAt: number | null, { inList = false, inReplies = false }) {
  const money: PricingContext & { stopAt: number | null } = {
    ...{ prompt: 'Translate into Portuguese.', model: MODEL, own: {}, stopAt, calls: DEFAULT_CALLS },
    models: byEndpoint((id) =>
      id === MODEL.endpoint
        ? {
            state: 'live',
            models: [{ ...MODEL, displayName: 'Model', price: { ...TOKENS, ...(inList && { request: FEE }) } }],
          }
        : { state: 'no-key' },
    ),
  };
  const journal = { cost: 0, calls: 0 };
  const charged = (outcome: TranslateOutcome): TranslateOutcome => {
    journal.cost += CHARGE;
    journal.calls++;
    return { ...outcome, usage: { ...USAGE, ...(inReplies && { cost: CHARGE }) } };
  };
  const done = (text: string): TranslateOutcome => ({ ok: true, text, usage: undefined });
  const { priceNow } = {
    priceNow: () => ({ price: { ...TOKENS, ...(inList && { request: FEE }) }, from: 'endpoint' as const }),
  };
  const spentOf = ({ spent }: Work) => sumOf(spent, priceNow);
  return { money, journal, charged, done, spentOf };
}

/** The ends of calls in this film, by the number of the call. */
const ENDS: Readonly<Record<string, (request: SentRequest, count: number) => TranslateOutcome>> = {
  'has whole answers': ({ numbers }) => ({ ok: true, text: replyOf(numbers), usage: undefined }),
  'needs corrections': ({ numbers, correction }) => ({
    ok: true,
    text: replyOf(correction ? numbers : numbers.slice(1)),
    usage: undefined,
  }),
  'has replies that are cut off': ({ numbers }) => cutOff(replyOf(numbers.slice(0, 12)).slice(0, -1)),
  'has calls that break off': ({ numbers }, count) =>
    count % 3 === 0
      ? { ...failure('server'), text: replyOf(numbers.slice(0, 9)).slice(0, -1) }
      : { ok: true, text: replyOf(numbers), usage: undefined },
};

describe.each([
  ['its list', { inList: true }],
  ['its replies', { inReplies: true }],
  ['list and replies', { inList: true, inReplies: true }],
])('a gateway that states its fee for each request in %s', (_, where) => {
  test.each(Object.keys(ENDS))('[D9.25] spends no more than the limit on a film that %s', async (name) => {
    const { money, journal, charged, spentOf } = createGateway(CHARGE * 9.5, where);
    const harness = createHarness({
      readPricing: () => money,
      maxAtOnce: 4,
      answer: (request, count) => charged(ENDS[name]?.(request, count) ?? failure('server')),
    });
    harness.session.openSource(sampleSrt(900), []);
    await harness.session.translate();
    await harness.pass(HOUR_MS);
    expect(harness.state().paused).toMatchObject({ kind: 'limit' });
    expect(journal.cost).toBeLessThanOrEqual(money.stopAt ?? 0);
    expect(journal.calls).toBeGreaterThanOrEqual(7);
    const { cost, guessed, isPartial } = spentOf(harness.state());
    expect(cost).toBeCloseTo(journal.cost, 9);
    expect({ guessed, isPartial }).toEqual({ guessed: 0, isPartial: false });
    expect(spentOf(readAgain(harness.state())).cost).toBeCloseTo(journal.cost, 9);
  });

  test('[D9.25] spends no more than the limit on suggestions for lines, and counts them', async () => {
    const { money, journal, charged, done, spentOf } = createGateway(null, where);
    const { session, state, pass } = createHarness({
      readPricing: () => money,
      answer: ({ numbers }) => charged(done(replyOf(numbers))),
    });
    session.openSource(sampleSrt(40), []);
    await session.translate();
    await pass(HOUR_MS);
    money.stopAt = journal.cost + CHARGE * 1.5;
    for (const number of [5, 15, 25]) session.ask(planSuggestions(state(), [number], { kind: 'again' }));
    await pass(HOUR_MS);
    expect(journal.cost).toBeLessThanOrEqual(money.stopAt);
    expect(journal.calls).toBe(3);
    expect(spentOf(state()).cost).toBeCloseTo(journal.cost, 9);
  });

  test('[D9.25] spends no more than the limit on a reading of the film, and counts the reading', async () => {
    const { money, journal, charged, done, spentOf } = createGateway(CHARGE * 2.5, where);
    const { session, state, pass } = createHarness({
      readPricing: () => money,
      answer: () => charged(done('{"about":"A film."}')),
    });
    session.openSource(sampleSrt(40), []);
    session.readFilm([['Привет.'], ['Пока.'], ['Да.'], ['Нет.']], { from: 'Russian', into: 'Portuguese' });
    await pass(HOUR_MS);
    expect(state().reading?.failure).toBe('limit');
    expect(journal.cost).toBeLessThanOrEqual(money.stopAt ?? 0);
    expect(journal.calls).toBe(2);
    expect(spentOf(state()).cost).toBeCloseTo(journal.cost, 9);
  });
});

test('[D9.25] counts a reply that states its cost but not its tokens', async () => {
  const { money, spentOf } = createGateway(null, {});
  const { session, state, pass } = createHarness({
    readPricing: () => money,
    answer: ({ numbers }) => ({
      ok: true,
      text: replyOf(numbers),
      usage: { input: 0, output: 0, reasoning: 0, cost: 0.01 },
    }),
  });
  session.openSource(sampleSrt(60), []);
  await session.translate();
  await pass(HOUR_MS);
  expect(spentOf(state())).toMatchObject({ guessed: 0, isPartial: false });
  expect(spentOf(state()).cost).toBeCloseTo(0.03, 9);
});

test('[D9.25] counts the cost that replies state, even if the price of the model is unknown', async () => {
  const { money, charged, done, journal } = createGateway(null, { inReplies: true });
  const { session, state, pass } = createHarness({
    readPricing: () => ({ ...money, models: byEndpoint(() => ({ state: 'no-key' })) }),
    answer: ({ numbers }) => charged(done(replyOf(numbers))),
  });
  session.openSource(sampleSrt(60), []);
  await session.translate();
  await pass(HOUR_MS);
  expect(sumOf(state().spent, () => undefined)).toEqual({ cost: journal.cost, guessed: 0, isPartial: false });
});

test('[D9.25] counts thinking at its own price if it has one', async () => {
  const { money, spentOf } = createGateway(null, {});
  const thinking = { ...TOKENS, thinking: TOKENS.output * 5 };
  const { session, state, pass } = createHarness({
    readPricing: () => ({ ...money, own: { 'openrouter:maker/model': thinking } }),
    answer: ({ numbers }) => ({
      ok: true,
      text: replyOf(numbers),
      usage: { input: 700, output: 400, reasoning: 300 },
    }),
  });
  session.openSource(sampleSrt(20), []);
  await session.translate();
  await pass(HOUR_MS);
  const expected = (700 * TOKENS.input + 100 * TOKENS.output + 300 * thinking.thinking) / 1e6;
  expect(spentOf(state()).cost).toBeCloseTo(expected, 12);
});

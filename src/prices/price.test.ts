import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  costOf,
  endedOf,
  measuredScale,
  moneyWords,
  NO_TOKENS,
  type PaidCall,
  rangeWords,
  type Spending,
  sumOf,
  withCall,
  withUnderWay,
} from './price.ts';
import { priceOf } from './price-of.ts';

const NOW = Date.UTC(2026, 10, 22);
const at = (now: number) => ({ own: {}, livePrice: undefined, now });
const openai = (id: string) => ({ endpoint: 'openai', id });

test.each([
  ['openai', 'gpt-4o', 2.5, 10],
  ['openai', 'gpt-6-luna-2026-09-01', 0.1, 0.5],
  ['anthropic', 'claude-3-5-sonnet-20241022', 3, 15],
  ['anthropic', 'claude-haiku-4-5-20251001', 1, 5],
])('%s: the price of %s is %d in and %d out', (endpoint, id, input, output) => {
  expect(priceOf({ endpoint, id }, at(NOW))).toEqual({ price: { input, output }, from: 'table' });
});

test('applies a future price from its day on', () => {
  const model = { endpoint: 'google', id: 'gemini-3.8-flash' };
  expect(priceOf(model, at(Date.UTC(2026, 11, 31)))?.price).toEqual({ input: 0.75, output: 3.75 });
  expect(priceOf(model, at(Date.UTC(2027, 0, 1)))?.price).toEqual({ input: 1.5, output: 7.5 });
});

test.each([
  ['00:59', 0.22, 0.66],
  ['01:00', 0.44, 1.32],
  ['03:59', 0.44, 1.32],
  ['04:00', 0.22, 0.66],
  ['06:00', 0.44, 1.32],
  ['10:00', 0.22, 0.66],
])('[D9.20] returns the price at %s, and the highest price of the day', (time, input, output) => {
  const model = { endpoint: 'deepseek', id: 'deepseek-v4-flash' };
  expect(priceOf(model, at(Date.parse(`2026-11-22T${time}:00Z`)))).toEqual({
    price: { input: 0.44, output: 1.32 },
    atHour: { input, output },
    from: 'table',
  });
});

test.each(['gpt-6.1', 'gpt-4o-transcribe', 'toString', ''])('has no price for "%s"', (id) => {
  expect(priceOf(openai(id), at(NOW))).toBeUndefined();
  expect(priceOf({ endpoint: 'constructor', id }, at(NOW))).toBeUndefined();
});

test('does not use the price of another endpoint', () => {
  expect(priceOf({ endpoint: 'openrouter', id: 'gpt-4o' }, at(NOW))).toBeUndefined();
});

test("prefers the person's price to the endpoint's and both to the table", () => {
  const own = { 'openai:gpt-4o': { input: 7, output: 8 } };
  const livePrice = ({ id }: { id: string }) => (id === 'gpt-4o' ? { input: 0, output: 0 } : undefined);
  expect(priceOf(openai('gpt-4o'), { own, livePrice, now: NOW })).toEqual({
    price: own['openai:gpt-4o'],
    from: 'person',
  });
  expect(priceOf(openai('gpt-4o'), { own: {}, livePrice, now: NOW })?.from).toBe('endpoint');
  expect(priceOf(openai('gpt-4.1'), { own, livePrice, now: NOW })?.from).toBe('table');
});

test.each([
  [0, '$0'],
  [0.000_000_4, '$0.00'],
  [0.000_12, '$0.00012'],
  [0.0042, '$0.0042'],
  [0.0421, '$0.042'],
  [0.999, '$1.00'],
  [1.254, '$1.25'],
  [1234.5, '$1,234.50'],
])('writes %d dollars as %s', (dollars, words) => {
  expect(moneyWords(dollars)).toBe(words);
});

test.each([
  [0, 0, '$0'],
  [0.001, 0.004, 'under $0.01'],
  [0.041, 0.069, '$0.04–0.07'],
  [0.011, 0.013, '$0.01'],
  [1.2, 2, '$1.20–2.00'],
])('writes %d to %d dollars as %s', (low, high, words) => {
  expect(rangeWords(low, high)).toBe(words);
});

const amount = fc.integer({ min: 0, max: 10_000 });
const tokens = fc.record({ input: amount, output: amount });
const call = fc.record({
  model: fc.record({ endpoint: fc.constantFrom('openai', 'groq'), id: fc.constantFrom('a', 'b') }),
  price: fc.constantFrom({ input: 1, output: 4 }, { input: 2, output: 8 }),
  expected: tokens,
  reported: tokens,
});
const spentBy = (calls: readonly PaidCall[]) => calls.reduce<readonly Spending[]>(withCall, []);
const NOBODY_KNOWS = () => undefined;

test('adds all calls at the prices of the time when they were sent, in any order', () => {
  fc.assert(
    fc.property(fc.array(call), (calls) => {
      const each = calls.reduce((sum, { reported, price }) => sum + costOf(reported, price), 0);
      for (const ordered of [calls, calls.toReversed()]) {
        const { cost, guessed, isPartial } = sumOf(spentBy(ordered), NOBODY_KNOWS);
        expect(cost).toBeCloseTo(each, 9);
        expect({ guessed, isPartial }).toEqual({ guessed: 0, isPartial: false });
      }
      expect(spentBy(calls).length).toBeLessThanOrEqual(8);
    }),
  );
});

const GPT = { model: { endpoint: 'openai', id: 'gpt' }, price: { input: 1_000_000, output: 1_000_000 } };
const ten = { input: 10, output: 10 };

test('estimates unreported calls from reported ones', () => {
  const thinking = { ...GPT, expected: ten, reported: { input: 10, output: 50 } };
  const lost = { ...GPT, expected: ten, reported: undefined };
  expect(sumOf(spentBy([lost]), NOBODY_KNOWS)).toEqual({ cost: 20, guessed: 20, isPartial: false });
  expect(sumOf(spentBy([lost, thinking]), NOBODY_KNOWS)).toEqual({ cost: 120, guessed: 60, isPartial: false });
});

test('applies a price that became known later, but not a changed one', () => {
  const unknown = { ...GPT, price: null, expected: ten, reported: ten };
  expect(sumOf(spentBy([unknown, { ...unknown, price: GPT.price }]), NOBODY_KNOWS)).toEqual({
    cost: 20,
    guessed: 0,
    isPartial: true,
  });
  const later = () => ({ price: { input: 2_000_000, output: 2_000_000 }, from: 'table' }) as const;
  expect(sumOf(spentBy([unknown, { ...unknown, price: GPT.price }]), later).cost).toBe(60);
});

test("applies a person's price to all calls of the model", () => {
  const call = { ...GPT, expected: ten, reported: ten };
  const own = () => ({ price: { input: 100_000, output: 100_000 }, from: 'person' }) as const;
  expect(sumOf(spentBy([call]), own).cost).toBe(2);
  const listed = () => ({ ...own(), from: 'table' }) as const;
  expect(sumOf(spentBy([call]), listed).cost).toBe(20);
});

test('leaves calls under way out of the ended ones', () => {
  fc.assert(
    fc.property(fc.array(call), fc.array(call), (ended, underWay) => {
      const spent = spentBy(ended);
      const both = endedOf(withUnderWay(spent, underWay));
      expect(new Set(both)).toEqual(new Set(endedOf(spent)));
    }),
  );
});

test('scales the estimate for each model by its own calls', () => {
  const spent = spentBy([{ ...GPT, expected: ten, reported: { input: 5, output: 40 } }]);
  expect(measuredScale(spent, GPT.model)).toEqual({ input: 0.5, output: 4 });
  expect(measuredScale(spent, { endpoint: 'openrouter', id: 'gpt' })).toBeUndefined();
  expect(measuredScale(spentBy([{ ...GPT, expected: NO_TOKENS, reported: ten }]), GPT.model)).toBeUndefined();
});

test('counts half-price tokens half in the cost, but fully in the scale', () => {
  const reported = { input: 20, output: 40 };
  const half = { ...GPT, expected: ten, reported, atHalfPrice: 60 };
  expect(sumOf(spentBy([half]), NOBODY_KNOWS).cost).toBe(30);
  expect(measuredScale(spentBy([half]), GPT.model)).toEqual({ input: 2, output: 4 });
  const full = { ...GPT, expected: ten, reported };
  expect(sumOf(spentBy([full, half]), NOBODY_KNOWS).cost).toBe(90);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf, NO_TOKENS } from './price.ts';
import { endedOf, measuredScale, type PaidCall, type Spending, sumOf, withCall, withUnderWay } from './spending.ts';

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

test('sums all calls at the prices when they were sent, in any order', () => {
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

test('guesses unreported calls from reported ones', () => {
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

test('scales each model by its own calls', () => {
  const spent = spentBy([{ ...GPT, expected: ten, reported: { input: 5, output: 40 } }]);
  expect(measuredScale(spent, GPT.model)).toEqual({ input: 0.5, output: 4 });
  expect(measuredScale(spent, { endpoint: 'openrouter', id: 'gpt' })).toBeUndefined();
  expect(measuredScale(spentBy([{ ...GPT, expected: NO_TOKENS, reported: ten }]), GPT.model)).toBeUndefined();
});

test('counts half-price tokens half in the sum but fully in the scale', () => {
  const reported = { input: 20, output: 40 };
  const half = { ...GPT, expected: ten, reported, atHalfPrice: 60 };
  expect(sumOf(spentBy([half]), NOBODY_KNOWS).cost).toBe(30);
  expect(measuredScale(spentBy([half]), GPT.model)).toEqual({ input: 2, output: 4 });
  const full = { ...GPT, expected: ten, reported };
  expect(sumOf(spentBy([full, half]), NOBODY_KNOWS).cost).toBe(90);
});

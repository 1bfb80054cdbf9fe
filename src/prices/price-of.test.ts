import { expect, test } from 'vitest';
import { priceOf } from './price-of.ts';

const NOW = Date.UTC(2026, 10, 22);
const at = (now: number) => ({ own: {}, now });
const openai = (id: string) => ({ endpoint: 'openai', id });

test.each([
  ['openai', 'gpt-4o', 2.5, 10],
  ['openai', 'gpt-6-luna-2026-09-01', 0.1, 0.5],
  ['anthropic', 'claude-3-5-sonnet-20241022', 3, 15],
  ['anthropic', 'claude-haiku-4-5-20251001', 1, 5],
])('%s: %s costs %d in and %d out', (endpoint, id, input, output) => {
  expect(priceOf({ endpoint, id }, at(NOW))).toEqual({ price: { input, output }, from: 'table' });
});

test('a price that is to come holds from its day on', () => {
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
])(
  '[D9.20] of a price that changes with the hour both are known: that of a call at %s, and the highest',
  (time, input, output) => {
    const model = { endpoint: 'deepseek', id: 'deepseek-v4-flash' };
    expect(priceOf(model, at(Date.parse(`2026-11-22T${time}:00Z`)))).toEqual({
      price: { input: 0.44, output: 1.32 },
      atHour: { input, output },
      from: 'table',
    });
  },
);

test.each(['gpt-6.1', 'gpt-4o-transcribe', 'toString', ''])('nobody knows what "%s" costs', (id) => {
  expect(priceOf(openai(id), at(NOW))).toBeUndefined();
  expect(priceOf({ endpoint: 'constructor', id }, at(NOW))).toBeUndefined();
});

test('the same id at another endpoint is another model', () => {
  expect(priceOf({ endpoint: 'openrouter', id: 'gpt-4o' }, at(NOW))).toBeUndefined();
});

test("the person's own price goes before the endpoint's, and that before the table's", () => {
  const own = { 'openai:gpt-4o': { input: 7, output: 8 } };
  const livePrice = ({ id }: { id: string }) => (id === 'gpt-4o' ? { input: 0, output: 0 } : undefined);
  expect(priceOf(openai('gpt-4o'), { own, livePrice, now: NOW })).toEqual({
    price: own['openai:gpt-4o'],
    from: 'person',
  });
  expect(priceOf(openai('gpt-4o'), { own: {}, livePrice, now: NOW })?.from).toBe('endpoint');
  expect(priceOf(openai('gpt-4.1'), { own, livePrice, now: NOW })?.from).toBe('table');
});

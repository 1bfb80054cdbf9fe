import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import { fakeTimerClock } from '../../test/session-harness.ts';
import { type AskedFacts, requestFor } from '../../test/translate-request.ts';
import { createOpenai } from '../providers/adapters/openai.ts';
import { createTransport } from '../providers/transport/http.ts';
import { validateBatch } from '../translation/check-reply.ts';
import { SAMPLE_PHRASES, SAMPLE_TRANSLATION } from './sample.ts';
import { createDemoFetch } from './stand-in.ts';

beforeEach(() => void vi.useFakeTimers());

const [first, second, third] = allBatches(SAMPLE_PHRASES);
if (!first || !second || !third) throw new Error('The sample is too short');

function start(random = () => 0.5) {
  const provider = createOpenai(
    createTransport({ fetch: createDemoFetch({ clock: fakeTimerClock, random }), clock: fakeTimerClock, random }),
  );
  const translate = async (facts: Partial<AskedFacts>, { signal } = new AbortController()) => {
    const base = { model: 'gpt-demo', key: 'demo-key', prompt: 'Any prompt.', context: [], phrases: [] };
    const outcome = provider.translate(requestFor({ ...base, ...facts }), { signal });
    await vi.advanceTimersByTimeAsync(3_500);
    return outcome;
  };
  return { provider, translate };
}

describe('the stand-in provider', () => {
  it('lists its models and accepts the key, as openai would', async () => {
    const { provider } = start();
    const { signal } = new AbortController();
    const list = provider.listModels('demo-key', { signal });
    const check = provider.checkKey('demo-key', { signal });
    await vi.advanceTimersByTimeAsync(400);
    const outcome = await list;
    expect(outcome.ok && outcome.models.map(({ id }) => id)).toEqual(['gpt-demo', 'gpt-demo-mini', 'gpt-demo-nano']);
    expect(await check).toEqual({ outcome: 'valid' });
  });

  it('translates the first batch at once, and counts tokens', async () => {
    const outcome = await start().translate({ phrases: first.phrases });
    expect(outcome.ok && validateBatch(first.phrases, outcome.text)).toEqual([]);
    expect(outcome.ok && Object.values(JSON.parse(outcome.text))).toEqual(SAMPLE_TRANSLATION.slice(0, 20));
    expect(outcome.usage?.input).toBeGreaterThan(100);
    expect(outcome.usage?.output).toBeGreaterThan(100);
  });

  it('takes 1.2 to 3.5 seconds for a reply', async () => {
    for (const [random, delayMs] of [
      [0, 1_200],
      [0.999_999, 3_500],
    ] as const) {
      const { provider } = start(() => random);
      const settled = vi.fn();
      const request = requestFor({
        model: 'gpt-demo',
        key: 'demo-key',
        prompt: '',
        context: [],
        phrases: first.phrases,
      });
      void provider.translate(request, new AbortController()).then(settled);
      await vi.advanceTimersByTimeAsync(delayMs - 10);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(10);
      expect(settled).toHaveBeenCalledOnce();
    }
  });

  it('makes two mistakes in its first reply to the second batch, and mends both when asked to', async () => {
    const { translate } = start();
    const { phrases, context } = second;
    const flawed = await translate({ phrases, context });
    const errors = validateBatch(phrases, flawed.text);
    expect(errors).toEqual([
      'Translated object keys should be a range from 21 to 40.',
      'Missing: 28.',
      'Subtitle at key 34 is empty.',
    ]);
    const mended = await translate({ phrases, context, correction: { answer: flawed.text, errors } });
    expect(mended.ok && validateBatch(phrases, mended.text)).toEqual([]);
    const again = await translate({ phrases, context });
    expect(again.ok && validateBatch(phrases, again.text)).toEqual([]);
  });

  it('breaks its first reply to the third batch off, and gives it whole the next time', async () => {
    const { translate } = start();
    const { phrases, context } = third;
    const filtered = await translate({ phrases, context });
    expect(filtered).toMatchObject({ ok: false, failure: { kind: 'refused' } });
    expect(filtered.text).toContain('"46":');
    expect(filtered.text).not.toContain('"47":');
    const whole = await translate({ phrases, context });
    expect(whole.ok && validateBatch(phrases, whole.text)).toEqual([]);
  });

  it('plays no part of its script for a call that was given up', async () => {
    const { provider, translate } = start();
    const controller = new AbortController();
    const request = requestFor({ model: 'gpt-demo', key: 'demo-key', prompt: '', ...third });
    const outcome = provider.translate(request, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(500);
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    expect(vi.getTimerCount()).toBe(0);
    expect(await translate(third), 'its first reply').toMatchObject({ failure: { kind: 'refused' } });
  });

  it('knows phrases by their text alone, and gives a text that it does not know back', async () => {
    const phrases = [
      { number: 7, time: '', text: 'Своя строчка' },
      { number: 9, time: '', text: SAMPLE_PHRASES[0]?.text ?? '' },
      { number: 10, time: '', text: '__proto__' },
    ];
    const outcome = await start().translate({ phrases });
    expect(JSON.parse(outcome.text)).toEqual({ 7: 'Своя строчка', 9: SAMPLE_TRANSLATION[0], 10: '__proto__' });
  });

  it('answers nothing else', async () => {
    const fetch = createDemoFetch({ clock: fakeTimerClock });
    const elsewhere = fetch('https://api.anthropic.com/v1/messages', { method: 'POST', body: '{}' });
    const unreadable = fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body: 'no JSON' });
    await vi.advanceTimersByTimeAsync(3_500);
    expect((await elsewhere).status).toBe(404);
    expect((await unreadable).status).toBe(400);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import { openPermit } from '../../test/permits.ts';
import { fakeTimerClock } from '../../test/session-harness.ts';
import { requestFor } from '../../test/translate-request.ts';
import { createOpenai } from '../providers/adapters/openai.ts';
import { createTransport } from '../providers/transport/http.ts';
import type { Batch } from '../translation/batch.ts';
import { createDemoFetch } from './create-demo.ts';
import { SAMPLE_PHRASES } from './scenes.ts';

beforeEach(() => void vi.useFakeTimers());

const [first, , third] = allBatches(SAMPLE_PHRASES);
if (!first || !third) throw new Error('The sample is too short');

function start(random = () => 0.5) {
  const provider = createOpenai(
    createTransport({ fetch: createDemoFetch({ clock: fakeTimerClock, random }), clock: fakeTimerClock, random }),
  );
  const translate = ({ phrases }: Pick<Batch, 'phrases'>, { signal } = new AbortController()) =>
    provider.translate(requestFor({ model: 'gpt-demo', key: 'demo-key', prompt: '', context: [], phrases }), {
      signal,
      permit: openPermit,
    });
  return { translate };
}

describe('the stand-in provider', () => {
  it('takes 1.2 to 3.5 seconds for a reply', async () => {
    for (const [random, delayMs] of [
      [0, 1_200],
      [0.999_999, 3_500],
    ] as const) {
      const { translate } = start(() => random);
      const settled = vi.fn();
      void translate(first).then(settled);
      await vi.advanceTimersByTimeAsync(delayMs - 10);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(10);
      expect(settled).toHaveBeenCalledOnce();
    }
  });

  it('plays no part of its script for a call that was given up', async () => {
    const { translate } = start();
    const controller = new AbortController();
    const outcome = translate(third, controller);
    await vi.advanceTimersByTimeAsync(500);
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    expect(vi.getTimerCount()).toBe(0);
    const next = translate(third);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(await next, 'its first reply').toMatchObject({ failure: { kind: 'refused' } });
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

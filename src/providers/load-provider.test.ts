import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { createProviderLoader } from './load-provider.ts';

const PATH = './google/google-provider.ts';
afterEach(() => vi.doUnmock(PATH));

describe('createProviderLoader', () => {
  it('gives the same provider each time', async () => {
    const load = createProviderLoader({ clock: createFakeClock() });
    const [first, second] = await Promise.all([load('openai'), load('openai')]);
    expect(first.id).toBe('openai');
    expect(second).toBe(first);
  });

  it('tries again after the code could not be loaded', async () => {
    const load = createProviderLoader({ clock: createFakeClock() });
    vi.doMock(PATH, () => ({
      get createGoogle() {
        throw new Error('Loading chunk 416 failed.');
      },
    }));
    await expect(load('google')).rejects.toThrow('Loading chunk 416 failed.');
    vi.doUnmock(PATH);
    expect((await load('google')).id).toBe('google');
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { openPermit } from '../../test/permits.ts';
import { askedOf, requestFor } from '../../test/translate-request.ts';
import type { KeptForms } from './create-providers.ts';
import { createProviderLoader } from './load-provider.ts';
import type { Provider } from './provider.ts';

const PATH = './create-providers.ts';
afterEach(() => vi.doUnmock(PATH));

describe('createProviderLoader', () => {
  it('returns the same provider each time', async () => {
    const load = createProviderLoader({ clock: createFakeClock() });
    const [first, second] = await Promise.all([load('openai'), load('openai')]);
    expect(first.id).toBe('openai');
    expect(second).toBe(first);
  });

  it.each([
    ['for a week, on later pages too, if a storage is there', true],
    ['on this page only, without a storage', false],
  ])('[D12.10] remembers which forms a model refused %s', async (_, isKept) => {
    const DAY_MS = 24 * 60 * 60 * 1_000;
    const clock = createFakeClock();
    let stored: KeptForms = {};
    const forms = {
      read: () => stored,
      write(value: KeptForms) {
        if (isKept) stored = value;
      },
    };
    const sent: (string | undefined)[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      const { reasoning_effort: effort } = JSON.parse(String(init?.body));
      sent.push(effort);
      return effort === undefined
        ? Response.json({ choices: [{ message: { content: '{"2":"Não"}' } }] })
        : Response.json({ error: { message: 'Unrecognized request argument: reasoning_effort' } }, { status: 400 });
    };
    const onNewPage = () => createProviderLoader({ clock, fetch, forms })('groq');
    const translate = async (provider: Provider) =>
      provider.translate(requestFor({ ...askedOf('qwen/qwen3-32b', 'k'), thinking: 'least' }), {
        signal: new AbortController().signal,
        permit: openPermit,
      });
    const first = await onNewPage();
    await translate(first);
    await translate(first);
    expect(sent).toEqual(['none', undefined, undefined]);
    clock.advance(6 * DAY_MS);
    await translate(await onNewPage());
    expect(sent.slice(3)).toEqual(isKept ? [undefined] : ['none', undefined]);
    sent.length = 0;
    clock.advance(2 * DAY_MS);
    await translate(await onNewPage());
    expect(sent).toEqual(['none', undefined]);
  });

  it('tries again after the code could not be loaded', async () => {
    const load = createProviderLoader({ clock: createFakeClock() });
    vi.doMock(PATH, () => ({
      get createProviders() {
        throw new Error('Loading chunk 416 failed.');
      },
    }));
    await expect(load('google')).rejects.toThrow('Loading chunk 416 failed.');
    vi.doUnmock(PATH);
    expect((await load('google')).id).toBe('google');
  });
});

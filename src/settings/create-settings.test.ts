import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clock } from '../clock/clock.ts';
import type { KeyCheck, ModelInfo, ModelListOutcome, Provider, ProviderId } from '../providers/provider.ts';
import { createSettings } from './create-settings.ts';
import { KEY_SETTLED_MS } from './model-lists.ts';
import type { KeptSettings } from './settings-state.ts';

const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

const KEPT: KeptSettings = {
  prompt: 'Translate.',
  model: 'gpt-4-0125-preview',
  modelChosen: false,
  keys: { openai: '', anthropic: '', google: '' },
  concurrency: 'automatic',
  keepKeys: 'stored',
};

const model = (provider: ProviderId, id: string, createdAt?: number): ModelInfo => ({
  id,
  provider,
  displayName: id,
  ...(createdAt !== undefined && { createdAt }),
});
const live = (...models: ModelInfo[]): ModelListOutcome => ({ ok: true, models });
const refused: ModelListOutcome = { ok: false, failure: { kind: 'bad-key', message: 'Incorrect API key' } };

interface Script {
  readonly list?: (provider: ProviderId, key: string) => ModelListOutcome | Promise<ModelListOutcome>;
  readonly check?: (provider: ProviderId, key: string) => KeyCheck | Promise<KeyCheck>;
  readonly load?: (provider: ProviderId) => void;
}

function start(kept: Partial<KeptSettings> = {}, { list, check, load }: Script = {}) {
  const listed: string[] = [];
  const settings = createSettings({
    initial: { ...KEPT, ...kept },
    clock,
    async loadProvider(id): Promise<Provider> {
      load?.(id);
      return {
        id,
        translate: () => Promise.reject(new Error('No translation here')),
        async listModels(key) {
          listed.push(`${id}:${key}`);
          return list?.(id, key) ?? live();
        },
        checkKey: async (key) => check?.(id, key) ?? { outcome: 'valid' },
      };
    },
  });
  return { settings, listed, state: settings.store.getState, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

const keys = (some: Partial<KeptSettings['keys']>) => ({ ...KEPT.keys, ...some });

describe('createSettings', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('shows the tab of the kept model', () => {
    expect(start({ model: 'gemini-1.5-pro' }).state().shownProvider).toBe('google');
  });

  it('reads at once the list of each key there is, and no other', async () => {
    const { listed, state, pass } = start({ keys: keys({ openai: 'a', google: 'g' }) });
    expect(state().models.openai.state).toBe('loading');
    await pass(0);
    expect(listed).toEqual(['openai:a', 'google:g']);
    expect(state().models.anthropic).toEqual({ state: 'no-key' });
  });

  it('trims a key, and asks only for the key that stood still', async () => {
    const { settings, listed, state, pass } = start();
    settings.setKey('openai', 'sk-1');
    await pass(KEY_SETTLED_MS - 1);
    settings.setKey('openai', '  sk-12 ');
    expect(state().keys.openai).toBe('sk-12');
    await pass(KEY_SETTLED_MS - 1);
    expect(listed).toEqual([]);
    await pass(1);
    expect(listed).toEqual(['openai:sk-12']);
  });

  it('refuses a key that no header can carry, and changes nothing', () => {
    const { settings, state } = start({ keys: keys({ openai: 'sk-1' }) });
    expect(settings.setKey('openai', 'sk-ключ')).toContain('character');
    expect(state().keys.openai).toBe('sk-1');
    expect(settings.setKey('openai', 'sk-2')).toBeUndefined();
  });

  it('drops the late list of an earlier key', async () => {
    const answers = new Map<string, (outcome: ModelListOutcome) => void>();
    const { settings, state, pass } = start(
      {},
      { list: (_, key) => new Promise((resolve) => answers.set(key, resolve)) },
    );
    settings.setKey('openai', 'old');
    await pass(KEY_SETTLED_MS);
    settings.setKey('openai', 'new');
    await pass(KEY_SETTLED_MS);
    answers.get('new')?.(live(model('openai', 'gpt-new')));
    await pass(0);
    answers.get('old')?.(live(model('openai', 'gpt-old')));
    await pass(0);
    expect(state().models.openai).toMatchObject({ state: 'live', models: [{ id: 'gpt-new' }] });
  });

  it('drops the list of a key that was taken away', async () => {
    const { settings, state, pass } = start({ keys: keys({ openai: 'a' }) }, { list: () => live() });
    settings.setKey('openai', '');
    await pass(KEY_SETTLED_MS);
    expect(state().models.openai).toEqual({ state: 'no-key' });
  });

  it.each([
    ['openai', 'gpt-4o'],
    ['anthropic', 'claude-3-5-sonnet-20241022'],
    ['google', 'gemini-2.0-flash-exp'],
  ] as const)('logs a list of %s that cannot be read, and falls back to a fixed one', async (provider, id) => {
    const { state, pass } = start({ keys: keys({ [provider]: 'k' }) }, { list: () => refused });
    await pass(0);
    const list = state().models[provider];
    expect(list).toMatchObject({ state: 'fallback', reason: 'Incorrect API key' });
    expect(list.state === 'fallback' && list.models.map((one) => one.id)).toContain(id);
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('falls back when the provider itself cannot be loaded', async () => {
    const load = () => {
      throw new Error('Loading chunk 416 failed');
    };
    const { state, pass } = start({ keys: keys({ openai: 'k' }) }, { load });
    await pass(0);
    expect(state().models.openai).toMatchObject({ state: 'fallback', reason: 'Loading chunk 416 failed' });
  });

  describe('model', () => {
    const openaiList = live(
      model('openai', 'gpt-6', 5),
      model('openai', 'gpt-6-mini', 4),
      model('openai', 'gpt-5-mini', 1),
    );

    it('is suggested when the kept one is gone and the person never chose', async () => {
      const { state, pass } = start({ keys: keys({ openai: 'k' }) }, { list: () => openaiList });
      await pass(0);
      expect(state().model).toBe('gpt-6-mini');
      expect(state().modelChosen).toBe(false);
    });

    it('stays when the person chose it, though it is gone', async () => {
      const { state, pass } = start({ modelChosen: true, keys: keys({ openai: 'k' }) }, { list: () => openaiList });
      await pass(0);
      expect(state().model).toBe('gpt-4-0125-preview');
    });

    it('stays when the list has it, and when the list could not be read', async () => {
      const inList = start({ model: 'gpt-6', keys: keys({ openai: 'k' }) }, { list: () => openaiList });
      const noList = start({ keys: keys({ openai: 'k' }) }, { list: () => refused });
      await inList.pass(0);
      expect([inList.state().model, noList.state().model]).toEqual(['gpt-6', 'gpt-4-0125-preview']);
    });

    it('stays when the list of another provider arrives', async () => {
      const { state, pass } = start({ keys: keys({ google: 'k' }) }, { list: () => live(model('google', 'gemini-9')) });
      await pass(0);
      expect(state().model).toBe('gpt-4-0125-preview');
    });

    it('is the first available one of the tab that comes to the front', async () => {
      const list = live(model('anthropic', 'claude-a'), model('anthropic', 'claude-b-haiku'));
      const { settings, state, pass } = start({ keys: keys({ anthropic: 'k' }) }, { list: () => list });
      await pass(0);
      settings.showProvider('anthropic');
      expect(state()).toMatchObject({ model: 'claude-a', shownProvider: 'anthropic', modelChosen: false });
    });

    it('is not touched by the tab of its own provider', async () => {
      const { settings, state, pass } = start(
        { model: 'gpt-5-mini', keys: keys({ openai: 'k' }) },
        { list: () => openaiList },
      );
      await pass(0);
      settings.showProvider('google');
      settings.showProvider('openai');
      expect(state().model).toBe('gpt-5-mini');
    });

    it('is picked when the key of the tab in front arrives only afterwards', async () => {
      const { settings, state, pass } = start({}, { list: () => live(model('google', 'gemini-a')) });
      settings.showProvider('google');
      expect(state().model).toBe('gpt-4-0125-preview');
      settings.setKey('google', 'k');
      await pass(KEY_SETTLED_MS);
      expect(state().model).toBe('gemini-a');
    });

    it('of an unknown name is warned of once, when it is chosen', () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const { settings } = start({ model: 'mistral-large' });
      settings.setPrompt('Another prompt');
      settings.showProvider('openai');
      expect(warn.mock.calls).toEqual([['Unknown model "mistral-large": taken for one of OpenAI\'s.']]);
      settings.pickModel('gpt-4o');
      settings.pickModel('llama');
      expect(warn).toHaveBeenCalledTimes(2);
      warn.mockRestore();
    });

    it('picked by hand brings its tab to the front and is never replaced', async () => {
      const { settings, state, pass } = start({ keys: keys({ openai: 'k' }) }, { list: () => openaiList });
      settings.pickModel('claude-3-haiku-20240307');
      await pass(0);
      expect(state()).toMatchObject({
        model: 'claude-3-haiku-20240307',
        modelChosen: true,
        shownProvider: 'anthropic',
      });
    });
  });

  describe('key check', () => {
    it('goes from checking to its outcome, and a new key forgets it', async () => {
      const { settings, state, pass } = start({ keys: keys({ openai: 'k' }) });
      settings.checkKey('openai');
      expect(state().keyChecks.openai.outcome).toBe('checking');
      await pass(0);
      expect(state().keyChecks.openai.outcome).toBe('valid');
      settings.setKey('openai', 'k2');
      expect(state().keyChecks.openai.outcome).toBe('unchecked');
    });

    it('of an earlier key is dropped', async () => {
      let answer: (check: KeyCheck) => void = () => {};
      const { settings, state, pass } = start(
        { keys: keys({ openai: 'k' }) },
        {
          check: () =>
            new Promise((resolve) => {
              answer = resolve;
            }),
        },
      );
      settings.checkKey('openai');
      await pass(0);
      settings.setKey('openai', 'k2');
      answer({ outcome: 'valid' });
      await pass(0);
      expect(state().keyChecks.openai.outcome).toBe('unchecked');
    });

    it('that cannot be made says nothing of the key', async () => {
      const load = () => {
        throw new Error('Loading chunk 416 failed');
      };
      const { settings, state, pass } = start({ keys: keys({ openai: 'k' }) }, { load });
      settings.checkKey('openai');
      await pass(0);
      expect(state().keyChecks.openai).toMatchObject({
        outcome: 'unknown',
        failure: { message: 'Loading chunk 416 failed' },
      });
    });

    it('without a key asks nobody', async () => {
      const check = vi.fn();
      const { settings, state, pass } = start({}, { check });
      settings.checkKey('google');
      await pass(0);
      expect(check).not.toHaveBeenCalled();
      expect(state().keyChecks.google.outcome).toBe('unchecked');
    });
  });

  it('forgets all keys, their lists and checks', async () => {
    const { settings, state, pass } = start({ keys: { openai: 'a', anthropic: 'b', google: 'c' } });
    settings.checkKey('anthropic');
    await pass(0);
    settings.forgetKeys();
    expect(state().keys).toEqual({ openai: '', anthropic: '', google: '' });
    expect(Object.values(state().models).map((list) => list.state)).toEqual(['no-key', 'no-key', 'no-key']);
    expect(state().keyChecks.anthropic.outcome).toBe('unchecked');
  });

  it('keeps prompt, concurrency and where keys are kept', () => {
    const { settings, state } = start();
    settings.setPrompt('Other');
    settings.setConcurrency(4);
    settings.setKeepKeys('session');
    expect(state()).toMatchObject({ prompt: 'Other', concurrency: 4, keepKeys: 'session' });
  });

  it('asks nobody any more once disposed', async () => {
    const { settings, listed, pass } = start();
    settings.setKey('openai', 'k');
    settings.dispose();
    await pass(KEY_SETTLED_MS);
    expect(listed).toEqual([]);
  });
});

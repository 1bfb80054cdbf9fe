import { describe, expect, it, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import {
  keysOf as keys,
  live,
  modelOf as model,
  refused,
  startSettings as start,
} from '../../test/settings-harness.ts';
import { modelByName } from '../providers/models.ts';
import type { KeyCheck, ModelListOutcome } from '../providers/provider.ts';
import { KEY_SETTLED_MS } from './create-settings.ts';

describe('createSettings', () => {
  fakeTimersAndConsole();

  it('reads the model list of each existing key at once, and no other', async () => {
    const { listed, state, pass } = start({ keys: keys({ openai: 'a', google: 'g' }) });
    expect(state().models.openai.state).toBe('loading');
    await pass(0);
    expect(listed).toEqual(['openai:a', 'google:g']);
    expect(state().models.anthropic).toEqual({ state: 'no-key' });
  });

  it('trims a key, and reads the list only after typing has stopped', async () => {
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

  it.each([false, true])('refuses a key that no header can carry, and changes nothing (confirmed: %s)', (sure) => {
    const { settings, state } = start({ keys: keys({ openai: 'sk-1' }) });
    expect(settings.setKey('openai', 'sk-ant-ключ', { sure })).toMatchObject({ reason: 'unfit' });
    expect(state().keys.openai).toBe('sk-1');
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

  it.each([
    ['openai', 'gpt-4o'],
    ['anthropic', 'claude-3-5-sonnet-20241022'],
    ['google', 'gemini-2.0-flash-exp'],
  ] as const)(
    '[D5.16][S7.7][S8.4] logs that the list of %s cannot be read, and uses a fixed one',
    async (provider, id) => {
      const { state, pass } = start({ keys: keys({ [provider]: 'k' }) }, { list: () => refused });
      await pass(0);
      const list = state().models[provider];
      expect(list).toMatchObject({ state: 'fallback', failure: { message: 'Incorrect API key' } });
      expect(list.state === 'fallback' && list.models.map((one) => one.id)).toContain(id);
      expect(console.error).toHaveBeenCalledOnce();
    },
  );

  it('uses the fixed list if the provider’s code cannot be loaded', async () => {
    const load = () => {
      throw new Error('Loading chunk 416 failed');
    };
    const { state, pass } = start({ keys: keys({ openai: 'k' }) }, { load });
    await pass(0);
    expect(state().models.openai).toMatchObject({
      state: 'fallback',
      failure: { message: 'Loading chunk 416 failed' },
    });
  });

  describe('model', () => {
    const openaiList = live(
      model('openai', 'gpt-6', 5),
      model('openai', 'gpt-6-mini', 4),
      model('openai', 'gpt-5-mini', 1),
    );

    it('[D5.13] a suggestion replaces a stored model that no longer exists if the person never chose it', async () => {
      const { state, pass } = start({ keys: keys({ openai: 'k' }) }, { list: () => openaiList });
      await pass(0);
      expect(state().model.id).toBe('gpt-6-mini');
      expect(state().modelChosen).toBe(false);
    });

    it('[D5.13] a model that the person chose stays, even if it no longer exists', async () => {
      const { state, pass } = start({ modelChosen: true, keys: keys({ openai: 'k' }) }, { list: () => openaiList });
      await pass(0);
      expect(state().model.id).toBe('gpt-4-0125-preview');
    });

    it('a model stays if the list has it, and if the list could not be read', async () => {
      const inList = start({ model: modelByName('gpt-6'), keys: keys({ openai: 'k' }) }, { list: () => openaiList });
      const noList = start({ keys: keys({ openai: 'k' }) }, { list: () => refused });
      await inList.pass(0);
      expect([inList.state().model.id, noList.state().model.id]).toEqual(['gpt-6', 'gpt-4-0125-preview']);
    });

    it('a model stays when the list of another provider arrives', async () => {
      const { state, pass } = start({ keys: keys({ google: 'k' }) }, { list: () => live(model('google', 'gemini-9')) });
      await pass(0);
      expect(state().model.id).toBe('gpt-4-0125-preview');
    });

    it('[S4.12] the suggested model of a tab is picked when the person opens the tab', async () => {
      const list = live(model('anthropic', 'claude-a'), model('anthropic', 'claude-b-haiku'));
      const { settings, state, pass } = start({ keys: keys({ anthropic: 'k' }) }, { list: () => list });
      await pass(0);
      settings.showProvider('anthropic');
      expect(state()).toMatchObject({
        model: { id: 'claude-b-haiku' },
        shownProvider: 'anthropic',
        modelChosen: false,
      });
    });

    it('[S4.12] the model stays if the opened tab has no model that answers with text', async () => {
      const { settings, state, pass } = start({ keys: keys({ google: 'k' }) }, { list: () => live() });
      await pass(0);
      settings.showProvider('google');
      expect(state()).toMatchObject({
        model: { id: 'gpt-4-0125-preview' },
        shownProvider: 'google',
        awaitsPick: false,
      });
    });

    it('[S4.12] the model stays if the person opens the tab of its own provider', async () => {
      const { settings, state, pass } = start(
        { model: modelByName('gpt-5-mini'), keys: keys({ openai: 'k' }) },
        { list: () => openaiList },
      );
      await pass(0);
      settings.showProvider('google');
      settings.showProvider('openai');
      expect(state().model.id).toBe('gpt-5-mini');
    });

    it('[D5.15] a model is picked later if the key of the shown tab comes later', async () => {
      const { settings, state, pass } = start({}, { list: () => live(model('google', 'gemini-a')) });
      settings.showProvider('google');
      expect(state().model.id).toBe('gpt-4-0125-preview');
      settings.setKey('google', 'k');
      await pass(KEY_SETTLED_MS);
      expect(state().model.id).toBe('gemini-a');
    });

    it('[S4.11] the choice of a model with an unknown name causes one warning', () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const { settings } = start({ model: modelByName('mistral-large') });
      settings.setPrompt('Another prompt');
      settings.showProvider('openai');
      expect(warn.mock.calls).toEqual([['Unknown model "mistral-large": taken for one of OpenAI\'s.']]);
      settings.pickModel(modelByName('gpt-4o'));
      settings.pickModel(modelByName('llama'));
      expect(warn).toHaveBeenCalledTimes(2);
      warn.mockRestore();
    });

    it('[S4.12] the model that a person picks shows its tab and is never replaced', async () => {
      const { settings, state, pass } = start({ keys: keys({ openai: 'k' }) }, { list: () => openaiList });
      settings.pickModel(modelByName('claude-3-haiku-20240307'));
      await pass(0);
      expect(state()).toMatchObject({
        model: { endpoint: 'anthropic', id: 'claude-3-haiku-20240307' },
        modelChosen: true,
        shownProvider: 'anthropic',
      });
    });
  });

  describe('key check', () => {
    it('a key check goes from checking to its outcome, and a new key resets it', async () => {
      const { settings, state, pass } = start({ keys: keys({ openai: 'k' }) });
      settings.checkKey('openai');
      expect(state().keyChecks.openai.outcome).toBe('checking');
      await pass(0);
      expect(state().keyChecks.openai.outcome).toBe('valid');
      settings.setKey('openai', 'k2');
      expect(state().keyChecks.openai.outcome).toBe('unchecked');
    });

    it('drops the outcome of a check of an earlier key', async () => {
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

    it('a key check that fails says nothing about the key', async () => {
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

    it('a key check without a key sends nothing', async () => {
      const check = vi.fn();
      const { settings, state, pass } = start({}, { check });
      settings.checkKey('google');
      await pass(0);
      expect(check).not.toHaveBeenCalled();
      expect(state().keyChecks.google.outcome).toBe('unchecked');
    });
  });

  it('forgets all keys with their lists and checks', async () => {
    const { settings, state, pass } = start({ keys: keys({ openai: 'a', anthropic: 'b', google: 'c' }) });
    settings.checkKey('anthropic');
    await pass(0);
    settings.forgetKeys();
    expect(state().keys).toEqual(keys({}));
    for (const list of Object.values(state().models)) expect(list.state).toBe('no-key');
    expect(state().keyChecks.anthropic.outcome).toBe('unchecked');
  });

  it('changes nothing if there is nothing to forget', () => {
    const { settings, state } = start();
    settings.forgetKeys();
    expect(state().forgetting).toEqual({ times: 1, undoable: false });
  });

  it('sends nothing after it was disposed', async () => {
    const { settings, listed, pass } = start();
    settings.setKey('openai', 'k');
    settings.dispose();
    await pass(KEY_SETTLED_MS);
    expect(listed).toEqual([]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { keysOf, live, modelOf, startSettings } from '../../test/settings-harness.ts';
import { byEndpoint, isLocal, MORE_IDS, type ModelListOutcome } from '../providers/provider.ts';
import { KEY_SETTLED_MS } from './create-settings.ts';
import { DEFAULT_CALLS, missingKey } from './settings.ts';

const ALL_KEYS = byEndpoint((id) => `CANARY-${id}-0a1b`);
const CHAT = { endpoint: 'groq', id: 'chat' } as const;

fakeTimersAndConsole();

describe('who is asked', () => {
  it('at start only the specified providers, and the endpoint of the model, which "more" shows, too, once it is in front', async () => {
    const { listed, state, pass } = startSettings({ keys: ALL_KEYS, model: CHAT, shownProvider: 'openai' });
    await pass(0);
    expect(state().moreEndpoint).toBe('groq');
    expect(listed.map((call) => call.split(':')[0]).toSorted()).toEqual(['anthropic', 'google', 'groq', 'openai']);
  });

  it.each(MORE_IDS)('[D12.3] %s is not asked before somebody chooses it', async (id) => {
    const { settings, listed, pass } = startSettings({ keys: keysOf({ [id]: ALL_KEYS[id] }) });
    await pass(0);
    expect(listed).toEqual([]);
    settings.setKey(id, 'another-key', { sure: true });
    settings.readFailedLists();
    await pass(KEY_SETTLED_MS);
    expect(listed).toEqual([]);
    settings.showProvider(id);
    await pass(0);
    expect(listed).toEqual([`${id}:another-key`]);
  });

  it.each(MORE_IDS)('%s without a key is asked only where it needs none', async (id) => {
    const { settings, listed, pass } = startSettings();
    settings.showProvider(id);
    await pass(0);
    expect(listed).toEqual(isLocal(id) ? [`${id}:`] : []);
  });

  it('once chosen it is not asked again each time its tab is looked at', async () => {
    const { settings, listed, pass } = startSettings({}, { list: (id) => live(modelOf(id, 'm')) });
    for (const id of ['ollama', 'openai', 'ollama'] as const) {
      settings.showProvider(id);
      await pass(0);
    }
    expect(listed).toEqual(['ollama:']);
  });

  it('a model of a server without a key is picked when its list comes', async () => {
    const { settings, state, pass } = startSettings({}, { list: (id) => live(modelOf(id, 'qwen3:8b-instruct')) });
    settings.showProvider('ollama');
    expect(state().awaitsPick).toBe(true);
    await pass(0);
    expect(state().model).toMatchObject({ endpoint: 'ollama', id: 'qwen3:8b-instruct' });
    expect(missingKey(state())).toBeUndefined();
  });

  it('"Unknown model" is said of OpenAI’s alone', () => {
    const warn = vi.spyOn(console, 'warn');
    startSettings({ model: { endpoint: 'ollama', id: 'qwen3:8b' } });
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('the tab "more"', () => {
  it('shows the endpoint that was chosen last, at first the model’s', () => {
    const { settings, state } = startSettings({ model: CHAT });
    expect(state().moreEndpoint).toBe('groq');
    settings.showProvider('xai');
    settings.showProvider('openai');
    expect(state()).toMatchObject({ shownProvider: 'openai', moreEndpoint: 'xai' });
  });
});

describe('an address', () => {
  const A = 'http://localhost:8000/v1';
  const B = 'http://localhost:9000/v1';
  const atA = { keys: keysOf({ local: 'key-of-a' }), calls: { ...DEFAULT_CALLS, addresses: { local: A } } };

  it('that is another one is asked for its models, and its key is dropped; other addresses and choices stay', async () => {
    const calls = { ...DEFAULT_CALLS, halfPrice: true, addresses: { local: A, ollama: A } };
    const { settings, state, listed, pass } = startSettings({ ...atA, calls, model: { endpoint: 'local', id: 'm' } });
    await pass(0);
    settings.setAddress('local', B);
    await pass(0);
    expect(listed).toEqual(['local:key-of-a', 'local:']);
    expect(state().keys.local).toBe('');
    const moved = { ...calls, addresses: { local: B, ollama: A } };
    expect(state().calls).toEqual(moved);
    settings.setCalls({ halfPrice: false });
    expect(state().calls).toEqual({ ...moved, halfPrice: false });
  });

  it('that is the same changes nothing', () => {
    const { settings, state } = startSettings(atA);
    settings.setAddress('local', ` ${A} `);
    expect(state().keys.local).toBe('key-of-a');
  });

  it('[D12.3] and the key that is checked there go together, whichever tab is in front', async () => {
    const check = vi.fn(() => ({ outcome: 'valid' }) as const);
    const keys = keysOf({ openai: 'key-of-openai', local: 'key-of-a' });
    const { settings, pass } = startSettings({ ...atA, keys }, { check });
    settings.checkKey('local');
    await pass(0);
    expect(check.mock.calls).toEqual([['local', 'key-of-a', A]]);
  });

  it('gets no key back that was given for the one before', () => {
    const { settings, state } = startSettings(atA);
    settings.forgetKeys();
    settings.setAddress('local', B);
    settings.bringKeysBack();
    expect(state().keys.local).toBe('');
  });
});

describe('a server without a model', () => {
  const openai = keysOf({ openai: 'k' });
  const NONE = live();

  it('[D12.31] is asked again with the lists that failed, as its tab comes to the front, and as a person comes back', async () => {
    let models: ModelListOutcome = NONE;
    const { settings, listed, state, pass } = startSettings({ keys: openai }, { list: () => models });
    const asked = () => listed.filter((call) => call === 'lmstudio:').length;
    for (const [times, ask] of [
      () => settings.showProvider('lmstudio'),
      () => settings.readFailedLists(),
      () => settings.readFailedLists({ onThisComputer: true }),
      () => settings.showProvider('lmstudio'),
    ].entries()) {
      ask();
      await pass(0);
      expect(asked()).toBe(times + 1);
      expect(state()).toMatchObject({ model: { endpoint: 'openai' }, awaitsPick: false });
    }
    models = live(modelOf('lmstudio', 'gemma'));
    settings.readFailedLists({ onThisComputer: true });
    await pass(0);
    expect(state().model).toMatchObject({ endpoint: 'lmstudio', id: 'gemma' });
    settings.readFailedLists();
    await pass(0);
    expect(asked(), 'it has a model now').toBe(5);
  });

  it('[D12.31] stays in front over a reload, and its model is picked as soon as there is one', async () => {
    const kept = { keys: openai, shownProvider: 'lmstudio' } as const;
    const { state, pass } = startSettings(kept, {
      list: (id) => (id === 'lmstudio' ? live(modelOf(id, 'gemma')) : NONE),
    });
    expect(state()).toMatchObject({ shownProvider: 'lmstudio', moreEndpoint: 'lmstudio' });
    await pass(0);
    expect(state().model).toMatchObject({ endpoint: 'lmstudio', id: 'gemma' });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { keysOf, live, modelOf, startSettings } from '../../test/settings-harness.ts';
import { byEndpoint, COMPATIBLE_ENDPOINT_IDS, isLocal } from '../providers/endpoints.ts';
import type { FailureKind } from '../providers/failure-kinds.ts';
import type { ModelListOutcome } from '../providers/provider.ts';
import { KEY_SETTLED_MS } from './create-settings.ts';
import { availableModels, DEFAULT_CALLS, isEmptyServer, isModelMissing, missingKey } from './settings.ts';

const ALL_KEYS = byEndpoint((id) => `CANARY-${id}-0a1b`);
const CHAT = { endpoint: 'groq', id: 'chat' } as const;

fakeTimersAndConsole();

describe('who is asked', () => {
  it('at start only the specified providers, and the endpoint of the model, which "more" shows, too, once it is in front', async () => {
    const { listed, state, pass } = startSettings({ keys: ALL_KEYS, model: CHAT, shownProvider: 'openai' });
    await pass(0);
    expect(state().compatibleEndpoint).toBe('groq');
    expect(listed.map((call) => call.split(':')[0]).toSorted()).toEqual(['anthropic', 'google', 'groq', 'openai']);
  });

  it.each(COMPATIBLE_ENDPOINT_IDS)('[D12.3] %s is not asked before somebody chooses it', async (id) => {
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

  it.each(COMPATIBLE_ENDPOINT_IDS)('%s without a key is asked only where it needs none', async (id) => {
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
    expect(state().compatibleEndpoint).toBe('groq');
    settings.showProvider('xai');
    settings.showProvider('openai');
    expect(state()).toMatchObject({ shownProvider: 'openai', compatibleEndpoint: 'xai' });
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
    expect(state()).toMatchObject({ shownProvider: 'lmstudio', compatibleEndpoint: 'lmstudio' });
    await pass(0);
    expect(state().model).toMatchObject({ endpoint: 'lmstudio', id: 'gemma' });
  });
});

describe('a server that is not ready yet', () => {
  const openai = keysOf({ openai: 'k' });
  const failed = (kind: FailureKind, message: string, status?: number): ModelListOutcome => ({
    ok: false,
    failure: { kind, message, ...(status !== undefined && { status }) },
  });
  const LOADING = failed('server', 'Loading model', 503);
  const REFUSED = failed('not-running', 'Nothing answers at http://localhost:8080/v1.');
  const READY = live(modelOf('llamacpp', 'gemma'));
  /** The answers of llama.cpp, one after another; the last one stays. */
  const withAnswers = (...answers: readonly ModelListOutcome[]) => {
    let asked = 0;
    const server = startSettings(
      { keys: openai },
      {
        list: (id) =>
          id === 'llamacpp' ? (answers[asked++] ?? (answers.at(-1) as ModelListOutcome)) : live(modelOf(id, 'gpt-9')),
      },
    );
    server.settings.showProvider('llamacpp');
    return { ...server, asked: () => asked };
  };

  it.each<[what: string, answers: readonly ModelListOutcome[]]>([
    ['it loads its model', [LOADING, LOADING, LOADING, LOADING, READY]],
    ['another server does, in its words', [failed('server', 'The model is currently loading', 500), READY]],
    ['it says so with success', [failed('malformed', 'model is loading', 200), READY]],
    ['a gateway has no server behind it yet', [failed('server', 'Bad Gateway', 502), READY]],
    ['nothing answers, then it loads', [REFUSED, LOADING, READY]],
    ['it loads, ends, and is started again', [LOADING, REFUSED, REFUSED, LOADING, READY]],
    ['it takes too long', [failed('timeout', 'Request timed out.'), READY]],
    ['the connection breaks', [failed('connection', 'Connection error.'), READY]],
  ])('[D12.45] is asked until it is, and its model is picked: %s', async (_, answers) => {
    const { state, pass, asked } = withAnswers(...answers);
    await pass(5 * 60_000);
    expect(asked()).toBe(answers.length);
    expect(state()).toMatchObject({ model: { endpoint: 'llamacpp', id: 'gemma' }, awaitsPick: false });
    await pass(5 * 60_000);
    expect(asked(), 'a list that is there is not asked for again').toBe(answers.length);
  });

  it('[D12.45] is logged once for each thing that it says, and its list is not "loading" in between', async () => {
    const log = vi.spyOn(console, 'error');
    const { settings, pass, asked } = withAnswers(LOADING, LOADING, LOADING, REFUSED);
    await pass(0);
    const states: string[] = [];
    settings.store.subscribe(({ models }) => states.push(models.llamacpp.state));
    await pass(8_000);
    expect(asked()).toBe(4);
    expect(log).toHaveBeenCalledTimes(2);
    expect(new Set(states)).toEqual(new Set(['fallback']));
  });

  it.each<[what: string, answer: ModelListOutcome]>([
    ['it wants a key', failed('bad-key', 'Invalid API Key', 401)],
    ['the browser forbids it', failed('local-blocked', 'Safari lets no page reach it.')],
    ['it has no list', failed('model-not-found', 'Not Found', 404)],
    ['its answer is no list', failed('malformed', 'Unexpected response format', 200)],
  ])('[D12.45] is not asked again by itself where that does not help: %s', async (_, answer) => {
    const { pass, asked } = withAnswers(answer);
    await pass(5 * 60_000);
    expect(asked()).toBe(1);
  });

  it('[D12.45] is not asked once another one is in front, and is asked less and less often where nothing answers', async () => {
    const { settings, pass, asked } = withAnswers(REFUSED);
    await pass(10 * 60_000);
    expect(asked()).toBeLessThan(14);
    settings.showProvider('openai');
    const before = asked();
    await pass(10 * 60_000);
    expect(asked()).toBe(before);
    settings.showProvider('llamacpp');
    await pass(0);
    expect(asked()).toBe(before + 1);
  });

  it('[D12.45] a provider on the internet is not asked again by itself', async () => {
    const { listed, pass } = startSettings({ keys: openai }, { list: () => LOADING });
    await pass(10 * 60_000);
    expect(listed).toEqual(['openai:k']);
  });
});

describe('a server that lists only what does not seem to chat', () => {
  const leftOut = [modelOf('ollama', 'bge-m3'), modelOf('ollama', 'openai/*'), modelOf('ollama', 'unnamed')];

  it('[D12.44] is not empty, nothing of it is picked by itself, and a person can pick it', async () => {
    const { settings, state, pass } = startSettings(
      { keys: keysOf({ openai: 'k' }) },
      { list: (id) => (id === 'ollama' ? { ok: true, models: [], leftOut } : live(modelOf(id, 'gpt-9'))) },
    );
    settings.showProvider('ollama');
    await pass(0);
    expect(isEmptyServer(state(), 'ollama')).toBe(false);
    expect(state().model.endpoint).toBe('openai');
    expect(availableModels(state(), 'ollama').map(({ id }) => id)).toEqual(['bge-m3', 'unnamed']);
    settings.pickModel({ endpoint: 'ollama', id: 'unnamed' });
    expect(isModelMissing(state())).toBe(false);
  });
});

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

describe('which endpoints are asked for their model lists', () => {
  it('at the start asks only the specified providers, and the endpoint of the model, for their lists', async () => {
    const { listed, state, pass } = startSettings({ keys: ALL_KEYS, model: CHAT, shownProvider: 'openai' });
    await pass(0);
    expect(state().compatibleEndpoint).toBe('groq');
    expect(listed.map((call) => call.split(':')[0]).toSorted()).toEqual(['anthropic', 'google', 'groq', 'openai']);
  });

  it.each(COMPATIBLE_ENDPOINT_IDS)('[D12.3] %s is not asked for its list before the person chooses it', async (id) => {
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

  it.each(COMPATIBLE_ENDPOINT_IDS)('%s without a key is asked for its list only if it needs none', async (id) => {
    const { settings, listed, pass } = startSettings();
    settings.showProvider(id);
    await pass(0);
    expect(listed).toEqual(isLocal(id) ? [`${id}:`] : []);
  });

  it('does not ask a chosen endpoint for its list each time the person opens its tab', async () => {
    const { settings, listed, pass } = startSettings({}, { list: (id) => live(modelOf(id, 'm')) });
    for (const id of ['ollama', 'openai', 'ollama'] as const) {
      settings.showProvider(id);
      await pass(0);
    }
    expect(listed).toEqual(['ollama:']);
  });

  it('picks a model of a server without a key when its list arrives', async () => {
    const { settings, state, pass } = startSettings({}, { list: (id) => live(modelOf(id, 'qwen3:8b-instruct')) });
    settings.showProvider('ollama');
    expect(state().awaitsPick).toBe(true);
    await pass(0);
    expect(state().model).toMatchObject({ endpoint: 'ollama', id: 'qwen3:8b-instruct' });
    expect(missingKey(state())).toBeUndefined();
  });

  it('only a model of OpenAI can cause the warning "Unknown model"', () => {
    const warn = vi.spyOn(console, 'warn');
    startSettings({ model: { endpoint: 'ollama', id: 'qwen3:8b' } });
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('the tab "more"', () => {
  it('the tab "more" shows the endpoint that was chosen last; before any choice, that of the model', () => {
    const { settings, state } = startSettings({ model: CHAT });
    expect(state().compatibleEndpoint).toBe('groq');
    settings.showProvider('xai');
    settings.showProvider('openai');
    expect(state()).toMatchObject({ shownProvider: 'openai', compatibleEndpoint: 'xai' });
  });
});

describe('the address of a server', () => {
  const A = 'http://localhost:8000/v1';
  const B = 'http://localhost:9000/v1';
  const atA = { keys: keysOf({ local: 'key-of-a' }), calls: { ...DEFAULT_CALLS, addresses: { local: A } } };

  it('a new address of a server brings a new model list and drops its key; other addresses and choices stay', async () => {
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

  it('the same address entered again changes nothing', () => {
    const { settings, state } = startSettings(atA);
    settings.setAddress('local', ` ${A} `);
    expect(state().keys.local).toBe('key-of-a');
  });

  it('[D12.3] an address is sent only the key that belongs to it, whichever tab is shown', async () => {
    const check = vi.fn(() => ({ outcome: 'valid' }) as const);
    const keys = keysOf({ openai: 'key-of-openai', local: 'key-of-a' });
    const { settings, pass } = startSettings({ ...atA, keys }, { check });
    settings.checkKey('local');
    await pass(0);
    expect(check.mock.calls).toEqual([['local', 'key-of-a', A]]);
  });

  it('Undo does not give a new address the key of the earlier one', () => {
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

  it('[D12.31] asks a server without a model again when failed lists are read again, when its tab opens, and when the person returns', async () => {
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

  it('[D12.31] a server without a model stays the shown tab after a reload, and its model is picked as soon as it has one', async () => {
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
  /** Gives llama.cpp's answers one after another. The last answer repeats. */
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
    ['it is loading its model', [LOADING, LOADING, LOADING, LOADING, READY]],
    ['another server is loading, with its own words', [failed('server', 'The model is currently loading', 500), READY]],
    ['it says with status 200 that it is loading', [failed('malformed', 'model is loading', 200), READY]],
    ['it is a gateway whose server is not there yet', [failed('server', 'Bad Gateway', 502), READY]],
    ['nothing answers, then it is loading', [REFUSED, LOADING, READY]],
    ['it is loading, stops, and is started again', [LOADING, REFUSED, REFUSED, LOADING, READY]],
    ['its answer takes too long', [failed('timeout', 'Request timed out.'), READY]],
    ['the connection breaks', [failed('connection', 'Connection error.'), READY]],
  ])('[D12.45] asks a server until it is ready, and picks its model: %s', async (_, answers) => {
    const { state, pass, asked } = withAnswers(...answers);
    await pass(5 * 60_000);
    expect(asked()).toBe(answers.length);
    expect(state()).toMatchObject({ model: { endpoint: 'llamacpp', id: 'gemma' }, awaitsPick: false });
    await pass(5 * 60_000);
    expect(asked(), 'a list that is there is not asked for again').toBe(answers.length);
  });

  it('[D12.45] logs each different message of a server once, and its list never returns to "loading"', async () => {
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
    ['it requires a key', failed('bad-key', 'Invalid API Key', 401)],
    ['the browser blocks it', failed('local-blocked', 'Safari lets no page reach it.')],
    ['it has no list', failed('model-not-found', 'Not Found', 404)],
    ['its answer is not a list', failed('malformed', 'Unexpected response format', 200)],
  ])('[D12.45] does not ask a server again automatically if that cannot help: %s', async (_, answer) => {
    const { pass, asked } = withAnswers(answer);
    await pass(5 * 60_000);
    expect(asked()).toBe(1);
  });

  it('[D12.45] does not ask a server while another tab is shown, and less and less often if nothing answers', async () => {
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

  it('[D12.45] does not ask a provider on the internet again automatically', async () => {
    const { listed, pass } = startSettings({ keys: openai }, { list: () => LOADING });
    await pass(10 * 60_000);
    expect(listed).toEqual(['openai:k']);
  });
});

describe('a server whose list has only models that do not seem to chat', () => {
  const leftOut = [modelOf('ollama', 'bge-m3'), modelOf('ollama', 'openai/*'), modelOf('ollama', 'unnamed')];

  it('[D12.44] a server with only models that do not seem to chat is not empty: a person can pick one, but none is picked automatically', async () => {
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

import { describe, expect, it, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { fakeTimerClock } from '../../test/session-harness.ts';
import { keysOf, live, modelOf, startSettings } from '../../test/settings-harness.ts';
import type { EndpointId } from '../providers/endpoints.ts';
import type { ModelListOutcome, ProviderFailure } from '../providers/provider.ts';
import { KEY_SETTLED_MS } from './create-settings.ts';
import { UNDO_FORGETTING_MS } from './held-back-keys.ts';
import { whenModelSettled } from './model-settled.ts';
import type { Settings } from './settings.ts';

const KEY_REFUSED: ProviderFailure = { kind: 'bad-key', message: 'Incorrect API key', status: 401 };
const failedWith = (failure: ProviderFailure): ModelListOutcome => ({ ok: false, failure });

fakeTimersAndConsole();

describe('a key that looks like another provider’s', () => {
  it('[D5.2] a key that looks like another provider’s is neither stored nor sent until the person confirms it', async () => {
    const { settings, state, listed, pass } = startSettings();
    expect(settings.setKey('openai', ' sk-ant-0a ')).toEqual({ reason: 'other-provider', owner: 'anthropic' });
    await pass(KEY_SETTLED_MS);
    expect([state().keys.openai, listed]).toEqual(['', []]);
    expect(settings.setKey('openai', 'sk-ant-0a', { sure: true })).toBeUndefined();
    await pass(KEY_SETTLED_MS);
    expect([state().keys.openai, listed]).toEqual(['sk-ant-0a', ['openai:sk-ant-0a']]);
  });

  it('[D5.2] a changed key needs a new confirmation: the answer was for one text', () => {
    const { settings, state } = startSettings();
    settings.setKey('openai', 'sk-ant-0a', { sure: true });
    expect(settings.setKey('openai', 'sk-ant-0a1')).toEqual({ reason: 'other-provider', owner: 'anthropic' });
    expect(settings.setKey('openai', 'AIza0b')).toEqual({ reason: 'other-provider', owner: 'google' });
    expect(settings.setKey('openai', 'sk-ant-0a')).toBeUndefined();
    expect(state().keys.openai).toBe('sk-ant-0a');
  });

  it('a stored doubtful key is not sent until the person answers, and the answer picks no model', async () => {
    const doubtfulKeys = keysOf({ google: 'sk-ant-0a' });
    const { settings, state, listed, pass } = startSettings({ doubtfulKeys });
    await pass(KEY_SETTLED_MS);
    settings.checkKey('google');
    settings.readFailedLists();
    await pass(0);
    expect([listed, state().shownProvider]).toEqual([[], 'google']);
    settings.setKey('google', 'sk-ant-0a', { sure: true });
    await pass(KEY_SETTLED_MS);
    expect(listed).toEqual(['google:sk-ant-0a']);
    expect(state()).toMatchObject({ doubtfulKeys: keysOf({}), model: { id: 'gpt-4-0125-preview' }, awaitsPick: false });
  });

  it('a doubtful key is no longer held back when its field is emptied or gets another key', () => {
    for (const key of ['', 'sk-proj-0a']) {
      const { settings, state } = startSettings({ doubtfulKeys: keysOf({ openai: 'AIza0b' }) });
      settings.setKey('openai', key);
      expect(state()).toMatchObject({ keys: keysOf({ openai: key }), doubtfulKeys: keysOf({}) });
    }
  });

  it('[D5.3] after “use it there” a doubtful key is no longer held back, even if the field of its provider has the same key already', () => {
    const [keys, doubtfulKeys] = [keysOf({ anthropic: 'sk-ant-0a' }), keysOf({ openai: 'sk-ant-0a' })];
    const { settings, state } = startSettings({ keys, doubtfulKeys });
    settings.setKey('anthropic', 'sk-ant-0a', { sure: true });
    expect(state()).toMatchObject({ keys, doubtfulKeys: keysOf({}) });
  });

  it('a key is not stored or sent in part while a person types it slowly', async () => {
    const { settings, state, listed, pass } = startSettings({ keys: keysOf({ google: 'before' }) });
    await pass(0);
    for (const provider of ['openai', 'google'] as const) {
      for (let length = 1; length <= 'sk-ant-0a'.length; length++) {
        expect(settings.setKey(provider, 'sk-ant-0a'.slice(0, length))).toBeDefined();
        await pass(KEY_SETTLED_MS);
      }
    }
    expect(listed).toEqual(['google:before']);
    expect(state().keys).toEqual(keysOf({ google: 'before' }));
  });
});

describe('a key that its provider refuses', () => {
  it('[D5.8] learns from the model list that a key is refused, and does not send it again', async () => {
    const { settings, state, listed, pass } = startSettings(
      { keys: keysOf({ openai: 'k' }) },
      { list: () => failedWith(KEY_REFUSED) },
    );
    await pass(0);
    expect(state().keyChecks.openai).toEqual({ outcome: 'invalid', failure: KEY_REFUSED });
    settings.readFailedLists();
    await pass(0);
    expect(listed).toEqual(['openai:k']);
  });

  it('learns from a translation that a key is refused, unless the key has changed since the call', () => {
    const { settings, state } = startSettings({ keys: keysOf({ openai: 'new' }) });
    settings.noteRefusedKey('openai', 'old', KEY_REFUSED);
    expect(state().keyChecks.openai.outcome).toBe('unchecked');
    settings.noteRefusedKey('openai', 'new', { ...KEY_REFUSED, status: 403 });
    expect(state().keyChecks.openai.outcome, 'it may not do this one thing').toBe('unchecked');
    settings.noteRefusedKey('openai', 'new', KEY_REFUSED);
    expect(state().keyChecks.openai.outcome).toBe('invalid');
  });

  it('a key no longer counts as refused when its model list arrives', async () => {
    const { settings, state, pass } = startSettings({ keys: keysOf({ openai: 'k' }) }, { list: () => live() });
    settings.noteRefusedKey('openai', 'k', KEY_REFUSED);
    await pass(0);
    expect(state().keyChecks.openai.outcome).toBe('unchecked');
  });
});

describe('a model list that could not be read', () => {
  it('[D5.8] reads a failed model list again on request, by one call at a time', async () => {
    const answers: ModelListOutcome[] = [refusedForNow, live(modelOf('openai', 'gpt-9'))];
    const { settings, state, listed, pass } = startSettings(
      { keys: keysOf({ openai: 'k' }) },
      { list: () => answers.shift() ?? live() },
    );
    await pass(0);
    settings.readFailedLists();
    settings.readFailedLists();
    await pass(0);
    expect(listed).toEqual(['openai:k', 'openai:k']);
    expect(state().models.openai.state).toBe('live');
    settings.readFailedLists();
    await pass(0);
    expect(listed).toHaveLength(2);
  });
});

const whenSettled = (settings: ReturnType<typeof startSettings>['settings'], { signal } = new AbortController()) =>
  whenModelSettled(settings.store, fakeTimerClock, signal);
const refusedForNow = failedWith({ kind: 'server', message: 'Overloaded', status: 503 });

describe('whenModelSettled', () => {
  const slowList = (ms: number) => () =>
    new Promise<ModelListOutcome>((resolve) => setTimeout(() => resolve(live(modelOf('google', 'gemini-9'))), ms));

  it('waits five seconds at most for the list of the model’s own provider', async () => {
    const { settings, pass } = startSettings({ keys: keysOf({ openai: 'k' }) }, { list: slowList(60_000) });
    const settled = vi.fn();
    void whenSettled(settings).then(settled);
    await pass(4_999);
    expect(settled).not.toHaveBeenCalled();
    await pass(1);
    expect(settled).toHaveBeenCalled();
  });

  it('[D5.15] waits without a limit if a model of the shown provider will be picked: the present one is another provider’s', async () => {
    const keys = keysOf({ openai: 'k', google: 'g' });
    const { settings, state, pass } = startSettings({ keys }, { list: slowList(60_000) });
    settings.showProvider('google');
    expect(state().awaitsPick).toBe(true);
    const settled = vi.fn();
    void whenSettled(settings).then(settled);
    await pass(59_999);
    expect(settled).not.toHaveBeenCalled();
    await pass(1);
    expect(settled).toHaveBeenCalled();
    expect(state()).toMatchObject({ model: { id: 'gemini-9' }, awaitsPick: false });
  });

  it.each<[string, ModelListOutcome, (settings: ReturnType<typeof startSettings>['settings']) => void, string]>([
    ['the list has no model that translates', live(), () => {}, 'its list has no model that translates'],
    [
      'the person removed the key',
      live(modelOf('google', 'gemini-9')),
      (settings) => settings.setKey('google', ''),
      'it no longer has a key',
    ],
  ])(
    'reports that no model could be picked, so that nothing goes to the earlier provider: %s',
    async (_, outcome, meanwhile, reason) => {
      const keys = keysOf({ openai: 'k', google: 'g' });
      const list = (provider: EndpointId) =>
        provider === 'google'
          ? new Promise<ModelListOutcome>((resolve) => setTimeout(() => resolve(outcome), 8_000))
          : live(modelOf(provider, 'gpt-4-0125-preview'));
      const { settings, pass } = startSettings({ keys }, { list });
      settings.showProvider('google');
      const settled = whenSettled(settings);
      await pass(7_000);
      meanwhile(settings);
      await pass(1_000);
      expect(await settled).toEqual({
        kind: 'model-not-found',
        message: `No model of Google could be chosen: ${reason}. Nothing was sent to another provider.`,
      });
    },
  );

  it('uses the fixed list of the same provider if the awaited list cannot be read', async () => {
    const keys = keysOf({ openai: 'k', google: 'g' });
    const { settings, state, pass } = startSettings({ keys }, { list: async () => refusedForNow });
    settings.showProvider('google');
    const settled = whenSettled(settings);
    await pass(0);
    expect(await settled).toBeUndefined();
    expect(state().model.id).toMatch(/^gemini/);
  });

  it('ends when the signal aborts, and when the person returns to the tab of the model', async () => {
    const keys = keysOf({ google: 'g' });
    const { settings, pass } = startSettings({ keys }, { list: slowList(60_000) });
    settings.showProvider('google');
    const [stopped, left] = [vi.fn(), vi.fn()];
    const controller = new AbortController();
    void whenSettled(settings, controller).then(stopped);
    void whenSettled(settings).then(left);
    controller.abort();
    await pass(0);
    expect([stopped.mock.calls.length, left.mock.calls.length]).toEqual([1, 0]);
    settings.showProvider('openai');
    await pass(0);
    expect(left).toHaveBeenCalled();
  });
});

describe('a key that was replaced by the answer to a question', () => {
  const KEYS = keysOf({ openai: 'sk-old', google: 'g' });
  const replace = ({ settings }: ReturnType<typeof startSettings>) =>
    settings.setKey('openai', 'sk-proj-0a', { sure: true });

  it('[D5.11] Undo brings back a replaced key, and also the key that was held back', () => {
    const kept = { keys: keysOf({ openai: 'sk-old' }), doubtfulKeys: keysOf({ google: 'sk-proj-0a' }) };
    const started = startSettings(kept);
    replace(started);
    expect(started.state()).toMatchObject({ keys: keysOf({ openai: 'sk-proj-0a' }), doubtfulKeys: keysOf({}) });
    expect(started.state().forgetting).toMatchObject({ undoable: true, replaced: 'openai' });
    started.settings.bringKeysBack();
    expect(started.state()).toMatchObject(kept);
    expect(started.state().forgetting).toEqual({ times: 0, undoable: false });
  });

  it.each<[string, (settings: ReturnType<typeof startSettings>) => unknown]>([
    ['after 30 s', ({ pass }) => pass(UNDO_FORGETTING_MS)],
    [
      'after another key was removed, because Undo would bring that back, too',
      ({ settings }) => settings.setKey('google', ''),
    ],
    [
      'after another tab forgot all keys',
      ({ settings }) => {
        settings.forgetKeys();
        settings.dropForgottenKeys();
      },
    ],
  ])('[D5.11] a replaced key does not come back %s', async (_, end) => {
    const started = startSettings({ keys: KEYS });
    replace(started);
    await end(started);
    const { keys } = started.state();
    started.settings.bringKeysBack();
    expect(started.state().keys).toEqual(keys);
    expect(started.state().forgetting.undoable).toBe(false);
  });
});

describe('forgotten keys', () => {
  const KEYS = keysOf({ openai: 'a', google: 'g' });

  it('forgotten keys come back with Undo once, and their model lists are read again', async () => {
    const { settings, state, listed, pass } = startSettings({ keys: KEYS });
    await pass(0);
    settings.forgetKeys();
    expect(state().forgetting).toEqual({ times: 1, undoable: true });
    listed.length = 0;
    settings.bringKeysBack();
    await pass(0);
    expect(state().keys).toEqual(KEYS);
    expect(listed).toEqual(['openai:a', 'google:g']);
    expect(state().forgetting.undoable).toBe(false);
    settings.setKey('openai', '');
    settings.bringKeysBack();
    expect(state().keys.openai).toBe('');
  });

  it.each<[string, (settings: ReturnType<typeof startSettings>) => unknown]>([
    ['after 30 s', ({ pass }) => pass(UNDO_FORGETTING_MS)],
    ['after the person dismissed the offer', ({ settings }) => settings.dropForgottenKeys()],
    ['after a key was entered', ({ settings }) => settings.setKey('anthropic', 'new')],
    ['after a sleep, even before the timer fires', () => vi.setSystemTime(Date.now() + UNDO_FORGETTING_MS)],
  ])('[D5.10] forgotten keys cannot come back %s', async (_, end) => {
    const started = startSettings({ keys: KEYS });
    const { settings, state } = started;
    settings.forgetKeys();
    await end(started);
    settings.bringKeysBack();
    expect(state().forgetting.undoable).toBe(false);
    expect(state().keys.openai).toBe('');
  });
});

it('[D5.9] a prompt that was reset comes back, and a second Undo brings back what was written after the reset', () => {
  const { settings, state } = startSettings({ prompt: 'Into Welsh.' });
  settings.resetPrompt();
  expect(state().prompt).toContain('informal Portuguese');
  settings.setPrompt('Into Cornish.');
  settings.bringPromptBack();
  expect(state()).toMatchObject({ prompt: 'Into Welsh.', earlierPrompt: 'Into Cornish.' });
  settings.setPrompt(' ');
  settings.resetPrompt();
  settings.bringPromptBack();
  expect(state(), 'an empty prompt is not worth keeping').toMatchObject({
    prompt: 'Into Cornish.',
    earlierPrompt: null,
  });
});

it.each([
  ['a reset', (settings: Settings) => settings.resetPrompt()],
  ['the prompt of a project', (settings: Settings) => settings.stopFollowing('Translate from English into Welsh.')],
])(
  '[D11.20] %s ends what was chosen in the fields for the prompt before, and keeps the prompts with a name',
  (_, replace) => {
    const { settings, state } = startSettings({ prompt: 'Into Welsh.' });
    const kept = { toneChosen: 'formal', recent: ['de'], prompts: [{ name: 'Mine', text: 'Into Cornish.' }] } as const;
    settings.setLanguages({ ...kept, from: 'fr', into: 'de', tone: 'formal' });
    replace(settings);
    expect(state().languages).toEqual({ ...kept, from: null, into: null, tone: null });
  },
);

import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeStorage, type FakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { keysOf } from '../../test/settings-harness.ts';
import { DEFAULT_PROMPT } from '../languages/standard-prompt.ts';
import { modelByName } from '../providers/models.ts';
import { DEFAULT_CALLS, type KeptSettings, type SettingsState } from '../settings/settings.ts';
import { createSettingsStorage } from './settings-storage.ts';

/** Two tabs write the same settings: neither restores an old value from memory over the other's change. */

let storage: FakeStorage;

beforeEach(() => {
  vi.useFakeTimers();
  storage = createFakeStorage();
});

/** `tabStorage`: that of the tab before its reload. */
function openTab(tabStorage = createFakeStorage()) {
  const persistence = createSettingsStorage({ storage, tabStorage, onProblem: () => {} });
  let state = persistence.load();
  return {
    tabStorage,
    state: () => state,
    change(next: Partial<Pick<SettingsState, keyof KeptSettings | 'forgetting'>>) {
      state = { ...state, ...next };
      persistence.save(state);
    },
    /** What the page does at a storage event. */
    hear() {
      state = { ...state, ...persistence.loadShared() };
      persistence.save(state);
    },
    concerns: persistence.concerns,
  };
}
const NO_KEYS = keysOf({});

/** The second of two tabs has stored its model over the first one's, which has heard of it. */
function chooseInTwo() {
  const [first, second] = [openTab(), openTab()];
  first.change({ model: modelByName('gpt-4o'), modelChosen: true });
  vi.advanceTimersByTime(250);
  second.change({ model: modelByName('claude-haiku-5-5'), modelChosen: true });
  vi.advanceTimersByTime(250);
  first.hear();
  return { first, second };
}

test('what waits to be written survives another tab’s change, and the other way round', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ prompt: 'typed a moment ago' });
  second.change({ keys: { ...NO_KEYS, google: 'AIza-theirs' } });
  first.hear();
  expect(first.state()).toMatchObject({ prompt: 'typed a moment ago', keys: { google: 'AIza-theirs' } });
  vi.advanceTimersByTime(250);
  second.hear();
  expect(second.state()).toEqual(first.state());
  expect(openTab().state()).toEqual(first.state());
});

test('what a full storage refused stays in use when another tab has written, and is written as soon as there is room', () => {
  const [first, second] = [openTab(), openTab()];
  storage.fault = () => QUOTA_ERRORS[0];
  first.change({ prompt: 'typed in a full storage' });
  vi.advanceTimersByTime(250);
  storage.fault = undefined;
  second.change({ concurrency: 3 });
  vi.advanceTimersByTime(250);
  first.hear();
  expect(first.state()).toMatchObject({ prompt: 'typed in a full storage', concurrency: 3 });
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ prompt: 'typed in a full storage', concurrency: 3 });
});

/** Makes a change in a tab at a time when the storage is full. */
function changeInFull(tab: ReturnType<typeof openTab>, next: Parameters<typeof tab.change>[0]): void {
  storage.fault = () => QUOTA_ERRORS[0];
  tab.change(next);
  vi.advanceTimersByTime(250);
  storage.fault = undefined;
}

test.each([true, false])(
  'what another tab stores after a full storage refused a change here is newer (heard: %s)',
  (isHeard) => {
    const [first, second] = [openTab(), openTab()];
    changeInFull(first, { prompt: 'refused', concurrency: 7 });
    second.change({ prompt: 'newer' });
    vi.advanceTimersByTime(250);
    if (isHeard) first.hear();
    first.change({ model: modelByName('gpt-4o'), modelChosen: true });
    vi.advanceTimersByTime(250);
    first.hear();
    expect(openTab().state(), 'the other change is tried again').toMatchObject({ prompt: 'newer', concurrency: 7 });
    expect(first.state()).toMatchObject({ prompt: 'newer', concurrency: 7 });
  },
);

test('what was refused and is changed again here is stored, whatever another tab has stored between', () => {
  const [first, second] = [openTab(), openTab()];
  changeInFull(first, { prompt: 'refused' });
  second.change({ prompt: 'theirs' });
  vi.advanceTimersByTime(250);
  first.change({ prompt: 'typed last' });
  vi.advanceTimersByTime(250);
  expect(openTab().state().prompt).toBe('typed last');
});

test('of how calls are made, each part is kept: the one refused here, and the one that another tab has stored since', () => {
  const [first, second] = [openTab(), openTab()];
  changeInFull(first, {
    calls: { ...DEFAULT_CALLS, thinking: 'more', addresses: { ollama: 'http://127.0.0.1:1/v1' } },
  });
  const theirs = { local: 'http://127.0.0.1:9/v1', ollama: 'http://127.0.0.1:2/v1' };
  second.change({ calls: { ...DEFAULT_CALLS, addresses: theirs } });
  vi.advanceTimersByTime(250);
  first.hear();
  vi.advanceTimersByTime(250);
  const calls = { ...DEFAULT_CALLS, thinking: 'more', addresses: theirs };
  expect(first.state().calls).toEqual(calls);
  expect(openTab().state().calls).toEqual(calls);
});

test('an address that another tab stores while something else of calls waits here is kept', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ calls: { ...DEFAULT_CALLS, halfPrice: true } });
  second.change({ calls: { ...DEFAULT_CALLS, addresses: { local: 'http://127.0.0.1:9/v1' } } });
  vi.advanceTimersByTime(250);
  const calls = { ...DEFAULT_CALLS, halfPrice: true, addresses: { local: 'http://127.0.0.1:9/v1' } };
  expect(openTab().state().calls).toEqual(calls);
});

test('a refused "stored" brings no session-only key into local storage after another tab chose "only for this session" anew', () => {
  const first = openTab();
  first.change({ keepKeys: 'session', keys: keysOf({ openai: 'sk-CANARY' }) });
  const second = openTab();
  changeInFull(first, { keepKeys: 'stored' });
  second.change({ keepKeys: 'stored' });
  second.change({ keepKeys: 'session', keys: keysOf({ google: 'AIza-CANARY' }) });
  for (const tab of [first, second]) {
    tab.hear();
    vi.advanceTimersByTime(250);
  }
  expect([...storage.texts.values()].join(' ')).not.toContain('CANARY');
  expect(first.state()).toMatchObject({ keepKeys: 'session', keys: { openai: 'sk-CANARY' } });
  expect(second.state()).toMatchObject({ keepKeys: 'session', keys: { google: 'AIza-CANARY' } });
  expect(openTab(first.tabStorage).state().keys.openai).toBe('sk-CANARY');
});

test('"only for this session" refused by a full storage still holds when another tab has written', () => {
  const first = openTab();
  first.change({ keys: keysOf({ openai: 'sk-CANARY' }) });
  changeInFull(first, { keepKeys: 'session' });
  openTab().change({ concurrency: 3 });
  vi.advanceTimersByTime(250);
  first.hear();
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ keepKeys: 'session', concurrency: 3 });
  expect([...storage.texts.values()].join(' ')).not.toContain('CANARY');
});

test('a key that a full storage refused is not stored over the one that another tab has stored since', () => {
  openTab().change({ keys: keysOf({ openai: 'sk-0' }) });
  const [first, second] = [openTab(), openTab()];
  changeInFull(first, { keys: keysOf({ openai: 'sk-refused' }) });
  second.change({ keys: keysOf({ openai: 'sk-newer' }) });
  first.change({ concurrency: 3 });
  vi.advanceTimersByTime(250);
  expect(storage.getItem('openaiKey')).toBe('sk-newer');
});

test('what is typed and taken back within a quarter of a second is no change: another tab’s stays', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ prompt: 'before' });
  vi.advanceTimersByTime(250);
  second.hear();
  first.change({ prompt: 'before x' });
  first.change({ prompt: 'before' });
  second.change({ prompt: 'theirs' });
  vi.advanceTimersByTime(250);
  first.hear();
  vi.advanceTimersByTime(250);
  for (const tab of [first, second, openTab()]) expect(tab.state().prompt).toBe('theirs');
});

test('[D5.6] a model that was deleted from the storage is not made anew of this tab’s own', () => {
  const { first } = chooseInTwo();
  storage.texts.delete('model');
  first.hear();
  vi.advanceTimersByTime(250);
  first.change({ prompt: 'mine' });
  vi.advanceTimersByTime(250);
  expect(storage.getItem('model')).toBeNull();
  expect(openTab(first.tabStorage).state()).toMatchObject({ model: modelByName('gpt-4o'), modelChosen: true });
});

test.each([true, false])(
  'a model that another program stores while nothing else is stored counts as chosen (heard: %s)',
  (isHeard) => {
    const tab = openTab();
    storage.texts.set('model', 'gpt-4o');
    if (isHeard) tab.hear();
    tab.change({ prompt: 'mine' });
    vi.advanceTimersByTime(250);
    expect(openTab().state()).toMatchObject({ model: modelByName('gpt-4o'), modelChosen: true, prompt: 'mine' });
  },
);

test('a model chosen here stays when the other tab saves its prompt', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ model: modelByName('gpt-4o'), modelChosen: true });
  second.change({ prompt: 'theirs' });
  vi.advanceTimersByTime(250);
  first.hear();
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ model: modelByName('gpt-4o'), modelChosen: true });
});

test('[D5.6] a model chosen in another tab stays stored, whatever is changed here with another model', () => {
  const { first, second } = chooseInTwo();
  expect(first.state().model.id).toBe('gpt-4o');
  first.change({ prompt: 'mine', concurrency: 3 });
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ model: modelByName('claude-haiku-5-5'), prompt: 'mine', concurrency: 3 });
  second.hear();
  expect(second.state()).toMatchObject({ model: modelByName('claude-haiku-5-5'), prompt: 'mine' });
});

test('[D5.6] a tab in which nobody chose a model, and for which there is no key, begins with what was chosen elsewhere', () => {
  const [first, second] = [openTab(), openTab()];
  second.change({ model: modelByName('claude-opus-5'), modelChosen: true, keys: keysOf({ anthropic: 'sk-ant-1' }) });
  vi.advanceTimersByTime(250);
  first.hear();
  expect(openTab(first.tabStorage).state()).toMatchObject({ model: modelByName('claude-opus-5'), modelChosen: true });
});

test('[D5.6] a model that was only suggested here is not stored over one that was chosen elsewhere', () => {
  const [first, second] = [openTab(), openTab()];
  second.change({ model: modelByName('claude-opus-5'), modelChosen: true });
  vi.advanceTimersByTime(250);
  first.hear();
  first.change({ model: modelByName('gpt-5.4-mini'), keys: keysOf({ openai: 'sk-1' }) });
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ model: modelByName('claude-opus-5'), modelChosen: true });
  expect(openTab(first.tabStorage).state(), 'it stays where it is in use').toMatchObject({
    model: modelByName('gpt-5.4-mini'),
    modelChosen: false,
  });
  first.change({ model: modelByName('gpt-4o'), modelChosen: true });
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ model: modelByName('gpt-4o'), modelChosen: true });
});

test('[D5.6] a reload keeps the tab’s own model when another was stored elsewhere, until one is chosen here', () => {
  const { first } = chooseInTwo();
  const reloaded = openTab(first.tabStorage);
  expect(reloaded.state()).toMatchObject({ model: modelByName('gpt-4o'), modelChosen: true });
  reloaded.change({ prompt: 'mine' });
  vi.advanceTimersByTime(250);
  expect(openTab().state(), 'a new tab').toMatchObject({ model: modelByName('claude-haiku-5-5'), prompt: 'mine' });
  expect(openTab(first.tabStorage).state()).toMatchObject({ model: modelByName('gpt-4o'), prompt: 'mine' });

  reloaded.change({ model: modelByName('gemini-3-pro'), modelChosen: true });
  vi.advanceTimersByTime(250);
  expect(first.tabStorage.getItem('tabModel')).toBeNull();
  storage.setItem('model', 'gpt-4o-mini');
  expect(openTab(first.tabStorage).state().model.id, 'what is stored for all').toBe('gpt-4o-mini');
});

test('a tab that never chose a model says nothing of another tab’s choice', () => {
  const [first, second] = [openTab(), openTab()];
  second.change({ model: modelByName('gpt-4o'), modelChosen: true });
  vi.advanceTimersByTime(250);
  first.hear();
  first.change({ concurrency: 3 });
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ model: modelByName('gpt-4o'), modelChosen: true, concurrency: 3 });
});

test('two tabs with different models that hear each other come to rest', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ model: modelByName('gpt-4o'), modelChosen: true });
  vi.advanceTimersByTime(250);
  second.change({ model: modelByName('claude-haiku-5-5'), modelChosen: true });
  vi.advanceTimersByTime(250);
  storage.written.length = 0;
  for (let round = 0; round < 3; round++) {
    first.hear();
    second.hear();
    vi.advanceTimersByTime(250);
  }
  expect(storage.written).toEqual([]);
});

test('keys that another tab has forgotten do not come back with what waits here', () => {
  openTab().change({ keys: keysOf({ openai: 'sk-CANARY', anthropic: 'sk-ant-CANARY', google: 'AIzaCANARY' }) });
  const [first, second] = [openTab(), openTab()];
  first.change({ prompt: 'typed a moment ago' });
  second.change({ keys: NO_KEYS });
  // The first tab has not received the storage event yet.
  vi.advanceTimersByTime(250);
  expect([...storage.texts.values()].join(' ')).not.toContain('CANARY');
  expect(storage.getItem('initPrompt')).toBe('typed a moment ago');
  first.hear();
  expect(first.state().keys).toEqual(NO_KEYS);
});

const storedKeys = () => ['openaiKey', 'anthropicKey', 'googleKey'].map((name) => storage.getItem(name));

test('two tabs that each save a key of another provider before they hear of each other keep both', () => {
  openTab().change({ keys: { ...NO_KEYS, openai: 'sk-1' } });
  const [first, second] = [openTab(), openTab()];
  const withKey = (tab: typeof first, key: Partial<typeof NO_KEYS>) =>
    tab.change({ keys: { ...tab.state().keys, ...key } });
  withKey(first, { google: 'AIza-1' });
  withKey(second, { anthropic: 'sk-ant-1' });
  expect(storedKeys()).toEqual(['sk-1', 'sk-ant-1', 'AIza-1']);
  withKey(second, { anthropic: '' });
  withKey(second, { openai: '' });
  expect(storedKeys(), 'the last one that this tab knows of').toEqual([null, null, 'AIza-1']);
  for (const tab of [first, second]) tab.hear();
  expect(second.state()).toEqual(first.state());
  expect(first.state().keys).toEqual({ ...NO_KEYS, google: 'AIza-1' });
});

test('[D5.4] "Forget keys" takes away what another tab has saved a moment ago', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ keys: { ...NO_KEYS, google: 'AIza-1' } });
  second.change({ keys: NO_KEYS, forgetting: { times: 1, undoable: false } });
  expect(storedKeys()).toEqual([null, null, null]);
});

test('[D5.4] keys for this session only, chosen in one tab, stay in use in the other; choosing back takes none away either', () => {
  openTab().change({ keys: keysOf({ openai: 'sk-1', google: 'AIza-1' }) });
  const [first, second] = [openTab(), openTab()];
  const { keys } = second.state();
  // At each write, what another tab would read at that moment.
  storage.fault = () => {
    second.hear();
    return undefined;
  };
  first.change({ keepKeys: 'session' });
  storage.fault = undefined;
  second.hear();
  expect(second.state()).toMatchObject({ keepKeys: 'session', keys });
  vi.advanceTimersByTime(250);
  expect(storedKeys()).toEqual([null, null, null]);
  expect(second.tabStorage.getItem('googleKey')).toBe('AIza-1');
  first.change({ keys: { ...keys, google: '' } });
  second.hear();
  expect(second.state().keys).toEqual(keys);
  first.change({ keepKeys: 'stored' });
  second.hear();
  vi.advanceTimersByTime(250);
  first.hear();
  for (const tab of [first, second, openTab()]) expect(tab.state()).toMatchObject({ keepKeys: 'stored', keys });
});

test('a key that is saved before this tab has heard of "only for this session" does not pass through local storage', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ keepKeys: 'session' });
  second.change({ keys: { ...NO_KEYS, google: 'AIza-1' } });
  expect(storage.written).not.toContain('googleKey');
  second.hear();
  vi.advanceTimersByTime(250);
  expect(second.state()).toMatchObject({ keepKeys: 'session', keys: { google: 'AIza-1' } });
  expect(second.tabStorage.getItem('googleKey')).toBe('AIza-1');
  expect(storage.written).not.toContain('googleKey');
});

test('[D12.31] the tab in front stays there over a reload where the model is of another, whatever other tabs store', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ shownProvider: 'lmstudio' });
  second.change({ prompt: 'theirs' });
  vi.advanceTimersByTime(250);
  first.hear();
  expect(openTab(first.tabStorage).state().shownProvider).toBe('lmstudio');
  expect(openTab().state().shownProvider, 'it is the tab’s own').toBeUndefined();
  first.change({ shownProvider: first.state().model.endpoint });
  vi.advanceTimersByTime(250);
  expect(openTab(first.tabStorage).state().shownProvider).toBeUndefined();
});

test('[D11.20] a prompt that follows the film does so after a reload and in other tabs, until somebody types one', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ prompt: 'of the film', promptFollows: true });
  vi.advanceTimersByTime(250);
  second.hear();
  for (const tab of [second, openTab(first.tabStorage)])
    expect(tab.state()).toMatchObject({ prompt: 'of the film', promptFollows: true });
  storage.setItem('initPrompt', 'stored by an older version');
  expect(openTab().state(), 'it knows nothing of that note').toMatchObject({ promptFollows: undefined });
  storage.setItem('initPrompt', 'of the film');
  second.change({ prompt: DEFAULT_PROMPT, promptFollows: false });
  vi.advanceTimersByTime(250);
  first.hear();
  for (const tab of [first, openTab()])
    expect(tab.state()).toMatchObject({ prompt: DEFAULT_PROMPT, promptFollows: false });
});

test('knows which keys of the storage concern it', () => {
  const { concerns } = openTab();
  for (const key of ['model', 'initPrompt', 'settingsExtras', 'googleKey', 'apiKey', null])
    expect(concerns(key)).toBe(true);
  for (const key of ['phrases', 'sessionRevision', 'theme']) expect(concerns(key)).toBe(false);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeStorage, type FakeStorage } from '../../test/fake-storage.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import { createSettingsStorage } from './settings-storage.ts';

/** Two tabs write the same settings: nobody's change is undone by what the other one still has in memory. */

let storage: FakeStorage;

beforeEach(() => {
  vi.useFakeTimers();
  storage = createFakeStorage();
});
afterEach(() => void vi.useRealTimers());

function openTab() {
  const persistence = createSettingsStorage({ storage, tabStorage: createFakeStorage(), onProblem: () => {} });
  let state = persistence.load();
  return {
    state: () => state,
    change(next: Partial<KeptSettings>) {
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
const NO_KEYS = { openai: '', anthropic: '', google: '' };

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

test('a model chosen here stays when the other tab saves its prompt', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ model: 'gpt-4o', modelChosen: true });
  second.change({ prompt: 'theirs' });
  vi.advanceTimersByTime(250);
  first.hear();
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ model: 'gpt-4o', modelChosen: true });
});

test('a model chosen in another tab stays stored, whatever is changed here with another model', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ model: 'gpt-4o', modelChosen: true });
  vi.advanceTimersByTime(250);
  second.change({ model: 'claude-haiku-5-5', modelChosen: true });
  vi.advanceTimersByTime(250);
  first.hear();
  expect(first.state().model).toBe('gpt-4o');
  first.change({ prompt: 'mine', concurrency: 3 });
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ model: 'claude-haiku-5-5', prompt: 'mine', concurrency: 3 });
  second.hear();
  expect(second.state()).toMatchObject({ model: 'claude-haiku-5-5', prompt: 'mine' });
});

test('a tab that never chose a model says nothing of another tab’s choice', () => {
  const [first, second] = [openTab(), openTab()];
  second.change({ model: 'gpt-4o', modelChosen: true });
  vi.advanceTimersByTime(250);
  first.hear();
  first.change({ concurrency: 3 });
  vi.advanceTimersByTime(250);
  expect(openTab().state()).toMatchObject({ model: 'gpt-4o', modelChosen: true, concurrency: 3 });
});

test('two tabs with different models that hear each other come to rest', () => {
  const [first, second] = [openTab(), openTab()];
  first.change({ model: 'gpt-4o', modelChosen: true });
  vi.advanceTimersByTime(250);
  second.change({ model: 'claude-haiku-5-5', modelChosen: true });
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
  openTab().change({ keys: { openai: 'sk-CANARY', anthropic: 'sk-ant-CANARY', google: 'AIzaCANARY' } });
  const [first, second] = [openTab(), openTab()];
  first.change({ prompt: 'typed a moment ago' });
  second.change({ keys: NO_KEYS });
  // The first tab has not heard of it yet.
  vi.advanceTimersByTime(250);
  expect([...storage.texts.values()].join(' ')).not.toContain('CANARY');
  expect(storage.getItem('initPrompt')).toBe('typed a moment ago');
  first.hear();
  expect(first.state().keys).toEqual(NO_KEYS);
});

test('knows which keys of the storage concern it', () => {
  const { concerns } = openTab();
  for (const key of ['model', 'initPrompt', 'settingsExtras', 'googleKey', 'apiKey', null])
    expect(concerns(key)).toBe(true);
  for (const key of ['phrases', 'sessionRevision', 'theme']) expect(concerns(key)).toBe(false);
});

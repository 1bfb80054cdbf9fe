import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeStorage, type FakeStorage, QUOTA_ERRORS } from '../test/fake-storage.ts';
import { createHarness } from '../test/session-harness.ts';
import { startSettings } from '../test/settings-harness.ts';
import { samplePhrases, sampleSrt } from '../test/srt-sample.ts';
import { EMPTY_SESSION, type SessionState } from './film/film.ts';
import { modelByName } from './providers/models.ts';
import { createRunModel } from './run-model.ts';
import { createKeptValues } from './storage/preferences.ts';

/** A run keeps its model over a reload, and in the tab that takes the run over. */

let storage: FakeStorage;

beforeEach(() => {
  vi.useFakeTimers();
  storage = createFakeStorage();
});

function openTab(model: string, place: FakeStorage | null = storage) {
  const { session } = createHarness();
  const { settings, state } = startSettings({ model: modelByName(model) });
  const runModel = createRunModel({ kept: createKeptValues(place).runModel, session, settings });
  return { session, settings, settingsNow: state, ...runModel };
}
const RUN: SessionState = { ...EMPTY_SESSION, phrases: samplePhrases(1), results: [['', '{}']], details: [{}] };

test('another tab goes on with the model that the run was begun with, or that was picked for it since', async () => {
  const first = openTab('gpt-4o');
  first.session.openSource(sampleSrt(1), []);
  await first.session.translate();
  const second = openTab('claude-9');
  second.goOn(RUN, { inView: true });
  expect(second.settingsNow()).toMatchObject({ model: { id: 'gpt-4o' }, shownProvider: 'anthropic' });

  first.settings.pickModel(modelByName('gemini-9'));
  const reloaded = openTab('claude-9');
  reloaded.goOn(RUN, { inView: false });
  expect(reloaded.settingsNow()).toMatchObject({ model: { id: 'gemini-9' }, shownProvider: 'google' });
});

test('a tab without a run, or that only follows one, stores no model', () => {
  const { settings, session } = openTab('gpt-4o');
  settings.pickModel(modelByName('claude-9'));
  session.follow();
  session.showHolder(RUN);
  settings.pickModel(modelByName('gemini-9'));
  expect(storage.texts.size).toBe(0);
  session.hold(RUN);
  expect([...storage.texts]).toEqual([['runModel', 'gemini-9']]);
});

test('without a run, or without a model of it that can be read, the tab keeps its own', () => {
  storage.texts.set('runModel', 'gpt-4o');
  const { goOn, settingsNow } = openTab('claude-9');
  goOn(EMPTY_SESSION, { inView: false });
  for (const text of ['', 'null', '{"a": 1}', 'two words', 'x'.repeat(300)]) {
    storage.texts.set('runModel', text);
    goOn(RUN, { inView: false });
  }
  openTab('claude-9', null).goOn(RUN, { inView: false });
  expect(settingsNow().model.id).toBe('claude-9');
});

test('a storage that refuses changes nothing for the run', async () => {
  storage.fault = () => QUOTA_ERRORS[0];
  const { session, settings } = openTab('gpt-4o');
  session.openSource(sampleSrt(1), []);
  await session.translate();
  settings.pickModel(modelByName('claude-9'));
  expect(session.store.getState().results).toHaveLength(1);
  const getItem = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const { goOn, settingsNow } = openTab('claude-9', { ...storage, getItem });
  goOn(RUN, { inView: false });
  expect(settingsNow().model.id).toBe('claude-9');
});

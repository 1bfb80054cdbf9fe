import { expect, test } from 'vitest';
import { createFakeDatabase, type FakeDatabase } from '../../test/fake-database.ts';
import { createFakeStorage, limitTo } from '../../test/fake-storage.ts';
import { nextTask } from '../clock/clock.ts';
import { createSettingsCopy } from './settings-copy.ts';
import { readSettings } from './settings-texts.ts';
import { SCHEMA_VERSION_KEY, type TextStorage } from './stored-value.ts';

/** Tests of a browser that crashes, so that its disk has an older local storage. */

const AT_START = { stolen: false, isEmptied: false };
const VERSION = [SCHEMA_VERSION_KEY, '1'] as const;

function open(storage: TextStorage | null, database: FakeDatabase, tabStorage: TextStorage | null = null) {
  const copy = createSettingsCopy({ storage, tabStorage }, database, {
    after(_, callback) {
      queueMicrotask(callback);
      return () => {};
    },
    timeOfDay: () => Date.UTC(2026, 0),
  });
  return { ...copy, begin: (how = AT_START) => copy.restore(recordOf(database), how) };
}

const recordOf = (database: FakeDatabase): unknown => database.stores.get('works')?.get('texts');
const textOf = (database: FakeDatabase): string => JSON.stringify(recordOf(database));

/** A page that makes these changes. Returns the content of the disk before the changes. */
async function visited(
  before: readonly (readonly [string, string])[],
  change: (storage: TextStorage) => void,
  database = createFakeDatabase(),
) {
  const { storage, begin } = open(createFakeStorage(before), database);
  await begin();
  if (storage) change(storage);
  await nextTask();
  return { database, onDisk: createFakeStorage(before) };
}

test('restores the settings of a run and the draft of a line, and never copies a key', async () => {
  const texts = { initPrompt: 'Into Polish', model: 'gpt-5.4', prices: '{"own":{},"stopAt":2}', lineDraft: '{}' };
  const kept = { openaiKey: 'sk-secret', 'broken:openaiKey': 'sk-secret' };
  const { database, onDisk } = await visited([VERSION], (storage) => {
    for (const [name, text] of Object.entries({ ...kept, ...texts })) storage.setItem(name, text);
  });
  expect(textOf(database)).not.toContain('sk-secret');
  await open(onDisk, database).begin();
  expect(Object.fromEntries(onDisk.texts)).toMatchObject(texts);
});

test('keeps changes of a visit that could not read the copy of the settings', async () => {
  const { database, onDisk } = await visited([VERSION], (storage) => {
    storage.setItem('initPrompt', 'Into Polish');
  });
  const { storage, restore } = open(onDisk, database);
  database.stores.get('works')?.set('texts', { ...Object(recordOf(database)), count: 5 });
  await restore(undefined, AT_START);
  storage?.setItem('initPrompt', 'Into Czech');
  await nextTask();
  await open(onDisk, database).begin();
  expect(onDisk.getItem('initPrompt')).toBe('Into Czech');
});

test('copies a change of the first visit that was made before the storage code was loaded', async () => {
  const database = createFakeDatabase();
  const { storage, begin } = open(createFakeStorage(), database);
  storage?.setItem('initPrompt', 'Into Polish');
  await nextTask();
  await begin({ stolen: false, isEmptied: true });
  await nextTask();
  expect(textOf(database)).toContain('Into Polish');
});

test('[D5.4] restores prompt and model if local storage was emptied, and keeps nothing of a key', async () => {
  const { database } = await visited([VERSION], (storage) => {
    storage.setItem('initPrompt', 'Into Polish');
    storage.setItem('openaiKey', 'a-key');
  });
  const emptied = createFakeStorage();
  const { texts } = Object(recordOf(database));
  expect(texts.openaiKey).not.toBeNull();
  await open(emptied, database).begin({ stolen: false, isEmptied: true });
  await nextTask();
  expect(Object.fromEntries(emptied.texts)).toEqual({ initPrompt: 'Into Polish', copyCount: expect.anything() });
  expect(Object(recordOf(database)).texts).toMatchObject({ initPrompt: 'Into Polish', openaiKey: null });
});

test('[D5.4] does not restore a forgotten key, and keeps the other keys', async () => {
  const keys = [VERSION, ['openaiKey', 'a-key'], ['googleKey', 'a-key']] as const;
  const { database, onDisk } = await visited(keys, (storage) => storage.removeItem('openaiKey'));
  await open(onDisk, database).begin();
  expect(onDisk.getItem('openaiKey')).toBeNull();
  expect(onDisk.getItem('googleKey')).toBe('a-key');
});

test('[D5.4] does not restore a key that was replaced, nor a broken key that was set aside', async () => {
  const keys = [VERSION, ['openaiKey', 'old'], ['broken:googleKey', 'no key'], ['googleKey', 'no key']] as const;
  const { database, onDisk } = await visited(keys, (storage) => {
    storage.setItem('openaiKey', 'another');
    for (const name of ['googleKey', 'broken:googleKey']) storage.removeItem(name);
  });
  await open(onDisk, database).begin();
  expect([...onDisk.texts.keys()]).toEqual([SCHEMA_VERSION_KEY, 'copyCount']);
});

test('[D5.4] removes a forgotten key even if local storage has no room for the copy', async () => {
  const { database, onDisk } = await visited([VERSION, ['openaiKey', 'forgotten-key']], (storage) => {
    storage.removeItem('openaiKey');
    storage.setItem('initPrompt', 'Into Polish '.repeat(100));
  });
  limitTo(onDisk, 500);
  await open(onDisk, database).begin();
  expect([...onDisk.texts]).toEqual([VERSION]);
});

test.each(['stored', 'session'])(
  'never uses a key for another address after settings are restored: keys are %s',
  async (keepKeys) => {
    const extras = (address: string) =>
      JSON.stringify({ keepKeys, calls: { addresses: { local: address }, thinking: 'least', halfPrice: false } });
    const before = [VERSION, ['settingsExtras', extras('http://a')]] as const;
    const keyOfA = ['localKey', 'key-of-a'] as const;
    const [stored, inTab] = keepKeys === 'stored' ? [[...before, keyOfA], []] : [before, [keyOfA]];
    const { database, onDisk } = await visited(stored, (storage) => {
      storage.setItem('settingsExtras', extras('http://b'));
      storage.removeItem('localKey');
    });
    const tabStorage = createFakeStorage(inTab);
    await open(onDisk, database, tabStorage).begin();
    const { settings } = readSettings({ storage: onDisk, tabStorage }, () => {});
    expect(settings).toMatchObject({ keepKeys, keys: { local: '' }, calls: { addresses: { local: 'http://b' } } });
    expect([...tabStorage.texts.values()]).toEqual([]);
  },
);

test('keeps session keys in their tab if the copy of the settings does not say otherwise', async () => {
  const before = [VERSION, ['settingsExtras', '{"keepKeys":"session"}']] as const;
  const { database, onDisk } = await visited(before, (storage) => storage.setItem('initPrompt', 'Into Polish'));
  const tabStorage = createFakeStorage([['openaiKey', 'a-key']]);
  await open(onDisk, database, tabStorage).begin();
  expect(tabStorage.getItem('openaiKey')).toBe('a-key');
});

test('does not overwrite settings with an older copy that could not be written for a while', async () => {
  const { database, onDisk } = await visited([VERSION], (storage) => storage.setItem('initPrompt', 'older'));
  await open(onDisk, database).begin();
  database.fails = true;
  const { storage, restore } = open(onDisk, database);
  await restore(undefined, AT_START);
  storage?.setItem('initPrompt', 'newer');
  await nextTask();
  database.fails = false;
  await open(onDisk, database).begin();
  expect(onDisk.getItem('initPrompt')).toBe('newer');
});

test('does not change settings of a newer version of the page', async () => {
  const { database } = await visited([VERSION], (storage) => storage.setItem('initPrompt', 'older'));
  const newer = createFakeStorage([[SCHEMA_VERSION_KEY, '99']]);
  await open(newer, database).begin();
  await nextTask();
  expect([...newer.texts]).toEqual([[SCHEMA_VERSION_KEY, '99']]);
});

import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CLOSED_STORAGE, createFakeStorage, type FakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { KEPT, keysOf, NO_KEYS } from '../../test/settings-harness.ts';
import { DEFAULT_PROMPT } from '../languages/default-prompt.ts';
import { byEndpoint } from '../providers/endpoints.ts';
import { modelByName } from '../providers/models.ts';
import { DEFAULT_CALLS, type KeptSettings } from '../settings/settings.ts';
import { createSettingsStorage } from './settings-storage.ts';
import type { StorageProblem } from './stored-value.ts';

const DEFAULTS: KeptSettings = { ...KEPT, prompt: DEFAULT_PROMPT };
const SETTINGS: KeptSettings = {
  ...KEPT,
  prompt: '"Translate" into\nPortuguese',
  model: modelByName('claude-3-haiku-20240307'),
  modelChosen: true,
  keys: keysOf({ openai: 'sk-CANARY1', anthropic: 'sk-ant-CANARY2', google: 'AIzaCANARY3' }),
  concurrency: 8,
};
const KEY_NAMES = ['openaiKey', 'anthropicKey', 'googleKey'];

let storage: FakeStorage;
let tabStorage: FakeStorage;
let problems: (StorageProblem | null)[];

beforeEach(() => {
  vi.useFakeTimers();
  storage = createFakeStorage();
  tabStorage = createFakeStorage();
  problems = [];
});

function open() {
  const persistence = createSettingsStorage({ storage, tabStorage, onProblem: (problem) => problems.push(problem) });
  return { ...persistence, loaded: persistence.load() };
}

function store(settings: KeptSettings): void {
  const { save, flush } = open();
  save(settings);
  flush();
}

const holdsCanary = (from: FakeStorage) =>
  [...from.texts].flatMap(([key, text]) => (text.includes('CANARY') ? [key] : []));

test('[S3.7] loads the defaults of the specification if nothing is stored', () => {
  expect(open().loaded).toEqual(DEFAULTS);
});

test('[S3.5] restores every setting, and stores keys and texts as plain text', () => {
  store(SETTINGS);
  expect(open().loaded).toEqual(SETTINGS);
  expect(Object.fromEntries(storage.texts)).toMatchObject({
    initPrompt: SETTINGS.prompt,
    model: 'claude-3-haiku-20240307',
    openaiKey: 'sk-CANARY1',
    anthropicKey: 'sk-ant-CANARY2',
    googleKey: 'AIzaCANARY3',
  });
});

test('[S3.7] uses the key of an old version until there is a new key', () => {
  storage = createFakeStorage([['apiKey', ' "sk-old" '.trim()]]);
  expect(open().loaded.keys.openai).toBe('sk-old');
  store({ ...open().loaded, prompt: 'x' });
  expect(storage.getItem('openaiKey')).toBe('sk-old');
  expect(storage.getItem('apiKey')).toBeNull();
  storage.texts.set('apiKey', 'sk-older');
  expect(open().loaded.keys.openai).toBe('sk-old');
});

test('does not restore a forgotten key from its old name or from broken texts', () => {
  storage = createFakeStorage([
    ['apiKey', 'sk-CANARY'],
    ['googleKey', 'CANARY with spaces'],
  ]);
  expect(open().loaded.keys).toEqual(keysOf({ openai: 'sk-CANARY' }));
  expect(storage.getItem('broken:googleKey')).toBe('CANARY with spaces');
  const { save, forgetKeys, loaded } = open();
  forgetKeys();
  save({ ...loaded, keys: NO_KEYS });
  expect(holdsCanary(storage)).toEqual([]);
  expect(open().loaded.keys.openai).toBe('');
});

test('keeps session keys only in their tab, even over a reload', () => {
  const { save, loaded } = open();
  save({ ...loaded, keepKeys: 'session' });
  save({ ...SETTINGS, keepKeys: 'session' });
  vi.runAllTimers();
  expect(storage.written.filter((key) => KEY_NAMES.includes(key))).toEqual([]);
  expect(open().loaded).toEqual({ ...SETTINGS, keepKeys: 'session' });
  tabStorage = createFakeStorage();
  expect(open().loaded).toEqual({ ...SETTINGS, keepKeys: 'session', keys: DEFAULTS.keys });
});

test('holds back a stored key that looks like another provider’s, and does not change it', () => {
  storage = createFakeStorage([
    ['openaiKey', 'sk-ant-0a'],
    ['anthropicKey', 'sk-ant-0b'],
    ['googleKey', 'AIza0cAIza0d'],
  ]);
  const before = new Map(storage.texts);
  const { loaded, save, flush } = open();
  expect(loaded.keys).toEqual({ ...NO_KEYS, anthropic: 'sk-ant-0b' });
  expect(loaded.doubtfulKeys).toEqual(keysOf({ openai: 'sk-ant-0a', google: 'AIza0cAIza0d' }));
  save({ ...loaded, keys: { ...loaded.keys, anthropic: 'sk-ant-0e' } });
  flush();
  for (const name of ['openaiKey', 'googleKey']) expect(storage.getItem(name)).toBe(before.get(name));
  save({ ...loaded, keepKeys: 'session' });
  expect([...storage.texts].filter(([name]) => KEY_NAMES.includes(name))).toEqual([]);
  expect(open().loaded.doubtfulKeys).toEqual(loaded.doubtfulKeys);
});

test('[D5.3] uses a doubtful key after the person has confirmed it, and asks again for another key', () => {
  storage = createFakeStorage([['openaiKey', 'sk-ant-0a']]);
  const { loaded, save } = open();
  save({ ...loaded, keys: { ...NO_KEYS, openai: 'sk-ant-0a' }, doubtfulKeys: NO_KEYS });
  expect(open().loaded).toMatchObject({ keys: { openai: 'sk-ant-0a' }, doubtfulKeys: NO_KEYS });
  storage.texts.set('openaiKey', 'sk-ant-0b');
  expect(open().loaded).toMatchObject({ keys: NO_KEYS, doubtfulKeys: { openai: 'sk-ant-0b' } });
  store({ ...SETTINGS, keys: NO_KEYS });
  expect([...storage.texts.keys()].filter((name) => name.startsWith('openaiKey'))).toEqual([]);
});

test('restores a model whose server names it by the path of its file', () => {
  const id = `/home/user/.cache/huggingface/hub/${'models--of--somebody/'.repeat(20)}model-Q4_K_M.gguf`;
  const model = { endpoint: 'llamacpp', id } as const;
  store({ ...SETTINGS, model, modelChosen: true });
  expect(open().loaded.model).toEqual(model);
});

test('moves keys between local storage and the tab at once when the person chooses so', () => {
  store(SETTINGS);
  const { save } = open();
  save({ ...SETTINGS, keepKeys: 'session' });
  expect(holdsCanary(storage)).toEqual([]);
  expect(holdsCanary(tabStorage)).toEqual(KEY_NAMES);
  save(SETTINGS);
  expect(holdsCanary(storage)).toEqual(KEY_NAMES);
  expect(holdsCanary(tabStorage)).toEqual([]);
});

test('keeps session keys in the tab if the setting about keys cannot be read', () => {
  store({ ...SETTINGS, keepKeys: 'session' });
  storage.texts.set('settingsExtras', '{"keepKe');
  expect(open().loaded).toMatchObject({ keepKeys: 'session', keys: SETTINGS.keys });
});

test('[S3.8] writes keys at once, and typed text within 250 ms', () => {
  const { save, loaded } = open();
  save({ ...loaded, prompt: 'typed' });
  expect(storage.texts.size).toBe(0);
  vi.advanceTimersByTime(250);
  expect(storage.getItem('initPrompt')).toBe('typed');
  storage.written.length = 0;
  save({ ...loaded, prompt: 'typed', keys: { ...loaded.keys, google: 'AIza' } });
  expect(storage.written).toEqual(['googleKey']);
});

test.each([
  ['this-tab', 'typed in the tab that slept'],
  ['unknown', 'typed in the tab that slept'],
  ['another', 'typed in the other tab'],
] as const)(
  '[D8.2] writes typed text after a sleep if the browser says that %s has the work: %s',
  async (who, prompt) => {
    const { save } = createSettingsStorage({ storage, tabStorage, onProblem: () => {}, holder: async () => who });
    save({ ...DEFAULTS, prompt: 'typed in the tab that slept' });
    storage.setItem('initPrompt', 'typed in the other tab');
    await vi.advanceTimersByTimeAsync(250);
    expect(storage.getItem('initPrompt')).toBe(prompt);
  },
);

test('reads settings of a newer version, and writes nothing', () => {
  store(SETTINGS);
  storage.texts.set('schemaVersion', '99');
  storage.texts.set('model', '{"newer": "kind"}');
  const before = new Map(storage.texts);
  const { save, flush, loaded } = open();
  expect(loaded).toMatchObject({ prompt: SETTINGS.prompt, model: DEFAULTS.model });
  save(DEFAULTS);
  flush();
  expect(storage.texts).toEqual(before);
});

describe('a newer version that stores its settings while this page is open', () => {
  function openThenNewer() {
    store(SETTINGS);
    const opened = open();
    storage.texts.set('schemaVersion', '99');
    return { ...opened, before: new Map(storage.texts) };
  }

  test.each<Partial<KeptSettings>>([
    { prompt: 'typed' },
    { keys: keysOf({ ...SETTINGS.keys, groq: 'gsk_0a' }) },
    { keys: NO_KEYS },
    { keepKeys: 'session' },
  ])('does not overwrite settings of a newer version, and reports that a change of %j is not stored', (change) => {
    const { save, before } = openThenNewer();
    save({ ...SETTINGS, ...change });
    vi.advanceTimersByTime(250);
    expect(storage.texts).toEqual(before);
    expect(problems.at(-1)).toEqual({ kind: 'newer-version' });
  });

  test('reports a change that is not stored even if the page knew of the newer version from the start', () => {
    storage.texts.set('schemaVersion', '99');
    const { save, loaded } = open();
    save(loaded);
    vi.advanceTimersByTime(250);
    expect(problems).toEqual([]);
    save({ ...loaded, prompt: 'typed' });
    vi.advanceTimersByTime(250);
    expect(problems).toEqual([{ kind: 'newer-version' }]);
  });

  test('[D5.4] removes the keys at "Forget keys" although a newer version has stored settings', () => {
    const { save, forgetKeys } = openThenNewer();
    forgetKeys();
    save({ ...SETTINGS, keys: NO_KEYS });
    expect([holdsCanary(storage), holdsCanary(tabStorage)]).toEqual([[], []]);
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });
});

test('uses the defaults and reports the problem if there is no storage', () => {
  for (const place of [null, CLOSED_STORAGE]) {
    problems = [];
    const onProblem = (problem: StorageProblem | null) => problems.push(problem);
    const { load, save, flush } = createSettingsStorage({ storage: place, tabStorage: place, onProblem });
    expect(load()).toEqual(DEFAULTS);
    save(SETTINGS);
    flush();
    save({ ...SETTINGS, keepKeys: 'session' });
    expect(problems).toEqual([{ kind: 'unavailable', keptIn: 'memory' }]);
  }
});

test('stores the keys of other endpoints under their own names, and restores the options of calls', () => {
  const { save, flush } = open();
  const keys = keysOf({ groq: 'gsk_0a', local: 'local-key' });
  const calls = { addresses: { local: 'http://localhost:8000/v1' }, thinking: 'more', halfPrice: true } as const;
  const model = { endpoint: 'lmstudio', id: 'qwen 3 8B (Q4_K_M)' } as const;
  const kept: KeptSettings = { ...SETTINGS, keys, calls, model };
  save(kept);
  flush();
  expect(storage.getItem('groqKey')).toBe('gsk_0a');
  expect(storage.getItem('localKey')).toBe('local-key');
  expect(storage.getItem('model')).toBe('lmstudio::qwen 3 8B (Q4_K_M)');
  expect(open().loaded).toEqual(kept);
});

test.each<[what: string, damage: () => void]>([
  ['the settings cannot be read', () => storage.setItem('settingsExtras', '{"calls":')],
  ['the addresses cannot be read', () => storage.setItem('settingsExtras', '{"calls":{"addresses":3}}')],
  ['there is no address', () => storage.setItem('settingsExtras', '{}')],
  ['the settings are missing', () => storage.removeItem('settingsExtras')],
  [
    'an earlier address was stored',
    () => storage.setItem('settingsExtras', '{"calls":{"addresses":{"ollama":"http://localhost:1/v1"}}}'),
  ],
])('[D12.48] sends a key only to the address for which it was given: %s', (_, damage) => {
  const addresses = { ollama: 'http://localhost:9/v1' };
  store({
    ...SETTINGS,
    keys: keysOf({ openai: 'sk-1', ollama: 'its-key', lmstudio: 'usual' }),
    calls: { ...DEFAULT_CALLS, addresses },
  });
  expect(open().loaded.keys.ollama).toBe('its-key');
  damage();
  expect(open().loaded.keys).toEqual(keysOf({ openai: 'sk-1', lmstudio: 'usual' }));
});

test('[D12.48] sends a session key to no address for which it was not given', () => {
  const keepKeys = 'session';
  const at = (port: number): KeptSettings['calls'] => ({
    ...DEFAULT_CALLS,
    addresses: { local: `http://localhost:${port}/v1` },
  });
  store({ ...SETTINGS, keepKeys, keys: keysOf({ local: 'key-of-1' }), calls: at(1) });
  const { save, flush } = open();
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw QUOTA_ERRORS[0];
  });
  save({ ...SETTINGS, keepKeys, keys: keysOf({ local: 'key-of-2' }), calls: at(2) });
  flush();
  const { calls, keys } = open().loaded;
  expect([calls.addresses.local, keys.local]).toEqual(['http://localhost:1/v1', '']);
});

test('[D12.48] uses a key that an earlier version stored for its server', () => {
  storage.setItem('ollamaKey', 'its-key');
  expect(open().loaded.keys.ollama).toBe('its-key');
});

test('keeps all other settings if one field is missing or broken', () => {
  storage.setItem('settingsExtras', '{"concurrency":7,"keepKeys":"session","calls":{"thinking":"more","addresses":3}}');
  const calls = { ...DEFAULT_CALLS, thinking: 'more' };
  expect(open().loaded).toMatchObject({ concurrency: 7, keepKeys: 'session', calls });
  storage.setItem(
    'settingsExtras',
    '{"modelChosen":1,"follows":1,"concurrency":"as-many","keepKeys":"session","calls":1}',
  );
  const asUsual = { concurrency: 'automatic', calls: DEFAULT_CALLS, modelChosen: true, promptFollows: false };
  expect(open().loaded).toMatchObject({ keepKeys: 'session', ...asUsual });
});

test('loads settings that belong together, whichever write fails', () => {
  const anyKey = fc.constantFrom('', 'sk-1', 'sk-2', 'sk-3');
  const anySettings: fc.Arbitrary<KeptSettings> = fc.record({
    prompt: fc.string({ unit: 'binary' }),
    model: fc
      .constantFrom('gpt-4o', 'gemini-2.5-flash', 'gpt-4-0125-preview', 'openrouter::openai/gpt-6:free')
      .map(modelByName),
    modelChosen: fc.boolean(),
    keys: fc.record({ openai: anyKey, anthropic: anyKey, google: anyKey, groq: anyKey }).map(keysOf),
    doubtfulKeys: fc.constant(NO_KEYS),
    concurrency: fc.constantFrom('automatic' as const, 1, 32),
    calls: fc.record({
      addresses: fc.constantFrom({}, { local: 'http://localhost:8000/v1' }),
      thinking: fc.constantFrom('least' as const, 'more' as const),
      halfPrice: fc.boolean(),
    }),
    keepKeys: fc.constant('stored' as const),
  });
  fc.assert(
    fc.property(fc.array(anySettings, { minLength: 1, maxLength: 6 }), fc.nat(30), (all, failing) => {
      storage = createFakeStorage();
      tabStorage = createFakeStorage();
      problems = [];
      const { save, flush, loaded } = open();
      let writes = 0;
      storage.fault = () => (writes++ === failing ? QUOTA_ERRORS[0] : undefined);
      let expected = loaded;
      for (const settings of all) {
        save(settings);
        flush();
        const failed = problems.at(-1) != null;
        // Removed keys stay removed even if other writes fail.
        expected = failed ? { ...expected, keys: withoutTaken(expected.keys, settings.keys) } : settings;
        const found = createSettingsStorage({
          storage: createFakeStorage(storage.texts),
          tabStorage: null,
          onProblem: () => {},
        });
        expect(found.load()).toEqual(expected);
      }
    }),
    { numRuns: fuzzRuns(30) },
  );
});

const withoutTaken = (kept: KeptSettings['keys'], wanted: KeptSettings['keys']): KeptSettings['keys'] =>
  byEndpoint((id) => (wanted[id] === '' ? '' : kept[id]));

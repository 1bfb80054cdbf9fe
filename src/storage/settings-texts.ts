import * as v from 'valibot';
import { stampOf } from '../lib/stamp.ts';
import { DEFAULT_MODEL } from '../providers/catalog.ts';
import { modelByName } from '../providers/model-by-name.ts';
import { type ApiKeys, apiKeys, type Model, PROVIDER_IDS, type ProviderId } from '../providers/provider.ts';
import { keyProblem } from '../providers/validate-key.ts';
import { DEFAULT_PROMPT } from '../settings/default-prompt.ts';
import { keyRefusal } from '../settings/key-refusal.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import {
  formatPlain,
  getText,
  parseStored,
  SCHEMA_VERSION,
  SCHEMA_VERSION_KEY,
  type TextStorage,
  type ValueFormat,
} from './stored-value.ts';
import type { Change } from './write-all.ts';

/** The names of the settings in storage (specification, section 3), and which values are accepted. */
const KEY_NAMES = { openai: 'openaiKey', anthropic: 'anthropicKey', google: 'googleKey' } as const;
/** The name of OpenAI's key in the product's first version (specification, section 3). */
export const LEGACY_KEY_NAME = 'apiKey';
/** Stamps of unusual-looking keys that a person has confirmed, so that the page does not ask again. */
const ANSWER_NAMES = {
  openai: 'openaiKeyAnswer',
  anthropic: 'anthropicKeyAnswer',
  google: 'googleKeyAnswer',
} as const;
export const ALL_KEY_NAMES = [...Object.values(KEY_NAMES), LEGACY_KEY_NAME, ...Object.values(ANSWER_NAMES)];

/** Every name in storage that belongs to the settings; null: the storage was emptied. */
export const SETTINGS_NAMES: ReadonlySet<string | null> = new Set([
  ...[null, 'initPrompt', 'model', 'settingsExtras'],
  ...ALL_KEY_NAMES,
]);

const PROMPT: ValueFormat<string> = { schema: v.string(), fallback: DEFAULT_PROMPT, plain: true };
/** Stored by its name. */
export const MODEL: ValueFormat<Model> = {
  schema: v.pipe(v.string(), v.trim(), v.regex(/^[\w.:/@-]{1,200}$/), v.transform(modelByName)),
  fallback: DEFAULT_MODEL,
  plain: true,
};
const KEY: ValueFormat<string> = {
  schema: v.pipe(
    v.string(),
    v.trim(),
    v.check((key) => keyProblem(key) === undefined),
  ),
  fallback: '',
  plain: true,
};

export const THEME: ValueFormat<'system' | 'light' | 'dark'> = {
  schema: v.picklist(['system', 'light', 'dark']),
  fallback: 'system',
  plain: true,
};

type SettingsExtras = Pick<KeptSettings, 'modelChosen' | 'concurrency' | 'keepKeys'>;
/** The value under "settingsExtras", this program's own key. */
const EXTRAS: ValueFormat<Partial<SettingsExtras>> = {
  schema: v.object({
    modelChosen: v.exactOptional(v.boolean()),
    concurrency: v.exactOptional(v.union([v.literal('automatic'), v.pipe(v.number(), v.safeInteger(), v.minValue(1))])),
    keepKeys: v.exactOptional(v.picklist(['stored', 'session'])),
  }),
  fallback: {},
};

interface StoredPlaces {
  /** null: the browser has no such storage, or access throws. */
  readonly storage: TextStorage | null;
  readonly tabStorage: TextStorage | null;
  /** Called with each text that cannot be used. */
  readonly onBroken: (from: TextStorage, name: string, text: string) => void;
}

interface StoredSettings {
  readonly settings: KeptSettings;
  /** True when OpenAI's key was found under LEGACY_KEY_NAME. */
  readonly isLegacyKey: boolean;
}

/** The stored settings, with defaults for absent or broken parts; never throws. */
export function readSettings({ storage, tabStorage, onBroken }: StoredPlaces): StoredSettings {
  function read<T>(from: TextStorage | null, name: string, format: ValueFormat<T>): T {
    const text = getText(from, name);
    const { value, broken } = parseStored(text, format);
    if (broken && from !== null && text !== null) onBroken(from, name, text);
    return value;
  }
  const readKeys = (from: TextStorage | null): ApiKeys => apiKeys((id) => read(from, KEY_NAMES[id], KEY));

  const model = read(storage, 'model', MODEL);
  const extras = read(storage, 'settingsExtras', EXTRAS);
  const tabKeys = readKeys(tabStorage);
  // If the setting is missing, keys found in the tab's storage must not move to where they stay for good.
  const keepKeys = extras.keepKeys ?? (Object.values(tabKeys).some(Boolean) ? 'session' : 'stored');
  const inTab = keepKeys === 'session';
  const keys = inTab ? tabKeys : readKeys(storage);
  const legacyKey = !inTab && keys.openai === '' ? read(storage, LEGACY_KEY_NAME, KEY) : '';
  const answers = inTab ? tabStorage : storage;
  return {
    isLegacyKey: legacyKey !== '',
    settings: {
      prompt: read(storage, 'initPrompt', PROMPT),
      model,
      // Older versions stored no extras: a model other than the default was a person's choice.
      modelChosen: extras.modelChosen ?? model.id !== DEFAULT_MODEL.id,
      ...sortKeys({ ...keys, openai: keys.openai || legacyKey }, (id) => getText(answers, ANSWER_NAMES[id])),
      concurrency: extras.concurrency ?? 'automatic',
      keepKeys,
    },
  };
}

/** The settings that differ, except keys and where they are kept, which are written at once. */
export function changes(before: KeptSettings | undefined, after: KeptSettings): Partial<KeptSettings> {
  const { prompt, model, modelChosen, concurrency } = after;
  return {
    ...(prompt !== before?.prompt && { prompt }),
    ...((model.id !== before?.model.id || modelChosen !== before.modelChosen) && { model, modelChosen }),
    ...(concurrency !== before?.concurrency && { concurrency }),
  };
}

export const hasKey = (kept: KeptKeys): boolean => PROVIDER_IDS.some((provider) => keyText(kept, provider) !== '');

/** The texts of all settings except the keys. */
export const othersOf = ({ prompt, model, modelChosen, concurrency, keepKeys }: KeptSettings): readonly Change[] => [
  [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)],
  ['initPrompt', formatPlain(prompt)],
  ['model', formatPlain(model.id)],
  ['settingsExtras', JSON.stringify({ modelChosen, concurrency, keepKeys } satisfies SettingsExtras)],
];

export const DEFAULT_TEXTS: ReadonlyMap<string, string> = new Map([
  ['initPrompt', formatPlain(DEFAULT_PROMPT)],
  ['model', formatPlain(DEFAULT_MODEL.id)],
]);

type KeptKeys = Pick<KeptSettings, 'keys' | 'heldKeys'>;

/** A provider's key as it is stored, confirmed or not; empty: none. */
const keyText = ({ keys, heldKeys }: KeptKeys, provider: ProviderId): string => keys[provider] || heldKeys[provider];

/** Separates usable keys from those that a person must confirm; `answer` returns the stamp of a confirmed key. */
function sortKeys(texts: ApiKeys, answer: (provider: ProviderId) => string | null): KeptKeys {
  const isHeld = (id: ProviderId) => keyRefusal(id, texts[id]) !== undefined && answer(id) !== stampOf(texts[id]);
  return {
    keys: apiKeys((id) => (isHeld(id) ? '' : texts[id])),
    heldKeys: apiKeys((id) => (isHeld(id) ? texts[id] : '')),
  };
}

/** The keys after another tab has written. Each tab keeps its own session-only keys; changing where keys are kept removes none. */
export function keysBeside(own: KeptSettings, stored: KeptSettings): KeptKeys {
  const isOwn = (id: ProviderId) =>
    stored.keepKeys === 'session' || (own.keepKeys === 'session' && keyText(stored, id) === '');
  return {
    keys: apiKeys((id) => (isOwn(id) ? own : stored).keys[id]),
    heldKeys: apiKeys((id) => (isOwn(id) ? own : stored).heldKeys[id]),
  };
}

/** The confirmation comes first, so that no other tab reads a confirmed key as unconfirmed. */
export function keyChanges(provider: ProviderId, kept: KeptKeys): readonly Change[] {
  const [key, text] = [kept.keys[provider], keyText(kept, provider)];
  return [
    [ANSWER_NAMES[provider], keyRefusal(provider, key) ? stampOf(key) : null],
    [KEY_NAMES[provider], text === '' ? null : formatPlain(text)],
  ];
}

/** Names of keys that a person has removed. */
export const unwantedKeys = (providers: readonly ProviderId[], kept: KeptKeys): readonly string[] =>
  providers
    .filter((provider) => keyText(kept, provider) === '')
    .flatMap((provider) => [KEY_NAMES[provider], ...(provider === 'openai' ? [LEGACY_KEY_NAME] : [])]);

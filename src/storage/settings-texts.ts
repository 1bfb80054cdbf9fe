import * as v from 'valibot';
import { DEFAULT_MODEL } from '../providers/catalog.ts';
import { modelByName, modelName } from '../providers/model-by-name.ts';
import { type ApiKeys, byEndpoint, type Model, modelKey } from '../providers/provider.ts';
import { DEFAULT_CALLS } from '../settings/default-calls.ts';
import { DEFAULT_PROMPT } from '../settings/default-prompt.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import { ALL_KEY_NAMES, ANSWER_NAMES, KEY, KEY_NAMES, LEGACY_KEY_NAME, sortKeys } from './kept-keys.ts';
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

/** Every name in storage that belongs to the settings; null: the storage was emptied. */
export const SETTINGS_NAMES: ReadonlySet<string | null> = new Set([
  ...[null, 'initPrompt', 'model', 'settingsExtras'],
  ...ALL_KEY_NAMES,
]);

const PROMPT: ValueFormat<string> = { schema: v.string(), fallback: DEFAULT_PROMPT, plain: true };
/** Stored by its name. */
export const MODEL: ValueFormat<Model> = {
  schema: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(?:[\w.:/@-]{1,200}|[a-z]+::[^\p{C}]{1,200})$/u),
    v.transform(modelByName),
  ),
  fallback: DEFAULT_MODEL,
  plain: true,
};
export const THEME: ValueFormat<'system' | 'light' | 'dark'> = {
  schema: v.picklist(['system', 'light', 'dark']),
  fallback: 'system',
  plain: true,
};

type SettingsExtras = Pick<KeptSettings, 'modelChosen' | 'concurrency' | 'calls' | 'keepKeys'>;
/** The key of our own, "settingsExtras". */
const EXTRAS: ValueFormat<Partial<SettingsExtras>> = {
  schema: v.object({
    modelChosen: v.exactOptional(v.boolean()),
    concurrency: v.exactOptional(v.union([v.literal('automatic'), v.pipe(v.number(), v.safeInteger(), v.minValue(1))])),
    keepKeys: v.exactOptional(v.picklist(['stored', 'session'])),
    calls: v.exactOptional(
      v.object({
        addresses: v.record(v.string(), v.string()),
        thinking: v.picklist(['least', 'default', 'more']),
        halfPrice: v.boolean(),
      }),
    ),
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
  const readKeys = (from: TextStorage | null): ApiKeys => byEndpoint((id) => read(from, KEY_NAMES[id], KEY));

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
      // Before there were extras, another model than the default was a person's choice.
      modelChosen: extras.modelChosen ?? modelKey(model) !== modelKey(DEFAULT_MODEL),
      ...sortKeys({ ...keys, openai: keys.openai || legacyKey }, (id) => getText(answers, ANSWER_NAMES[id])),
      concurrency: extras.concurrency ?? 'automatic',
      calls: extras.calls ?? DEFAULT_CALLS,
      keepKeys,
    },
  };
}

/** The model that the next visit begins with. */
export const storedModel = (storage: TextStorage | null): Model => parseStored(getText(storage, 'model'), MODEL).value;

/** A name in session storage. */
export const TAB_MODEL_NAME = 'tabModel';

type TabModel = Pick<KeptSettings, 'model' | 'modelChosen'>;
const TAB_MODEL: ValueFormat<TabModel | null> = {
  schema: v.object({ model: MODEL.schema, modelChosen: v.boolean() }),
  fallback: null,
};

/** A tab's own model; null: it is the one in local storage. */
export const readTabModel = (tabStorage: TextStorage | null): TabModel | null =>
  parseStored(getText(tabStorage, TAB_MODEL_NAME), TAB_MODEL).value;

export const formatTabModel = ({ model, modelChosen }: TabModel): string =>
  JSON.stringify({ model: modelName(model), modelChosen });

/** The settings that differ, except keys and where they are kept, which are written at once. */
export function changes(before: KeptSettings | undefined, after: KeptSettings): Partial<KeptSettings> {
  const { prompt, model, modelChosen, concurrency, calls } = after;
  const isModelNew = !before || modelKey(model) !== modelKey(before.model) || modelChosen !== before.modelChosen;
  return {
    ...(prompt !== before?.prompt && { prompt }),
    ...(isModelNew && { model, modelChosen }),
    ...(concurrency !== before?.concurrency && { concurrency }),
    ...(calls !== before?.calls && { calls }),
  };
}

/** All but the keys. */
export const othersOf = ({
  prompt,
  model,
  modelChosen,
  concurrency,
  calls,
  keepKeys,
}: KeptSettings): readonly Change[] => [
  [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)],
  ['initPrompt', formatPlain(prompt)],
  ['model', formatPlain(modelName(model))],
  ['settingsExtras', JSON.stringify({ modelChosen, concurrency, calls, keepKeys } satisfies SettingsExtras)],
];

export const DEFAULT_TEXTS: ReadonlyMap<string, string> = new Map([
  ['initPrompt', formatPlain(DEFAULT_PROMPT)],
  ['model', formatPlain(modelName(DEFAULT_MODEL))],
]);

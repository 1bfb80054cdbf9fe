import { DEFAULT_MODEL } from '../providers/catalog.ts';
import { type ApiKeys, apiKeys } from '../providers/provider.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import { ANSWER_NAMES, EXTRAS, KEY, KEY_NAMES, LEGACY_KEY_NAME, MODEL, PROMPT } from './settings-formats.ts';
import { sortKeys } from './settings-texts.ts';
import { getText, parseStored, type TextStorage, type ValueFormat } from './stored-value.ts';

export interface StoredPlaces {
  /** null: there is none, or access to it throws. */
  readonly storage: TextStorage | null;
  readonly tabStorage: TextStorage | null;
  /** Hears of each text that cannot be used. */
  readonly onBroken: (from: TextStorage, name: string, text: string) => void;
}

export interface StoredSettings {
  readonly settings: KeptSettings;
  /** OpenAI's key is the one of earlier days, and stands under its name. */
  readonly isLegacyKey: boolean;
}

/** What is stored, each part that is absent or broken by its default; never throws. */
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
  // Without a word about it, keys that stand in the tab alone must not move to where they stay for good.
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
      modelChosen: extras.modelChosen ?? model !== DEFAULT_MODEL,
      ...sortKeys({ ...keys, openai: keys.openai || legacyKey }, (id) => getText(answers, ANSWER_NAMES[id])),
      concurrency: extras.concurrency ?? 'automatic',
      keepKeys,
    },
  };
}

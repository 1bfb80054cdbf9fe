import { DEFAULT_MODEL } from '../providers/catalog.ts';
import { type ApiKeys, PROVIDER_IDS, type ProviderId } from '../providers/provider.ts';
import { DEFAULT_PROMPT } from '../settings/default-prompt.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import { SCHEMA_VERSION, SCHEMA_VERSION_KEY } from './schema-version.ts';
import { KEY_NAMES, LEGACY_KEY_NAME, type SettingsExtras } from './settings-formats.ts';
import { formatPlain } from './stored-value.ts';
import type { Change } from './write-all.ts';

/** What has been changed since, of all that is not written at once. */
export function changes(before: KeptSettings | undefined, after: KeptSettings): Partial<KeptSettings> {
  const { prompt, model, modelChosen, concurrency } = after;
  return {
    ...(prompt !== before?.prompt && { prompt }),
    ...((model !== before?.model || modelChosen !== before.modelChosen) && { model, modelChosen }),
    ...(concurrency !== before?.concurrency && { concurrency }),
  };
}

export const hasKey = (keys: ApiKeys): boolean => PROVIDER_IDS.some((provider) => keys[provider] !== '');

/** All but the keys. */
export const othersOf = ({ prompt, model, modelChosen, concurrency, keepKeys }: KeptSettings): readonly Change[] => [
  [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)],
  ['initPrompt', formatPlain(prompt)],
  ['model', formatPlain(model)],
  ['settingsExtras', JSON.stringify({ modelChosen, concurrency, keepKeys } satisfies SettingsExtras)],
];

export const DEFAULT_TEXTS: ReadonlyMap<string, string> = new Map([
  ['initPrompt', formatPlain(DEFAULT_PROMPT)],
  ['model', formatPlain(DEFAULT_MODEL)],
]);

export const keyChange = (provider: ProviderId, keys: ApiKeys): Change => [
  KEY_NAMES[provider],
  keys[provider] === '' ? null : formatPlain(keys[provider]),
];

/** Names that must not stand in local storage any more. */
export const unwantedKeys = ({ keys, keepKeys }: KeptSettings): readonly string[] =>
  PROVIDER_IDS.filter((provider) => keepKeys === 'session' || keys[provider] === '').flatMap((provider) =>
    provider === 'openai' ? [KEY_NAMES.openai, LEGACY_KEY_NAME] : [KEY_NAMES[provider]],
  );

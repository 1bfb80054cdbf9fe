import { stampOf } from '../lib/stamp.ts';
import { DEFAULT_MODEL } from '../providers/catalog.ts';
import { type ApiKeys, apiKeys, PROVIDER_IDS, type ProviderId } from '../providers/provider.ts';
import { DEFAULT_PROMPT } from '../settings/default-prompt.ts';
import { keyRefusal } from '../settings/key-refusal.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import { ANSWER_NAMES, KEY_NAMES, LEGACY_KEY_NAME, type SettingsExtras } from './settings-formats.ts';
import { formatPlain, SCHEMA_VERSION, SCHEMA_VERSION_KEY } from './stored-value.ts';
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

export const hasKey = (kept: KeptKeys): boolean => PROVIDER_IDS.some((provider) => keyText(kept, provider) !== '');

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

export type KeptKeys = Pick<KeptSettings, 'keys' | 'heldKeys'>;

/** A provider's key as it stands in a storage; empty: none does. */
const keyText = ({ keys, heldKeys }: KeptKeys, provider: ProviderId): string => keys[provider] || heldKeys[provider];

/** Tells the keys that can be used from those that a person must be asked about; `answer` gives the stored stamp. */
export function sortKeys(texts: ApiKeys, answer: (provider: ProviderId) => string | null): KeptKeys {
  const isHeld = (id: ProviderId) => keyRefusal(id, texts[id]) !== undefined && answer(id) !== stampOf(texts[id]);
  return {
    keys: apiKeys((id) => (isHeld(id) ? '' : texts[id])),
    heldKeys: apiKeys((id) => (isHeld(id) ? texts[id] : '')),
  };
}

/**
 * After another tab has written. Keys for this session only are each tab's own, and stay; a change of where keys are kept
 * takes no key from anybody.
 */
export function keysBeside(own: KeptSettings, stored: KeptSettings): KeptKeys {
  const isOwn = (id: ProviderId) =>
    stored.keepKeys === 'session' || (own.keepKeys === 'session' && keyText(stored, id) === '');
  return {
    keys: apiKeys((id) => (isOwn(id) ? own : stored).keys[id]),
    heldKeys: apiKeys((id) => (isOwn(id) ? own : stored).heldKeys[id]),
  };
}

/** The answer first: no other tab shall see a key that was answered for without its answer. */
export function keyChanges(provider: ProviderId, kept: KeptKeys): readonly Change[] {
  const [key, text] = [kept.keys[provider], keyText(kept, provider)];
  return [
    [ANSWER_NAMES[provider], keyRefusal(provider, key) ? stampOf(key) : null],
    [KEY_NAMES[provider], text === '' ? null : formatPlain(text)],
  ];
}

/** Names of what a person has taken away. */
export const unwantedKeys = (providers: readonly ProviderId[], kept: KeptKeys): readonly string[] =>
  providers
    .filter((provider) => keyText(kept, provider) === '')
    .flatMap((provider) => [KEY_NAMES[provider], ...(provider === 'openai' ? [LEGACY_KEY_NAME] : [])]);

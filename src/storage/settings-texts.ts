import * as v from 'valibot';
import { DEFAULT_PROMPT } from '../languages/default-prompt.ts';
import { stampOf } from '../lib/text.ts';
import { byEndpoint, DEFAULT_MODEL, ENDPOINT_IDS, type EndpointId, isLocal } from '../providers/endpoints.ts';
import { cleanKey, keyProblem } from '../providers/keys.ts';
import { modelByName, modelName } from '../providers/models.ts';
import { type ApiKeys, type Model, modelKey } from '../providers/provider.ts';
import { heldBack, keyRefusal, storedKey } from '../settings/held-back-keys.ts';
import { addressOf, DEFAULT_CALLS, type KeptSettings } from '../settings/settings.ts';
import {
  type Change,
  formatPlain,
  formatStored,
  getText,
  parseStored,
  SCHEMA_VERSION,
  SCHEMA_VERSION_KEY,
  SERIES_VERSION,
  type TextStorage,
  type ValueFormat,
} from './stored-value.ts';

/** The name under which a storage has each endpoint's key (specification, section 3). */
const KEY_NAMES = byEndpoint((id) => `${id}Key`);
/** The only key of the product's first version, which is OpenAI's (specification, section 3). */
const LEGACY_KEY_NAME = 'apiKey';
/** Stamps of doubtful keys that a person has confirmed, so that the page does not ask again. */
const ANSWER_NAMES = byEndpoint((id) => `${id}KeyAnswer`);
/** Stamps of the addresses for which the keys of servers on this computer were given. */
const ADDRESS_NAMES = byEndpoint((id) => (isLocal(id) ? `${id}KeyAddress` : undefined));
export const ALL_KEY_NAMES = [
  ...[...Object.values(KEY_NAMES), LEGACY_KEY_NAME, ...Object.values(ANSWER_NAMES)],
  ...Object.values(ADDRESS_NAMES).filter((name) => name !== undefined),
];

/** The format of an accepted key. */
const KEY: ValueFormat<string> = {
  schema: v.pipe(
    v.string(),
    v.transform(cleanKey),
    v.check((key) => keyProblem(key) === undefined),
  ),
  fallback: '',
  plain: true,
};
const PROMPT: ValueFormat<string> = { schema: v.string(), fallback: DEFAULT_PROMPT, plain: true };
/** The format of the model: it is stored by its name. */
export const MODEL: ValueFormat<Model> = {
  schema: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(?:[\w.:/@-]{1,200}|[a-z]+::[^\p{C}]{1,4000})$/u),
    v.transform(modelByName),
  ),
  fallback: DEFAULT_MODEL,
  plain: true,
  encode: modelName,
};
/** The provider's tab in front, if it is not the model's; null: it is. */
export const TAB_FRONT: ValueFormat<EndpointId | null> = {
  schema: v.picklist(ENDPOINT_IDS),
  fallback: null,
  plain: true,
};
interface StoredExtras extends Partial<Pick<KeptSettings, 'modelChosen' | 'concurrency' | 'calls' | 'keepKeys'>> {
  /**
   * The stamp of the prompt that follows the film. If another prompt was stored without this note, a person wrote it. false: a person wrote the
   * prompt.
   */
  readonly follows?: string | false;
}

/** Our own key "settingsExtras". */
const EXTRAS: ValueFormat<StoredExtras> = {
  schema: v.object({
    // Each field has a fallback: a field that is broken, or unknown to an earlier version, must not cost the others. Only `keepKeys` has none: if
    // it cannot be read, the place of the stored keys decides.
    modelChosen: v.exactOptional(v.fallback(v.boolean(), true)),
    follows: v.exactOptional(v.fallback(v.union([v.string(), v.literal(false)]), false)),
    concurrency: v.exactOptional(
      v.fallback(v.union([v.literal('automatic'), v.pipe(v.number(), v.safeInteger(), v.minValue(1))]), 'automatic'),
    ),
    keepKeys: v.exactOptional(v.picklist(['stored', 'session'])),
    calls: v.exactOptional(
      v.fallback(
        v.object({
          addresses: v.fallback(v.record(v.string(), v.string()), DEFAULT_CALLS.addresses),
          thinking: v.fallback(v.picklist(['least', 'default', 'more']), DEFAULT_CALLS.thinking),
          halfPrice: v.fallback(v.boolean(), DEFAULT_CALLS.halfPrice),
        }),
        DEFAULT_CALLS,
      ),
    ),
  }),
  fallback: {},
  encode: ({ modelChosen, follows, concurrency, calls, keepKeys }) =>
    ({ modelChosen, follows, concurrency, calls, keepKeys }) satisfies Record<keyof StoredExtras, unknown>,
};

const followsOf = ({ prompt, promptFollows }: Pick<KeptSettings, 'prompt' | 'promptFollows'>): StoredExtras =>
  promptFollows === undefined ? {} : { follows: promptFollows && stampOf(prompt) };

/** The texts of all settings except the keys. */
const textsOf = (settings: Omit<KeptSettings, 'keys' | 'doubtfulKeys'>): readonly (readonly [string, string])[] => [
  [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)],
  ['initPrompt', formatStored(settings.prompt, PROMPT)],
  ['model', formatStored(settings.model, MODEL)],
  ['settingsExtras', formatStored({ ...settings, ...followsOf(settings) }, EXTRAS)],
];

/** Texts that need not be written if nothing is stored. */
const DEFAULT_TEXTS: ReadonlyMap<string, string> = new Map([
  ['initPrompt', formatStored(DEFAULT_PROMPT, PROMPT)],
  ['model', formatStored(DEFAULT_MODEL, MODEL)],
]);

/** True if all settings except the keys are equal. */
export const areSameTexts = (one: KeptSettings, other: KeptSettings): boolean =>
  String(textsOf(one)) === String(textsOf(other));

/** The texts that must be stored, without keys. `isMissingDue`: also defaults that are not stored. */
export const dueTexts = (settings: KeptSettings, storage: TextStorage, isMissingDue: boolean): readonly Change[] =>
  textsOf(settings).filter(([name, text]) => {
    const stored = getText(storage, name);
    // The version also says whether the work is in a series, so a work's version stays.
    if (name === SCHEMA_VERSION_KEY && stored === String(SERIES_VERSION)) return false;
    return isMissingDue || stored !== null || text !== DEFAULT_TEXTS.get(name);
  });

/**
 * The texts of one endpoint's key. The confirmation comes first: if the page is closed between two writes, no confirmed key may lack its
 * confirmation.
 */
export function keyTexts(provider: EndpointId, kept: KeptSettings): readonly Change[] {
  const [key, text] = [kept.keys[provider], storedKey(kept, provider)];
  const addressName = ADDRESS_NAMES[provider];
  return [
    ...(addressName ? [[addressName, text === '' ? null : addressStamp(kept.calls, provider)] as const] : []),
    [ANSWER_NAMES[provider], keyRefusal(provider, key) ? stampOf(key) : null],
    [KEY_NAMES[provider], text === '' ? null : formatPlain(text)],
    ...(provider === 'openai' ? [[LEGACY_KEY_NAME, null] as const] : []),
  ];
}

const addressStamp = (calls: KeptSettings['calls'], id: EndpointId): string => stampOf(addressOf({ calls }, id) ?? '');

export interface SettingsPlaces {
  /** null: the browser has no local storage, or access to it throws. */
  readonly storage: TextStorage | null;
  /** The tab's session storage, for session keys; null: such keys stay in memory. */
  readonly tabStorage: TextStorage | null;
}

/**
 * Reads the stored settings; never throws. `isLegacyKey`: OpenAI's key was found under LEGACY_KEY_NAME. @param onBroken called with each text that
 * cannot be used
 */
export function readSettings(
  { storage, tabStorage }: SettingsPlaces,
  onBroken: (from: TextStorage, name: string, text: string) => void,
) {
  function read<T>(from: TextStorage | null, name: string, format: ValueFormat<T>): T {
    const text = getText(from, name);
    const { value, broken } = parseStored(text, format);
    if (broken && from !== null && text !== null) onBroken(from, name, text);
    return value;
  }
  const readKeys = (from: TextStorage | null): ApiKeys => byEndpoint((id) => read(from, KEY_NAMES[id], KEY));

  const model = read(storage, 'model', MODEL);
  const tabKeys = readKeys(tabStorage);
  const { modelChosen, follows, concurrency, calls, keepKeys } = {
    concurrency: 'automatic' as const,
    calls: DEFAULT_CALLS,
    // If the setting is missing, keys in the tab's storage must not move to permanent storage.
    keepKeys: Object.values(tabKeys).some(Boolean) ? ('session' as const) : ('stored' as const),
    // Before there were extras, any model except the default was a person's choice.
    modelChosen: modelKey(model) !== modelKey(DEFAULT_MODEL),
    ...read(storage, 'settingsExtras', EXTRAS),
  };
  const inTab = keepKeys === 'session';
  const texts = inTab ? tabKeys : readKeys(storage);
  const legacyKey = !inTab && texts.openai === '' ? read(storage, LEGACY_KEY_NAME, KEY) : '';
  const found = { ...texts, openai: texts.openai || legacyKey };
  const ofKeys = (name: string | undefined) => (name ? getText(inTab ? tabStorage : storage, name) : null);
  const answerOf = (id: EndpointId) => ofKeys(ANSWER_NAMES[id]);
  // If the address could not be stored or read, its key must not be sent to another address. Earlier versions stored no stamp.
  const isOfOther = (id: EndpointId) => ![null, addressStamp(calls, id)].includes(ofKeys(ADDRESS_NAMES[id]));
  const usable = byEndpoint((id) => (isOfOther(id) ? '' : found[id]));
  const kept = heldBack(usable, (id) => answerOf(id) === stampOf(usable[id]));
  const prompt = read(storage, 'initPrompt', PROMPT);
  const promptFollows = follows === stampOf(prompt) || (follows === false ? false : undefined);
  const settings: KeptSettings = { prompt, promptFollows, model, modelChosen, ...kept, concurrency, calls, keepKeys };
  return { settings, isLegacyKey: legacyKey !== '' };
}

import * as v from 'valibot';
import { DEFAULT_MODEL } from '../providers/catalog.ts';
import { keyProblem } from '../providers/validate-key.ts';
import { DEFAULT_PROMPT } from '../settings/default-prompt.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import type { ValueFormat } from './stored-value.ts';

/** Under which names the settings stand in a storage (specification, section 3), and what is accepted there. */
export const KEY_NAMES = { openai: 'openaiKey', anthropic: 'anthropicKey', google: 'googleKey' } as const;
/** The one key of the product's earlier days: OpenAI's (specification, section 3). */
export const LEGACY_KEY_NAME = 'apiKey';
/** Stamps of the doubtful keys of which a person has said that they are the provider's: what is not asked about again. */
export const ANSWER_NAMES = {
  openai: 'openaiKeyAnswer',
  anthropic: 'anthropicKeyAnswer',
  google: 'googleKeyAnswer',
} as const;
export const ALL_KEY_NAMES = [...Object.values(KEY_NAMES), LEGACY_KEY_NAME, ...Object.values(ANSWER_NAMES)];

/** Every name that a change of settings can show in; null: the storage was emptied. */
export const SETTINGS_NAMES: ReadonlySet<string | null> = new Set([
  ...[null, 'initPrompt', 'model', 'settingsExtras'],
  ...ALL_KEY_NAMES,
]);

export const PROMPT: ValueFormat<string> = { schema: v.string(), fallback: DEFAULT_PROMPT, plain: true };
export const MODEL: ValueFormat<string> = {
  schema: v.pipe(v.string(), v.trim(), v.regex(/^[\w.:/@-]{1,200}$/)),
  fallback: DEFAULT_MODEL,
  plain: true,
};
export const KEY: ValueFormat<string> = {
  schema: v.pipe(
    v.string(),
    v.trim(),
    v.check((key) => keyProblem(key) === undefined),
  ),
  fallback: '',
  plain: true,
};

export type SettingsExtras = Pick<KeptSettings, 'modelChosen' | 'concurrency' | 'keepKeys'>;
/** The key of our own, "settingsExtras". */
export const EXTRAS: ValueFormat<Partial<SettingsExtras>> = {
  schema: v.object({
    modelChosen: v.exactOptional(v.boolean()),
    concurrency: v.exactOptional(v.union([v.literal('automatic'), v.pipe(v.number(), v.safeInteger(), v.minValue(1))])),
    keepKeys: v.exactOptional(v.picklist(['stored', 'session'])),
  }),
  fallback: {},
};

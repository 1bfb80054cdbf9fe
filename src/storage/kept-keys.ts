import * as v from 'valibot';
import { stampOf } from '../lib/stamp.ts';
import { type ApiKeys, byEndpoint, ENDPOINT_IDS, type EndpointId } from '../providers/provider.ts';
import { keyProblem } from '../providers/validate-key.ts';
import { keyRefusal } from '../settings/key-refusal.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import { formatPlain, type ValueFormat } from './stored-value.ts';
import type { Change } from './write-all.ts';

/** Under which name each endpoint's key stands in a storage (specification, section 3). */
export const KEY_NAMES = byEndpoint((id) => `${id}Key`);
/** The one key of the product's earlier days: OpenAI's (specification, section 3). */
export const LEGACY_KEY_NAME = 'apiKey';
/** Stamps of the doubtful keys of which a person has said that they are the provider's: what is not asked about again. */
export const ANSWER_NAMES = byEndpoint((id) => `${id}KeyAnswer`);
export const ALL_KEY_NAMES = [...Object.values(KEY_NAMES), LEGACY_KEY_NAME, ...Object.values(ANSWER_NAMES)];

/** What is accepted as a key. */
export const KEY: ValueFormat<string> = {
  schema: v.pipe(
    v.string(),
    v.trim(),
    v.check((key) => keyProblem(key) === undefined),
  ),
  fallback: '',
  plain: true,
};

export type KeptKeys = Pick<KeptSettings, 'keys' | 'heldKeys'>;

export const hasKey = (kept: KeptKeys): boolean => ENDPOINT_IDS.some((provider) => keyText(kept, provider) !== '');

/** A provider's key as it stands in a storage; empty: none does. */
const keyText = ({ keys, heldKeys }: KeptKeys, provider: EndpointId): string => keys[provider] || heldKeys[provider];

/** Tells the keys that can be used from those that a person must be asked about; `answer` gives the stored stamp. */
export function sortKeys(texts: ApiKeys, answer: (provider: EndpointId) => string | null): KeptKeys {
  const isHeld = (id: EndpointId) => keyRefusal(id, texts[id]) !== undefined && answer(id) !== stampOf(texts[id]);
  return {
    keys: byEndpoint((id) => (isHeld(id) ? '' : texts[id])),
    heldKeys: byEndpoint((id) => (isHeld(id) ? texts[id] : '')),
  };
}

/** The keys after another tab has written. Each tab keeps its own session-only keys; changing where keys are kept removes none. */
export function keysBeside(own: KeptSettings, stored: KeptSettings): KeptKeys {
  const isOwn = (id: EndpointId) =>
    stored.keepKeys === 'session' || (own.keepKeys === 'session' && keyText(stored, id) === '');
  return {
    keys: byEndpoint((id) => (isOwn(id) ? own : stored).keys[id]),
    heldKeys: byEndpoint((id) => (isOwn(id) ? own : stored).heldKeys[id]),
  };
}

/** The answer first: no other tab shall see a key that was answered for without its answer. */
export function keyChanges(provider: EndpointId, kept: KeptKeys): readonly Change[] {
  const [key, text] = [kept.keys[provider], keyText(kept, provider)];
  return [
    [ANSWER_NAMES[provider], keyRefusal(provider, key) ? stampOf(key) : null],
    [KEY_NAMES[provider], text === '' ? null : formatPlain(text)],
  ];
}

/** Names of what a person has taken away. */
export const unwantedKeys = (providers: readonly EndpointId[], kept: KeptKeys): readonly string[] =>
  providers
    .filter((provider) => keyText(kept, provider) === '')
    .flatMap((provider) => [KEY_NAMES[provider], ...(provider === 'openai' ? [LEGACY_KEY_NAME] : [])]);

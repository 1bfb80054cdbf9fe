import { followsFilm } from '../languages/standard-prompt.ts';
import { ENDPOINT_IDS, isLocal, type LocalId, modelKey } from '../providers/provider.ts';
import type { KeptSettings } from './settings.ts';

/** What is changed, and stored by one tab over another, on its own; a server's address under its endpoint's id. No part: the keys. */
export type SettingPart = 'prompt' | 'model' | 'concurrency' | 'keepKeys' | 'thinking' | 'halfPrice' | LocalId;

export const SETTING_PARTS: readonly SettingPart[] = [
  'prompt',
  'model',
  'concurrency',
  'keepKeys',
  'thinking',
  'halfPrice',
  ...ENDPOINT_IDS.filter(isLocal),
];

/** A text that differs when the part differs. Model and prompt go with the note whether a person chose them. */
export function settingPartText({ calls, ...settings }: KeptSettings, part: SettingPart): string {
  if (part === 'model') return `${settings.modelChosen} ${modelKey(settings.model)}`;
  if (part === 'thinking' || part === 'halfPrice') return String(calls[part]);
  if (part === 'prompt') return `${followsFilm(settings)} ${settings.prompt}`;
  if (part === 'concurrency' || part === 'keepKeys') return String(settings[part]);
  return calls.addresses[part] ?? '';
}

/** The settings with one part of others. */
export function withPart(settings: KeptSettings, part: SettingPart, { calls, ...from }: KeptSettings): KeptSettings {
  if (part === 'model') return { ...settings, model: from.model, modelChosen: from.modelChosen };
  if (part === 'prompt') return { ...settings, prompt: from.prompt, promptFollows: from.promptFollows };
  if (part === 'concurrency' || part === 'keepKeys') return { ...settings, [part]: from[part] };
  if (part === 'thinking' || part === 'halfPrice')
    return { ...settings, calls: { ...settings.calls, [part]: calls[part] } };
  const { [part]: _, ...others } = settings.calls.addresses;
  const address = calls.addresses[part];
  const addresses = address === undefined ? others : { ...others, [part]: address };
  return { ...settings, calls: { ...settings.calls, addresses } };
}

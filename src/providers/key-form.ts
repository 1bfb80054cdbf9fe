import { PROVIDER_IDS, type ProviderId } from './provider.ts';

/**
 * How each provider's keys look. What only one provider writes is looked for anywhere: a key may have been pasted behind
 * an older one that stood in the field.
 */
const FORMS: Readonly<Record<ProviderId, RegExp>> = {
  openai: /^sk-(?!ant-)|sk-proj-/,
  anthropic: /sk-ant-/,
  google: /AIza/,
};
const STARTS = ['sk-ant-', 'AIza'];

/** Another provider that a key looks to be of; undefined: it looks like the provider's own, or like nobody's. */
export const otherProviderOfKey = (key: string, provider: ProviderId): ProviderId | undefined =>
  PROVIDER_IDS.find((other) => other !== provider && FORMS[other].test(key));

/** Too short to tell whose key it will be: "sk-" may go on as OpenAI's or as Anthropic's. */
export const isStartOfKey = (text: string): boolean =>
  text !== '' && STARTS.some((start) => text.length < start.length && start.startsWith(text));

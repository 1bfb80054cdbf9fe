import type { EndpointId } from './provider.ts';

/** How each provider's keys begin. */
const STARTS: ReadonlyMap<string, EndpointId> = new Map([
  ['sk-ant-', 'anthropic'],
  ['sk-or-', 'openrouter'],
  ['gsk_', 'groq'],
  ['xai-', 'xai'],
  ['sk-', 'openai'],
  ['AIza', 'google'],
]);
/** Those that could be several providers' while they are typed. */
const TELLING = ['sk-ant-', 'sk-or-', 'gsk_', 'xai-', 'AIza'];
/** Every beginning, the longer ones first. Those of Groq's and xAI's may stand by chance within another key. */
const ANY_START = /sk-ant-|sk-or-|sk-|AIza|^gsk_|^xai-/g;

/**
 * Whose a key looks to be, if not the provider's own. 'several': beginnings of keys stand behind one another, or one stands
 * behind something else; the text was pasted behind an older key. undefined: the provider's own, or like nobody's.
 */
export function otherProviderOfKey(key: string, provider: EndpointId): EndpointId | 'several' | undefined {
  const [first, second] = [...key.matchAll(ANY_START)];
  // DeepSeek's begin as OpenAI's do.
  const owner = first?.[0] === 'sk-' && provider === 'deepseek' ? provider : first && STARTS.get(first[0]);
  if (second) return 'several';
  if (owner === provider) return undefined;
  return owner && first?.index !== 0 ? 'several' : owner;
}

/** Too short to tell whose key it will be: "sk-" may go on as OpenAI's or as Anthropic's. */
export const isStartOfKey = (text: string): boolean =>
  text !== '' && TELLING.some((start) => text.length < start.length && start.startsWith(text));

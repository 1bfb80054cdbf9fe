import type { Model } from './provider.ts';

/**
 * Whether a model is served at half price to who can wait ("flex"): at OpenAI the o-series from o3 on and gpt from 5 on, but no chat
 * models; at Google all that are not known to have none. What the provider says is what counts.
 */
export function hasHalfPrice({ endpoint, id }: Model): boolean {
  if (endpoint === 'google') return true;
  if (endpoint !== 'openai' || /chat/.test(id)) return false;
  return Number(/^gpt-(\d+)/.exec(id)?.[1] ?? 0) >= 5 || /^o[3-9]/.test(id);
}

import type { Model } from './provider.ts';

/**
 * Whether to ask for half price ("flex"): at OpenAI for the o-series from o3 on and for gpt from 5 on, without chat models; at Google
 * for all models. A provider that does not serve a model so refuses the request, which is reported.
 */
export function hasHalfPrice({ endpoint, id }: Model): boolean {
  if (endpoint === 'google') return true;
  if (endpoint !== 'openai' || /chat/.test(id)) return false;
  return Number(/^gpt-(\d+)/.exec(id)?.[1] ?? 0) >= 5 || /^o[3-9]/.test(id);
}

import type { ProviderId } from './provider.ts';

/** The provider of a model id (specification, section 4). An unknown id is OpenAI's. */
export function providerOfModel(id: string): ProviderId {
  if (id.includes('claude')) return 'anthropic';
  if (id.includes('gemini')) return 'google';
  return 'openai';
}

/** Whether the id tells its provider by itself. */
export const isKnownModel = (id: string): boolean => /claude|gemini|gpt|o1|chatgpt/.test(id);

import type { ProviderId } from './provider.ts';

/** The provider of a model id (specification, section 4). An unknown id is OpenAI's, with a warning in the console. */
export function providerOfModel(id: string): ProviderId {
  if (id.includes('claude')) return 'anthropic';
  if (id.includes('gemini')) return 'google';
  if (!/gpt|o1|chatgpt/.test(id)) console.warn(`Unknown model "${id}": taken for one of OpenAI's.`);
  return 'openai';
}

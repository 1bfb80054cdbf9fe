import type { Model } from './provider.ts';

/**
 * The model that stands somewhere by its name alone (specification, sections 3 and 4): its name tells which of the three specified
 * endpoints has it. An unknown name is taken for one of OpenAI's.
 */
export function modelByName(name: string): Model {
  if (name.includes('claude')) return { endpoint: 'anthropic', id: name };
  if (name.includes('gemini')) return { endpoint: 'google', id: name };
  return { endpoint: 'openai', id: name };
}

/** Whether the name tells its endpoint by itself. */
export const isKnownModel = (name: string): boolean => /claude|gemini|gpt|o1|chatgpt/.test(name);

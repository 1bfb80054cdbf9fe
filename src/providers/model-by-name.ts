import { isMore, type Model } from './provider.ts';

/** Between an endpoint and its model's id. In no name of a model of the three specified providers. */
const SEPARATOR = '::';

/**
 * The model that stands somewhere by its name alone (specification, sections 3 and 4): its name tells which of the three specified
 * endpoints has it. An unknown name is taken for one of OpenAI's. Models of other endpoints have theirs before the id: "groq::llama-4".
 */
export function modelByName(name: string): Model {
  const [endpoint = '', ...id] = name.split(SEPARATOR);
  if (isMore(endpoint) && id.length > 0) return { endpoint, id: id.join(SEPARATOR) };
  if (name.includes('claude')) return { endpoint: 'anthropic', id: name };
  if (name.includes('gemini')) return { endpoint: 'google', id: name };
  return { endpoint: 'openai', id: name };
}

/** What `modelByName` reads as this model: for storage and project files. */
export const modelName = ({ endpoint, id }: Model): string => (isMore(endpoint) ? endpoint + SEPARATOR + id : id);

/** Whether the name of one of OpenAI's models tells so by itself. */
export const isKnownModel = (name: string): boolean => /claude|gemini|gpt|o1|chatgpt/.test(name);

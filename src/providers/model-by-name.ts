import { isMore, type Model } from './provider.ts';

/** Stands between endpoint and id. No model of the three specified providers has it in its name. */
const SEPARATOR = '::';

/**
 * The model of a stored name. The name tells which of the three specified endpoints has the model; an unknown name counts as OpenAI's
 * (specification, sections 3 and 4). Models of other endpoints are stored with their endpoint before the id: "groq::llama-4".
 */
export function modelByName(name: string): Model {
  const [endpoint = '', ...id] = name.split(SEPARATOR);
  if (isMore(endpoint) && id.length > 0) return { endpoint, id: id.join(SEPARATOR) };
  if (name.includes('claude')) return { endpoint: 'anthropic', id: name };
  if (name.includes('gemini')) return { endpoint: 'google', id: name };
  return { endpoint: 'openai', id: name };
}

/** The name of a model for storage and project files; `modelByName` reads it. */
export const modelName = ({ endpoint, id }: Model): string => (isMore(endpoint) ? endpoint + SEPARATOR + id : id);

/** Whether a name tells its endpoint (specification, section 4); of another name a warning is logged. */
export const isKnownModel = (name: string): boolean => /claude|gemini|gpt|o1|chatgpt/.test(name);

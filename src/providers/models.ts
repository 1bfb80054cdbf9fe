import { isCompatible, PROVIDER_IDS, PROVIDERS, type ProviderId } from './endpoints.ts';
import { runsElsewhere } from './own-servers.ts';
import type { Model, ModelInfo, ProviderFailure } from './provider.ts';

/** Stands between endpoint and id. No model of the three specified providers has it in its name. */
const SEPARATOR = '::';

/**
 * The model of a stored name. The name tells which of the three specified endpoints has the model; an unknown name counts as OpenAI's
 * (specification, sections 3 and 4). Models of other endpoints are stored with their endpoint before the id: "groq::llama-4".
 */
export function modelByName(name: string): Model {
  const [endpoint = '', ...id] = name.split(SEPARATOR);
  if (isCompatible(endpoint) && id.length > 0) return { endpoint, id: id.join(SEPARATOR) };
  return {
    endpoint: PROVIDER_IDS.find((provider) => provider !== 'openai' && isOf(provider, name)) ?? 'openai',
    id: name,
  };
}

/** The name of a model for storage and project files; `modelByName` reads it. */
export const modelName = ({ endpoint, id }: Model): string => (isCompatible(endpoint) ? endpoint + SEPARATOR + id : id);

/** Whether a name tells its endpoint (specification, section 4); of another name a warning is logged. */
export const isKnownModel = (name: string): boolean => PROVIDER_IDS.some((provider) => isOf(provider, name));

const isOf = (provider: ProviderId, name: string): boolean =>
  PROVIDERS[provider].modelWords.some((word) => name.includes(word));

const LOADING =
  /\bloading (?:(?:the|its|a) )?(?:model|weights|checkpoint)|\bmodel\b.{0,60}\b(?:loading|starting|initiali[sz]ing|warming)|\bnot (?:yet ready|ready|loaded yet|yet loaded|available yet)\b|\b(?:server|engine|backend|service|worker)s? (?:is |are )?(?:still |currently )?(?:loading|starting|initiali[sz]ing|warming)|\bwarming up\b|\bbeing (?:down)?loaded\b|\bcold start|加载中|\bstill (?:loading|starting|initiali[sz]ing)\b/i;
const FAILED = /\b(?:error|fail(?:ed|ure|s)?|cannot|can['’]t|could not|unable)\b/i;

/** Whether a server says that it loads its model: llama.cpp's "Loading model", "Model … is currently loading", "The server is still starting up". */
export const isLoadingModel = ({ message }: Pick<ProviderFailure, 'message'>): boolean =>
  LOADING.test(message) && !FAILED.test(message);

/**
 * Whether to ask for half price ("flex"): at OpenAI for the o-series from o3 on and for gpt from 5 on, without chat models; at Google
 * for all models. A provider that does not serve a model so refuses the request, which is reported.
 */
export function hasHalfPrice({ endpoint, id }: Model): boolean {
  if (endpoint === 'google') return true;
  if (endpoint !== 'openai' || /chat/.test(id)) return false;
  return Number(/^gpt-(\d+)/.exec(id)?.[1] ?? 0) >= 5 || /^o[3-9]/.test(id);
}

/** Whole words, so that "gemini-2.5-flash" does not count as "mini". */
export const wordsOfId = (id: string): readonly string[] => id.toLowerCase().split(/[^a-z0-9]+/);

/** The name of a model whose id is a path: llama.cpp's id is where the file lies, gateways' begin with who made the model. */
export const fileName = (id: string): string => id.split(/[/\\]/).findLast(Boolean) ?? id;

/** Words in the ids of models that translate well and cheaply. */
const GOOD_SIZES = ['mini', 'flash', 'haiku', 'luna'];
/** Words in the ids of models that are cheaper and translate worse. */
const LITE_SIZES = ['lite', 'nano', '8b'];
/** The same of models for one's own computer: tiny ones, and up to three billions of parameters. */
const TINY = /tiny|smol|\b(?:\d+m|0\.\d+b|[123](?:\.\d+)?b)\b/i;
/** Models that chat, but are made for something else: code, mathematics, tools; "base" and "text" only complete. */
const FOR_OTHERS =
  /cod(?:e|er|ing|estral)|\bdevstral\b|starcoder|math|sql|function|\bbase\b|[-:]text\b|\bbio|\bmed(?:llama|gemma|itron|alpaca)/i;
/** Words in the ids of models for hard thinking: with them a film costs many times as much and is translated no better. */
const LARGE_SIZES = ['pro', 'opus', 'fable', 'mythos', 'astra', 'ultra', 'o1'];
/** Words in the ids of models that the provider may withdraw or exchange at any time. */
const UNSETTLED = ['preview', 'exp', 'experimental', 'beta', 'latest'];

/**
 * The model of a live list for a person who never chose one; undefined: none can translate. Large and unsettled models come last;
 * then good sizes come before others, and newer models before older ones. Without dates the higher version in the id counts as newer.
 */
export function suggestModel(models: readonly ModelInfo[]): ModelInfo | undefined {
  return models.toSorted(byMerit)[0];
}

function byMerit(a: ModelInfo, b: ModelInfo): number {
  return (
    Number(runsElsewhere(a.id)) - Number(runsElsewhere(b.id)) ||
    isLike(a, FOR_OTHERS) - isLike(b, FOR_OTHERS) ||
    has(a, LARGE_SIZES) - has(b, LARGE_SIZES) ||
    has(a, UNSETTLED) - has(b, UNSETTLED) ||
    isLike(a, TINY) - isLike(b, TINY) ||
    has(b, GOOD_SIZES) - has(a, GOOD_SIZES) ||
    has(a, LITE_SIZES) - has(b, LITE_SIZES) ||
    (b.createdAt ?? 0) - (a.createdAt ?? 0) ||
    b.id.localeCompare(a.id, 'en', { numeric: true })
  );
}

/** 1 if the id has one of the words, else 0. Behind a colon stands a tag, which says nothing: Ollama's "latest" is settled. */
const has = ({ id, endpoint }: ModelInfo, words: readonly string[]): number =>
  Number(wordsOfId(isCompatible(endpoint) ? withoutTag(id) : id).some((word) => words.includes(word)));

const withoutTag = (id: string): string => fileName(id).replace(/:.*/, '');

/** 1 if the id of a model of the tab "more" is such, else 0. */
const isLike = ({ id, endpoint }: ModelInfo, kind: RegExp): number =>
  Number(isCompatible(endpoint) && kind.test(fileName(id)));

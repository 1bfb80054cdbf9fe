import {
  type EndpointId,
  isCompatible,
  isEndpoint,
  isLocal,
  PROVIDER_IDS,
  PROVIDERS,
  type ProviderId,
} from './endpoints.ts';
import type { Model, ModelInfo, ProviderFailure } from './provider.ts';

/** Separates endpoint and id. No model id of the specified providers contains it. */
const SEPARATOR = '::';

/**
 * The model of a stored name. "groq::llama-4" contains its endpoint. Without an endpoint, words in the name identify a specified provider; an unknown name
 * counts as OpenAI's (specification, sections 3 and 4).
 */
export function modelByName(name: string): Model {
  const [endpoint = '', ...id] = name.split(SEPARATOR);
  return isEndpoint(endpoint) && id.length > 0
    ? { endpoint, id: id.join(SEPARATOR) }
    : { endpoint: providerByWords(name), id: name };
}

const providerByWords = (name: string): ProviderId =>
  PROVIDER_IDS.find((provider) => provider !== 'openai' && isOf(provider, name)) ?? 'openai';

/** The name of a model for storage and project files, as modelByName reads it. It contains the endpoint only if the id does not identify it. */
export const modelName = ({ endpoint, id }: Model): string =>
  endpoint === providerByWords(id) ? id : endpoint + SEPARATOR + id;

/** True if words in a name identify its provider (specification, section 4). Other names cause a warning. */
export const isKnownModel = (name: string): boolean => PROVIDER_IDS.some((provider) => isOf(provider, name));

const isOf = (provider: ProviderId, name: string): boolean =>
  PROVIDERS[provider].modelWords.some((word) => name.includes(word));

const LOADING =
  /\bloading (?:(?:the|its|a) )?(?:model|weights|checkpoint)|\bmodel\b.{0,60}\b(?:loading|starting|initiali[sz]ing|warming)|\bnot (?:yet ready|ready|loaded yet|yet loaded|available yet)\b|\b(?:server|engine|backend|service|worker)s? (?:is |are )?(?:still |currently )?(?:loading|starting|initiali[sz]ing|warming)|\bwarming up\b|\bbeing (?:down)?loaded\b|\bcold start|加载中|\bstill (?:loading|starting|initiali[sz]ing)\b/i;
const FAILED = /\b(?:error|fail(?:ed|ure|s)?|cannot|can['’]t|could not|unable)\b/i;

/** True if a failure means that the server is still loading its model, such as llama.cpp's "Loading model". */
export const isLoadingModel = ({ message }: Pick<ProviderFailure, 'message'>): boolean =>
  LOADING.test(message) && !FAILED.test(message);

/**
 * True if requests can ask for half price ("flex"): OpenAI's o3 and gpt-5 or later except chat models, and all models of Google. If the provider does not offer
 * it for a model, it refuses the request.
 */
export function hasHalfPrice({ endpoint, id }: Model): boolean {
  if (endpoint === 'google') return true;
  if (endpoint !== 'openai' || /chat/.test(id)) return false;
  return Number(/^gpt-(\d+)/.exec(id)?.[1] ?? 0) >= 5 || /^o[3-9]/.test(id);
}

/** Compares whole words, so that "gemini" does not contain "mini". */
export const wordsOfId = (id: string): readonly string[] => id.toLowerCase().split(/[^a-z0-9]+/);

/** The last part of an id that is a path. llama.cpp uses the path of the model file as id; gateways begin the id with the model's maker. */
export const fileName = (id: string): string => id.split(/[/\\]/).findLast(Boolean) ?? id;

/** Words in the ids of models that translate well and cheaply. */
const GOOD_SIZES = ['mini', 'flash', 'haiku', 'luna'];
/** Words in the ids of models that are cheaper and translate worse. */
const LITE_SIZES = ['lite', 'nano', '8b'];
/** Models for weak computers: up to three billion parameters. */
const TINY = /tiny|smol|\b(?:\d+m|0\.\d+b|[123](?:\.\d+)?b)\b/i;
/** Chat models for other purposes, and models that only complete texts ("base", "text"). */
const FOR_OTHERS =
  /cod(?:e|er|ing|estral)|\bdevstral\b|starcoder|math|sql|function|\bbase\b|[-:]text\b|\bbio|\bmed(?:llama|gemma|itron|alpaca)/i;
/** Large reasoning models: a film costs many times as much, and its translation is no better. */
const LARGE_SIZES = ['pro', 'opus', 'fable', 'mythos', 'astra', 'ultra', 'o1'];
/** The provider may withdraw or replace these models at any time. */
const UNSETTLED = ['preview', 'exp', 'experimental', 'beta', 'latest'];

/**
 * The model to use if the person has never chosen one. undefined: the list is empty. Large and unstable models come last. Good sizes come before others, newer
 * models before older ones. Without dates, the higher version counts as newer.
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

/** 1 if the id has one of the words, else 0. It ignores the tag after a colon, because Ollama's "latest" is a stable model. */
const has = ({ id, endpoint }: ModelInfo, words: readonly string[]): number =>
  Number(wordsOfId(isCompatible(endpoint) ? withoutTag(id) : id).some((word) => words.includes(word)));

const withoutTag = (id: string): string => fileName(id).replace(/:.*/, '');

const isLike = ({ id, endpoint }: ModelInfo, kind: RegExp): number =>
  Number(isCompatible(endpoint) && kind.test(fileName(id)));

/** True if the endpoint always runs models on this computer. "Another address" can be a gateway that charges. */
export const isOwnServer = (endpoint: EndpointId): boolean => isLocal(endpoint) && endpoint !== 'local';

/** Ollama's models that run in its cloud, for subscribers: "gpt-oss:120b-cloud", "kimi-k2.5:cloud". */
export const runsElsewhere = (id: string): boolean => /[:-]cloud$/i.test(id);

interface EndpointRow {
  /** The name with its article: "an OpenAI". */
  readonly named: `${'a' | 'an'} ${string}`;
  /** Beginnings of keys that identify the endpoint. "^": only at the start of the text, because other keys can contain these letters. */
  readonly keyStarts: readonly string[];
}

interface ProviderRow extends EndpointRow {
  /** A stored model name with one of these words belongs to this provider. A name without any known word belongs to OpenAI. */
  readonly modelWords: readonly [string, ...string[]];
  readonly keyHint: string;
  readonly keyPage: string;
  readonly baseAddress: string;
  /** Display names by id, shown until the live list arrives (specification, section 9). */
  readonly builtIn: Readonly<Record<string, string>>;
  /** Models that are shown in addition if the live list cannot be read (specification, sections 7 and 9). */
  readonly fallback: Readonly<Record<string, string>>;
}

/** The specified providers. Each has its own tab. */
const PROVIDER_ROWS = {
  openai: {
    named: 'an OpenAI',
    keyStarts: ['sk-'],
    modelWords: ['gpt', 'o1'],
    keyHint: 'sk-…',
    keyPage: 'https://platform.openai.com/api-keys',
    baseAddress: 'https://api.openai.com/v1',
    builtIn: Object.fromEntries(
      'gpt-4o gpt-4o-mini gpt-4-turbo gpt-4-0125-preview gpt-3.5-turbo o1-preview o1-mini'
        .split(' ')
        .map((id) => [id, id]),
    ),
    fallback: {},
  },
  anthropic: {
    named: 'an Anthropic',
    keyStarts: ['sk-ant-'],
    modelWords: ['claude'],
    keyHint: 'sk-ant-…',
    keyPage: 'https://console.anthropic.com/settings/keys',
    baseAddress: 'https://api.anthropic.com/v1',
    builtIn: {
      'claude-3-5-sonnet-20241022': 'Claude 3.5 Sonnet',
      'claude-3-5-haiku-20241022': 'Claude 3.5 Haiku',
      'claude-3-opus-20240229': 'Claude 3 Opus',
      'claude-3-sonnet-20240229': 'Claude 3 Sonnet',
      'claude-3-haiku-20240307': 'Claude 3 Haiku',
    },
    fallback: {},
  },
  google: {
    named: 'a Google',
    keyStarts: ['AQ.', 'AIza'],
    modelWords: ['gemini'],
    keyHint: 'AIza… or AQ.…',
    keyPage: 'https://aistudio.google.com/apikey',
    baseAddress: 'https://generativelanguage.googleapis.com/v1beta',
    builtIn: {
      'gemini-1.5-flash': 'Gemini 1.5 Flash',
      'gemini-1.5-flash-8b': 'Gemini 1.5 Flash 8B',
      'gemini-1.5-pro': 'Gemini 1.5 Pro',
      'gemini-1.0-pro': 'Gemini 1.0 Pro',
    },
    fallback: { 'gemini-2.0-flash-exp': 'Gemini 2.0 Flash Experimental' },
  },
} as const satisfies Readonly<Record<string, ProviderRow>>;

/** Servers on this computer. They need no key. */
const LOCAL_ROWS = {
  ollama: { named: 'an Ollama', keyStarts: [] },
  lmstudio: { named: 'an LM Studio', keyStarts: [] },
  llamacpp: { named: 'a llama.cpp', keyStarts: [] },
  local: { named: 'a Local server', keyStarts: [] },
} as const satisfies Readonly<Record<string, EndpointRow>>;

/** The endpoints of the tab "more". compatible-endpoints.ts has their other facts. */
const COMPATIBLE_ROWS = {
  openrouter: { named: 'an OpenRouter', keyStarts: ['sk-or-'] },
  deepseek: { named: 'a DeepSeek', keyStarts: ['sk-'] },
  mistral: { named: 'a Mistral', keyStarts: [] },
  groq: { named: 'a Groq', keyStarts: ['^gsk_'] },
  xai: { named: 'an xAI', keyStarts: ['^xai-'] },
  ...LOCAL_ROWS,
} as const satisfies Readonly<Record<string, EndpointRow>>;

export type ProviderId = keyof typeof PROVIDER_ROWS;
export type LocalId = keyof typeof LOCAL_ROWS;
export type CompatibleEndpointId = keyof typeof COMPATIBLE_ROWS;
export type EndpointId = ProviderId | CompatibleEndpointId;

export const PROVIDERS: Readonly<Record<ProviderId, ProviderRow>> = PROVIDER_ROWS;
export const ENDPOINTS: Readonly<Record<EndpointId, EndpointRow>> = { ...PROVIDER_ROWS, ...COMPATIBLE_ROWS };
export const PROVIDER_IDS = Object.keys(PROVIDER_ROWS) as readonly ProviderId[];
export const COMPATIBLE_ENDPOINT_IDS = Object.keys(COMPATIBLE_ROWS) as readonly CompatibleEndpointId[];
export const ENDPOINT_IDS = Object.keys(ENDPOINTS) as readonly EndpointId[];
export const isLocal = (id: EndpointId): id is LocalId => id in LOCAL_ROWS;
export const isEndpoint = (id: string): id is EndpointId => Object.hasOwn(ENDPOINTS, id);
export const isCompatible = (id: string): id is CompatibleEndpointId => Object.hasOwn(COMPATIBLE_ROWS, id);

export const byEndpoint = <T>(of: (endpoint: EndpointId) => T): Readonly<Record<EndpointId, T>> =>
  Object.fromEntries(ENDPOINT_IDS.map((id) => [id, of(id)])) as Record<EndpointId, T>;

/** Specification, section 9. OpenAI has since shut this model down. */
export const DEFAULT_MODEL = { endpoint: 'openai', id: 'gpt-4-0125-preview' } as const;

const listOf = (endpoint: ProviderId, models: Readonly<Record<string, string>>) =>
  Object.entries(models).map(([id, displayName]) => ({ endpoint, id, displayName }));
const BUILT_IN = byEndpoint((id) => (isCompatible(id) ? [] : listOf(id, PROVIDERS[id].builtIn)));

/** The models that are shown until the live list arrives. Empty for compatible endpoints, because their models change every week. */
export const builtInModels = (id: EndpointId) => BUILT_IN[id];

export const fallbackModels = (id: EndpointId) =>
  isCompatible(id) ? [] : [...BUILT_IN[id], ...listOf(id, PROVIDERS[id].fallback)];

export const nameOf = (id: EndpointId): string => ENDPOINTS[id].named.replace(/^an? /, '');

/** The name within a sentence. */
export const namedAs = (id: EndpointId): string => (id === 'local' ? 'the server' : nameOf(id));

/** The name with its article, before "key". */
export const withArticle = (id: EndpointId): string => (id === 'local' ? 'the server’s' : ENDPOINTS[id].named);

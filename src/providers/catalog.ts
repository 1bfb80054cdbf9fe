import { type EndpointId, isMore, MORE_NAMES, type Model, type ModelInfo, type ProviderId } from './provider.ts';

/** What a provider is, apart from what it does: plain data. */
interface CatalogEntry {
  /** The provider's name for people. */
  readonly name: string;
  /** Placeholder of the key field: how a key of this provider begins. */
  readonly keyHint: string;
  /** Where a person gets a key. */
  readonly keyPage: string;
  readonly baseAddress: string;
  /** Shown until the live list is there (specification, section 9). */
  readonly builtInModels: readonly ModelInfo[];
  /** Shown when the live list cannot be read (specification, sections 7 and 9). OpenAI has none. */
  readonly fallbackModels: readonly ModelInfo[];
}

/** Specification, section 9. OpenAI has shut this model down since: it is missing from the live list. */
export const DEFAULT_MODEL: Model = { endpoint: 'openai', id: 'gpt-4-0125-preview' };

const anthropic = (id: string, displayName: string): ModelInfo => ({ endpoint: 'anthropic', id, displayName });
const google = (id: string, displayName: string): ModelInfo => ({ endpoint: 'google', id, displayName });

const ANTHROPIC_MODELS = [
  anthropic('claude-3-5-sonnet-20241022', 'Claude 3.5 Sonnet'),
  anthropic('claude-3-5-haiku-20241022', 'Claude 3.5 Haiku'),
  anthropic('claude-3-opus-20240229', 'Claude 3 Opus'),
  anthropic('claude-3-sonnet-20240229', 'Claude 3 Sonnet'),
  anthropic('claude-3-haiku-20240307', 'Claude 3 Haiku'),
];

const GOOGLE_MODELS = [
  google('gemini-1.5-flash', 'Gemini 1.5 Flash'),
  google('gemini-1.5-flash-8b', 'Gemini 1.5 Flash 8B'),
  google('gemini-1.5-pro', 'Gemini 1.5 Pro'),
  google('gemini-1.0-pro', 'Gemini 1.0 Pro'),
];

export const CATALOG: Readonly<Record<ProviderId, CatalogEntry>> = {
  openai: {
    name: 'OpenAI',
    keyHint: 'sk-…',
    keyPage: 'https://platform.openai.com/api-keys',
    baseAddress: 'https://api.openai.com/v1',
    builtInModels: 'gpt-4o gpt-4o-mini gpt-4-turbo gpt-4-0125-preview gpt-3.5-turbo o1-preview o1-mini'
      .split(' ')
      .map((id) => ({ endpoint: 'openai', id, displayName: id })),
    fallbackModels: [],
  },
  anthropic: {
    name: 'Anthropic',
    keyHint: 'sk-ant-…',
    keyPage: 'https://console.anthropic.com/settings/keys',
    baseAddress: 'https://api.anthropic.com/v1',
    builtInModels: ANTHROPIC_MODELS,
    fallbackModels: ANTHROPIC_MODELS,
  },
  google: {
    name: 'Google',
    keyHint: 'AIza… or AQ.…',
    keyPage: 'https://aistudio.google.com/apikey',
    baseAddress: 'https://generativelanguage.googleapis.com/v1beta',
    builtInModels: GOOGLE_MODELS,
    fallbackModels: [...GOOGLE_MODELS, google('gemini-2.0-flash-exp', 'Gemini 2.0 Flash Experimental')],
  },
};

/** The endpoint's name for people. */
export const nameOf = (id: EndpointId): string => (isMore(id) ? MORE_NAMES[id] : CATALOG[id].name);

/** The models to show until the live list is read; none for the endpoints of the tab "more", whose models change by the week. */
export const builtInModels = (id: EndpointId): readonly ModelInfo[] => (isMore(id) ? [] : CATALOG[id].builtInModels);

/** The endpoint's name within a sentence. */
export const namedAs = (id: EndpointId): string => (id === 'local' ? 'the server' : nameOf(id));

/** The endpoint's name with its article, as it stands before "key": "an OpenAI", "a Google". */
export const withArticle = (id: EndpointId): string =>
  id === 'local' ? 'the server’s' : `${/^(?:[AEIO]|xAI|LM)/.test(nameOf(id)) ? 'an' : 'a'} ${nameOf(id)}`;

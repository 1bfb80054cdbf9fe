import {
  COMPATIBLE_ENDPOINT_IDS,
  type CompatibleEndpointId,
  type EndpointId,
  isCompatible,
  isLocal,
} from './endpoints.ts';
import type { ReplyForm } from './provider.ts';

/** What the adapter and the tab "more" know of an endpoint that speaks OpenAI's chat completions. Its name is in endpoints.ts. */
export interface CompatibleEndpoint {
  /** Base address of `/chat/completions`; for a server on this computer its usual address, empty where there is no usual one. */
  readonly address: string;
  /** Placeholder of the key field: how the endpoint's keys begin. */
  readonly keyHint: string;
  /** Where a person gets a key; missing: the endpoint needs no key. */
  readonly keyPage?: string;
  /** The path that is read to check a key. */
  readonly keyCheckPath: '/models' | '/key';
  /** The strictest form of reply that the endpoint knows. A model that refuses a form is sent the next one. */
  readonly replyForm: ReplyForm;
  /** Some of its models take a schema: it is tried where the person asks for one. */
  readonly triesSchema?: 'schema';
  /** Which models think unless told not to, and how a request tells them; missing: requests say nothing about thinking. */
  readonly thinking?: ThinkingFacts;
  /** So many requests at once are taken from every account, by the endpoint's own documentation; missing: it names no such number. */
  readonly takesAtOnce?: number;
  /** For servers on this computer: how a person gives the server a model. */
  readonly loadModel?: string;
}

/** A schema that names every key, any JSON object, or no form at all; in the order in which they are tried after refusals. */
export const REPLY_FORMS = ['schema', 'object', 'free'] as const satisfies readonly ReplyForm[];

export interface ThinkingFacts {
  /**
   * The request's field about thinking: `reasoning_effort: "none"`, `reasoning: {effort: "none"}`, `thinking: {type: "disabled"}` or
   * `chat_template_kwargs: {enable_thinking: false}`.
   */
  readonly field: 'reasoning_effort' | 'reasoning' | 'thinking' | 'chat_template_kwargs';
  /** Ids of models with the least effort that they take; the first match counts. 'listed': models that the live list says can think. */
  readonly families: 'listed' | readonly (readonly [RegExp, least: string])[];
}

const ON_KEY_PAGE = { keyCheckPath: '/models', replyForm: 'object' } as const;
/** llama.cpp, vLLM and SGLang hand it to the model's own template; one that knows nothing of thinking passes over it. */
const BY_TEMPLATE: ThinkingFacts = {
  field: 'chat_template_kwargs',
  families: [[/qwen-?3|glm-?[45]|gemma-?4|smollm-?3|nemotron/i, 'none']],
};
const ON_COMPUTER = { keyHint: 'not needed by most', keyCheckPath: '/models', replyForm: 'schema' } as const;

/** Source of each fact: the providers' documentation and live probes of their CORS (docs/decisions/0023). */
export const COMPATIBLE_ENDPOINTS: Readonly<Record<CompatibleEndpointId, CompatibleEndpoint>> = {
  openrouter: {
    ...ON_KEY_PAGE,
    triesSchema: 'schema',
    address: 'https://openrouter.ai/api/v1',
    keyHint: 'sk-or-…',
    keyPage: 'https://openrouter.ai/settings/keys',
    // OpenRouter's model list is public, so reading it does not check a key.
    keyCheckPath: '/key',
    thinking: { field: 'reasoning', families: 'listed' },
  },
  deepseek: {
    ...ON_KEY_PAGE,
    address: 'https://api.deepseek.com',
    keyHint: 'sk-…',
    keyPage: 'https://platform.deepseek.com/api_keys',
    thinking: { field: 'thinking', families: [[/^(?!deepseek-chat)/, 'disabled']] },
    // api-docs.deepseek.com/quick_start/rate_limit: 2,500 with the flash models, 500 with the others.
    takesAtOnce: 500,
  },
  mistral: {
    ...ON_KEY_PAGE,
    replyForm: 'schema',
    address: 'https://api.mistral.ai/v1',
    keyHint: '32 letters and digits',
    keyPage: 'https://console.mistral.ai/api-keys',
    thinking: { field: 'reasoning_effort', families: [[/^mistral-(?:medium|small)/, 'none']] },
  },
  groq: {
    ...ON_KEY_PAGE,
    triesSchema: 'schema',
    address: 'https://api.groq.com/openai/v1',
    keyHint: 'gsk_…',
    keyPage: 'https://console.groq.com/keys',
    thinking: {
      field: 'reasoning_effort',
      families: [
        [/qwen-?3/, 'none'],
        [/gpt-oss/, 'low'],
      ],
    },
  },
  xai: {
    ...ON_KEY_PAGE,
    replyForm: 'schema',
    address: 'https://api.x.ai/v1',
    keyHint: 'xai-…',
    keyPage: 'https://console.x.ai',
    // Other models think or not by their names: "…-reasoning" and "…-non-reasoning".
    thinking: { field: 'reasoning_effort', families: [[/^grok-(?:3-mini|4\.[5-9]|[5-9])(?!.*non-reasoning)/, 'low']] },
  },
  ollama: {
    ...ON_COMPUTER,
    address: 'http://localhost:11434/v1',
    thinking: {
      field: 'reasoning_effort',
      families: [
        [/gpt-oss/, 'low'],
        [
          /qwen-?3|deepseek-(?:r1|v3\.|v4)|qwq|magistral|thinking|reasoning|gemma-?4|glm-?[4-9]|nemotron|minimax-?m|kimi|deepscaler|smollm-?3|exaone-(?:deep|4)|seed-oss|hunyuan/i,
          'none',
        ],
      ],
    },
    loadModel: 'Load one with "ollama pull", such as "ollama pull gemma3"',
  },
  lmstudio: {
    ...ON_COMPUTER,
    address: 'http://localhost:1234/v1',
    // No model is known to need it: it is tried where nothing but thoughts comes.
    thinking: { field: 'reasoning_effort', families: [] },
    loadModel: 'Load one in LM Studio under "Developer", or with "lms load"',
  },
  llamacpp: {
    ...ON_COMPUTER,
    address: 'http://localhost:8080/v1',
    thinking: BY_TEMPLATE,
    loadModel: 'Start it again with a model: "llama-server -m MODEL.gguf"',
  },
  local: {
    ...ON_COMPUTER,
    address: '',
    thinking: BY_TEMPLATE,
    loadModel: 'Load one in the server',
  },
};

/** How many requests at once the endpoint takes by its documentation; undefined: no such number is known. */
export const takesAtOnce = (id: EndpointId): number | undefined =>
  isCompatible(id) ? COMPATIBLE_ENDPOINTS[id].takesAtOnce : undefined;

/** This computer, on any port. */
const THIS_COMPUTER = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The hosts that this page may connect to beside the three specified providers, as sources of a Content-Security-Policy. */
export const COMPATIBLE_HOSTS: readonly string[] = [
  ...COMPATIBLE_ENDPOINT_IDS.filter((id) => !isLocal(id)).map((id) => new URL(COMPATIBLE_ENDPOINTS[id].address).origin),
  ...THIS_COMPUTER,
];

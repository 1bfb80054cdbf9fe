import { isLocal, MORE_IDS, type MoreId } from './provider.ts';

/**
 * One endpoint that speaks OpenAI's chat completions, as the adapter of compatible/ and the tab "more" must know it. To add one: its
 * name in provider.ts (`MORE_NAMES`) and its row here; hosts, policy, tabs, storage and the contract suite follow from them.
 */
export interface Endpoint {
  /** Base address of `/chat/completions`; of a server on this computer the usual one, empty: there is none. */
  readonly address: string;
  /** How its keys begin: placeholder of the key field. */
  readonly keyHint: string;
  /** Where a person gets a key; missing: it needs none. */
  readonly keyPage?: string;
  /** What is read to see whether a key is good. */
  readonly keyCheckPath: '/models' | '/key';
  /** The strictest form of reply that it can be asked for; what a model does not take is found out. */
  readonly replyForm: ReplyForm;
  /** Which of its models think unless told not to, and how they are told; missing: none is told anything. */
  readonly thinking?: ThinkingFacts;
  /** How its server is started, and how a web page is let in: for people. Only of servers on this computer. */
  readonly onThisComputer?: { readonly start: string; readonly letPagesIn: string };
}

/** A schema that names every key, any JSON object, or whatever the prompt brings. In this order a refused one is followed by the next. */
export const REPLY_FORMS = ['schema', 'object', 'free'] as const;
export type ReplyForm = (typeof REPLY_FORMS)[number];

export interface ThinkingFacts {
  /** How its requests say it: `reasoning_effort: "none"`, `reasoning: {effort: "none"}` or `thinking: {type: "disabled"}`. */
  readonly field: 'reasoning_effort' | 'reasoning' | 'thinking';
  /** Models by their ids, and the least that they take; the first row that fits. 'listed': those that the live list says can think. */
  readonly families: 'listed' | readonly (readonly [RegExp, least: string])[];
}

const ON_KEY_PAGE = { keyCheckPath: '/models', replyForm: 'object' } as const;
const ON_COMPUTER = { keyHint: 'not needed by most', keyCheckPath: '/models', replyForm: 'schema' } as const;

/** Source of each fact: the providers' documentation and live probes of their CORS (docs/decisions/0023). */
export const ENDPOINTS: Readonly<Record<MoreId, Endpoint>> = {
  openrouter: {
    ...ON_KEY_PAGE,
    address: 'https://openrouter.ai/api/v1',
    keyHint: 'sk-or-…',
    keyPage: 'https://openrouter.ai/settings/keys',
    // Its list is public and says nothing of a key.
    keyCheckPath: '/key',
    thinking: { field: 'reasoning', families: 'listed' },
  },
  deepseek: {
    ...ON_KEY_PAGE,
    address: 'https://api.deepseek.com',
    keyHint: 'sk-…',
    keyPage: 'https://platform.deepseek.com/api_keys',
    thinking: { field: 'thinking', families: [[/^(?!deepseek-chat)/, 'disabled']] },
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
    // Others are told by their names: "…-reasoning" and "…-non-reasoning".
    thinking: { field: 'reasoning_effort', families: [[/^grok-(?:3-mini|4\.[5-9]|[5-9])(?!.*non-reasoning)/, 'low']] },
  },
  ollama: {
    ...ON_COMPUTER,
    address: 'http://localhost:11434/v1',
    thinking: {
      field: 'reasoning_effort',
      families: [
        [/gpt-oss/, 'low'],
        [/qwen-?3|deepseek-(?:r1|v3\.|v4)|qwq|magistral|thinking|reasoning/, 'none'],
      ],
    },
    onThisComputer: {
      start: 'Start Ollama (the app, or "ollama serve")',
      letPagesIn: 'Set the environment variable OLLAMA_ORIGINS to {origin} and start Ollama again',
    },
  },
  lmstudio: {
    ...ON_COMPUTER,
    address: 'http://localhost:1234/v1',
    onThisComputer: {
      start: 'Start the server in LM Studio under "Developer" and load a model',
      letPagesIn: 'Switch on "Enable CORS" in the server settings of LM Studio, under "Developer"',
    },
  },
  llamacpp: {
    ...ON_COMPUTER,
    address: 'http://localhost:8080/v1',
    onThisComputer: {
      start: 'Start it with "llama-server -m MODEL.gguf"',
      letPagesIn: 'llama-server lets every page in by itself: look whether another program answers at this address',
    },
  },
  local: {
    ...ON_COMPUTER,
    address: '',
    onThisComputer: {
      start: 'Start the server',
      letPagesIn: 'Let the server send the header "Access-Control-Allow-Origin: {origin}" (vLLM: --allowed-origins)',
    },
  },
};

/** The page's own computer, on any port. */
const THIS_COMPUTER = ['http://localhost:*', 'http://127.0.0.1:*'];

/** Where this page may connect to beside the three specified providers, as sources of a Content-Security-Policy. */
export const MORE_HOSTS: readonly string[] = [
  ...MORE_IDS.filter((id) => !isLocal(id)).map((id) => new URL(ENDPOINTS[id].address).origin),
  ...THIS_COMPUTER,
];

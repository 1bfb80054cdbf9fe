import {
  COMPATIBLE_ENDPOINT_IDS,
  type CompatibleEndpointId,
  type EndpointId,
  isCompatible,
  isLocal,
} from './endpoints.ts';
import type { ReplyForm } from './provider.ts';

/** An endpoint that speaks OpenAI's chat completions. endpoints.ts has its display name. */
interface CompatibleEndpoint {
  /** Base address of `/chat/completions`. For a server on this computer: the usual address, or ''. */
  readonly address: string;
  readonly keyHint: string;
  /** Missing: the endpoint needs no key. */
  readonly keyPage?: string;
  readonly keyCheckPath: '/models' | '/key';
  /** The strictest form of reply that the endpoint supports. After a refusal the next form is tried. */
  readonly replyForm: ReplyForm;
  /** Some of its models accept a schema, so a request tries one if the person asks for it. */
  readonly triesSchema?: 'schema';
  /** How requests ask for less thinking. Missing: they say nothing about thinking. */
  readonly thinking?: ThinkingFacts;
  /** How many concurrent requests every account may make, by the endpoint's documentation. Missing: it does not say. */
  readonly takesAtOnce?: number;
  /** For servers on this computer: how to load a model. */
  readonly loadModel?: string;
}

/** Forms of the reply in the order in which they are tried after refusals. */
export const REPLY_FORMS = ['schema', 'object', 'free'] as const satisfies readonly ReplyForm[];

export interface ThinkingFacts {
  /** `reasoning_effort: "none"`, `reasoning: {effort: "none"}`, `thinking: {type: "disabled"}`, `chat_template_kwargs: {enable_thinking: false}`. */
  readonly field: 'reasoning_effort' | 'reasoning' | 'thinking' | 'chat_template_kwargs';
  /** Patterns of model ids, each with the least effort that these models accept. The first match counts. 'listed': the live list says which models think. */
  readonly families: 'listed' | readonly (readonly [RegExp, least: string])[];
}

const ON_KEY_PAGE = { keyCheckPath: '/models', replyForm: 'object' } as const;
/** llama.cpp, vLLM and SGLang pass it to the model's template, which ignores it if the model does not think. */
const BY_TEMPLATE: ThinkingFacts = {
  field: 'chat_template_kwargs',
  families: [[/qwen-?3|glm-?[45]|gemma-?4|smollm-?3|nemotron/i, 'none']],
};
const ON_COMPUTER = { keyHint: 'most servers need no key', keyCheckPath: '/models', replyForm: 'schema' } as const;

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
    // The other models end with "-reasoning" or "-non-reasoning".
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
    // The field is sent only after a reply that consists of thinking without an answer.
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

export const takesAtOnce = (id: EndpointId): number | undefined =>
  isCompatible(id) ? COMPATIBLE_ENDPOINTS[id].takesAtOnce : undefined;

/** Names of this computer that a Content-Security-Policy can allow. */
const OWN_NAMES = ['localhost', '127.0.0.1'];

/** Hosts besides those of the specified providers, as sources of a Content-Security-Policy. */
export const COMPATIBLE_HOSTS: readonly string[] = [
  ...COMPATIBLE_ENDPOINT_IDS.filter((id) => !isLocal(id)).map((id) => new URL(COMPATIBLE_ENDPOINTS[id].address).origin),
  ...OWN_NAMES.map((name) => `http://${name}:*`),
];

/** COMPATIBLE_HOSTS, or the hosts that the build names (deploy/README.md). */
const builtHosts = (): readonly string[] => {
  // Outside a bundle import.meta has no env.
  const named = import.meta.env?.PUBLIC_ENDPOINT_HOSTS;
  return named === undefined ? COMPATIBLE_HOSTS : named.split(/\s+/).filter(Boolean);
};

/** Names of this computer, as servers print them. URLs write 0 as 0.0.0.0 and 127.1 as 127.0.0.1. The last two are for containers. */
const THIS_COMPUTER =
  /^(?:0\.0\.0\.0|127(?:\.\d+){3}|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]+|0:0)\]|(?:[\w-]+\.)*localhost\.?|localhost\.localdomain|ip6-(?:localhost|loopback)|host\.docker\.internal|host\.containers\.internal)$/;

/** The address, with a host name that this page may connect to. undefined: there is none. */
function reachable(url: URL, hosts: readonly string[]): URL | undefined {
  const names = THIS_COMPUTER.test(url.hostname) ? [url.hostname, ...OWN_NAMES] : [url.hostname];
  const named = names.map((name) => Object.assign(new URL(url), { hostname: name }));
  return named.find((each) => hosts.some((host) => fits(host, each)));
}

/** A name that people copy together with an address: `OLLAMA_HOST="http://…",`. */
const NAME_BEFORE = /^\s*(?:(?:export|set)\s+)?\w+\s*=/;
const AROUND = /^[\s"'`‘’“”„«»<]+|[\s"'`‘’“”„«»>,;]+$/g;

/**
 * The base address that a person means: "localhost:8000" and "0.0.0.0:8000" become "http://localhost:8000/v1". A typed slash at the end means
 * "no path" and stays. undefined: this page may not connect there, so it must send nothing, and no key.
 * @param hosts sources as in a Content-Security-Policy: origins whose port is a number or `*`, or schemes
 */
export function allowedAddress(pasted: string, hosts: readonly string[] = builtHosts()): string | undefined {
  const typed = pasted.replace(NAME_BEFORE, '').replace(AROUND, '');
  const text = /^[a-z]+:\/\//i.test(typed) ? typed : `http://${typed}`;
  if (!URL.canParse(text)) return undefined;
  const named = new URL(text);
  const isPlain = named.username === '' && named.password === '' && named.search === '' && named.hash === '';
  const url = isPlain ? reachable(named, hosts) : undefined;
  if (url === undefined) return undefined;
  // People paste addresses of calls, including those of Ollama's own API, which this page does not use.
  if (/^\/api\/(?:chat|generate|tags)\/*$/.test(url.pathname)) return `${url.origin}/v1`;
  const path = url.pathname.replace(/(?:\/(?:chat\/)?completions|\/models)?\/*$/, '');
  return url.origin + (path || pathOf(typed, url));
}

export const isAllowed = (address: string, hosts: readonly string[] = builtHosts()): boolean =>
  hosts.some((host) => fits(host, new URL(address)));

/** The allowed hosts where a person's own servers may run. */
export const ownServers = (hosts: readonly string[] = builtHosts()): readonly string[] => {
  const cloud = Object.values(COMPATIBLE_ENDPOINTS).flatMap(({ address }) =>
    address === '' ? [] : [new URL(address)],
  );
  return hosts.filter((host) => host.endsWith('*') || !cloud.some((url) => !isOfComputer(url) && fits(host, url)));
};

/** The endpoints of the tab "more" whose usual address this page may connect to. */
export const offeredEndpoints = (hosts: readonly string[] = builtHosts()): readonly CompatibleEndpointId[] =>
  COMPATIBLE_ENDPOINT_IDS.filter((id) =>
    id === 'local' ? ownServers(hosts).length > 0 : isAllowed(COMPATIBLE_ENDPOINTS[id].address, hosts),
  );

const isOfComputer = ({ protocol }: URL): boolean => protocol === 'http:';

/** A host alone means the usual path; a host with a slash means no path. */
const pathOf = (typed: string, { pathname }: URL): string => (pathname === '/' && !/[^/]\/$/.test(typed) ? '/v1' : '/');

function fits(host: string, url: URL): boolean {
  if (host === url.protocol) return true;
  const anyPort = host.endsWith(':*');
  const allowed = anyPort ? host.slice(0, -2) : host;
  if (!URL.canParse(allowed)) return false;
  const { protocol, hostname, port } = new URL(allowed);
  return protocol === url.protocol && hostname === url.hostname && (anyPort || port === url.port);
}

import { parseJson } from '../../lib/json.ts';
import { type LocalId, nameOf } from '../endpoints.ts';
import type { FailureKind } from '../failure-kinds.ts';
import type { ProviderFailure } from '../provider.ts';
import {
  affordedTokens,
  failureOfStatus,
  isDayUsedUp,
  kindOfSaid,
  LONGEST_MESSAGE_CHARACTERS,
  refusesByWords,
  waitOfMessage,
} from '../transport/failure-words.ts';
import {
  defined,
  type FailureFacts,
  type IsThere,
  jsonAt,
  listAt,
  numberAt,
  redact,
  textAt,
} from '../transport/http.ts';

/** Reads the error bodies of all compatible endpoints (PLACES). The transport handles a body that is not JSON. */
export function compatibleFailure(status: number, body: unknown, waitMs?: number): FailureFacts {
  const entry = Array.isArray(body) ? body[0] : body;
  const behind = failureBehind(status, entry);
  const wholeMessage =
    [messageOf(entry), behind?.message].filter((words) => words !== undefined).join(': ') || undefined;
  const room = numberAt(entry, 'error', 'n_ctx');
  // llama.cpp gives the context length only in this field.
  const message =
    wholeMessage && room && !wholeMessage.includes(String(room))
      ? `${wholeMessage} (context length: ${room} tokens)`
      : wholeMessage;
  const code = codeOf(entry);
  const type = textAt(entry, 'error', 'type') ?? textAt(entry, 'type');
  return {
    kind: isInFlightBudget(entry)
      ? 'rate-limit'
      : (kindOfMoney(message) ??
        KIND_OF_CODE.get(code) ??
        KIND_OF_CODE.get(type) ??
        behind?.kind ??
        kindOfWords(status, message) ??
        kindOfSaid({ status, message, code, type, waitMs })),
    message,
    code,
    type,
    param: textAt(entry, 'error', 'param') ?? fieldOf(entry) ?? behind?.param,
    retryAfterMs: waitOfMessage(message),
  };
}

/** The failure in a reply with status 200. OpenRouter sends such a reply if its provider fails late. undefined: the reply has no failure. */
export function lateFailure(reply: unknown, key: string): ProviderFailure | undefined {
  const error = jsonAt(reply, 'error') ?? jsonAt(reply, 'choices', 0, 'error');
  const isErrorObject = typeof error === 'object' && error !== null && !Array.isArray(error);
  const entry = isErrorObject ? { error } : reportOf(reply);
  const words = isErrorObject ? (compatibleFailure(200, entry).message ?? 'The provider failed.') : messageOf(entry);
  if (words === undefined || SAYS_FINE.test(words)) return undefined;
  const named = Number(codeOf(entry));
  const isNamed = named >= 400 && named < 600;
  const { kind, code, param, retryAfterMs } = compatibleFailure(isNamed ? named : 200, entry);
  const status = isNamed ? named : isErrorObject ? 500 : 200;
  const ofStatus = status === 200 ? (kindOfReport(words) ?? 'malformed') : failureOfStatus(status);
  const found = { kind: kind ?? ofStatus, message: redact(words, key), status };
  return { ...found, ...defined({ code, param, retryAfterMs }) };
}

/** The object with the server's words in a reply without an answer. undefined: the reply has an answer. */
function reportOf(reply: unknown): unknown {
  const error = textAt(reply, 'error') ?? '';
  if (error !== '') return { error };
  if ((listAt(reply, 'choices') ?? []).length > 0) return undefined;
  const entry = Array.isArray(reply) ? reply[0] : reply;
  const within = ['data', 'result', 'response', 'Response'].map((name) => jsonAt(entry, name));
  return [entry, ...within].find((each) => messageOf(each) !== undefined);
}

/** "success" is not a failure: the answer is at another place in the reply. */
const SAYS_FINE = /^(?:ok(?:ay)?|success(?:ful(?:ly)?)?|成功)?[.!]?$/i;

const REPORTS: readonly (readonly [said: RegExp, FailureKind])[] = [
  [
    /\brate.?limit|\btoo many requests\b|\bthrottl|\bconcurren|\b(?:qps|rpm|tpm)\b.{0,20}\blimit|频繁|限流|并发|速率|请求过多/i,
    'rate-limit',
  ],
  [
    /overload|\bbusy\b|\btry again later\b|\bunavailable\b|\b(?:internal|server|unknown|upstream) (?:\w+ )?error\b|繁忙|稍后|内部错误/i,
    'server',
  ],
  [
    /\bunauthori[sz]ed\b|\binvalid (?:x-)?(?:api[ -]?key|(?:access |auth\w* )?token)\b|\b(?:authentication|login) fail|\bAPI secret key\b|(?:鉴权|认证)失败|令牌.{0,4}(?:无效|过期)|无效.{0,4}令牌/i,
    'bad-key',
  ],
  [/(?<![a-z])sensitive\b|敏感/i, 'refused'],
];

/** The kind of a failure that is reported with status 200 and without a number. */
function kindOfReport(words: string): FailureKind | undefined {
  return REPORTS.find(([said]) => said.test(words))?.[1] ?? kindOfWords(400, words);
}

/** OpenRouter's "Provider returned error" contains the answer of its provider, as JSON or plain text. */
function failureBehind(status: number, entry: unknown): FailureFacts | undefined {
  const raw = jsonAt(entry, 'error', 'metadata', 'raw');
  const body = typeof raw === 'string' ? (parseJson(raw) ?? raw.trim().slice(0, LONGEST_MESSAGE_CHARACTERS)) : raw;
  return body === undefined || body === null || body === '' ? undefined : compatibleFailure(status, body);
}

/** OpenRouter's 402 for a balance that running requests have reserved. It counts as a rate limit (openrouter.ai/docs/api-reference/errors). */
const isInFlightBudget = (entry: unknown): boolean =>
  textAt(entry, 'error', 'metadata', 'limit_source') === 'openrouter_in_flight_budget';

type Place = readonly (string | number)[];
/** Where servers put their message. The most informative place comes first. */
const PLACES: readonly Place[] = [
  ...[['error', 'message'], ['message'], ['detail'], ['detail', 'msg'], ['detail', 'message']],
  // The places of Alibaba and Chinese gateways, MiniMax, Cloudflare, and Baidu. (`detailsOf` reads FastAPI's lists.)
  ...[['msg'], ['base_resp', 'status_msg'], ['errors', 0, 'message'], ['errors', 0, 'detail'], ['errors', 0]],
  ...[['error_msg'], ['errmsg'], ['err_msg'], ['errorMessage'], ['error_message'], ['Error', 'Message'], ['Message']],
  ...[
    ['error', 'msg'],
    ['error', 'detail'],
    ['error', 'error'],
    ['error', 'details'],
    ['error', 'reason'],
    ['error', 0],
  ],
  ...[
    ['error_description'],
    ['detail', 'error'],
    ['errorMsg'],
    ['resultMsg'],
    ['fault', 'faultstring'],
    ['header', 'message'],
    ['err'],
    ['reason'],
    ['description'],
    ['title'],
  ],
];
const CODES: readonly Place[] = [
  ...[['error', 'code'], ['code'], ['error_code'], ['errcode'], ['base_resp', 'status_code'], ['errors', 0, 'code']],
  ...[['statusCode'], ['errorCode'], ['status_code'], ['status'], ['header', 'code'], ['Error', 'Code']],
];

function messageOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  const [first, ...others] = PLACES.map((place) => textAt(entry, ...place));
  return (
    first ??
    others.slice(0, 4).find(isSaid) ??
    detailsOf(entry) ??
    others.slice(4).find(isSaid) ??
    textAt(entry, 'error')
  );
}
const isSaid = (words: string | undefined): boolean => words !== undefined;

function codeOf(entry: unknown): string | undefined {
  const found = CODES.map((place) => jsonAt(entry, ...place)).find((code) => code !== undefined && code !== null);
  return asText(found);
}

/** Gateways pass on messages about money with various statuses. */
const kindOfMoney = (message: string | undefined): FailureKind | undefined =>
  affordedTokens(message) === undefined ? undefined : 'quota';

/** Reads FastAPI's list: `{detail: [{loc: ["body", "reasoning_effort"], msg: "Extra inputs are not permitted"}]}`. */
function detailsOf(entry: unknown): string | undefined {
  const details = (listAt(entry, 'detail') ?? listAt(entry, 'message', 'detail'))?.map(
    (detail) => `${fieldsOf(detail)}: ${textAt(detail, 'msg') ?? JSON.stringify(detail)}`,
  );
  return details?.join('; ');
}

const fieldsOf = (detail: unknown): string => (listAt(detail, 'loc') ?? []).slice(1).map(String).join('.');
const fieldOf = (entry: unknown): string | undefined => {
  const [detail] = listAt(entry, 'detail') ?? listAt(entry, 'message', 'detail') ?? [];
  return detail === undefined ? undefined : fieldsOf(detail);
};

const asText = (code: unknown): string | undefined =>
  typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;

const KIND_OF_CODE: ReadonlyMap<string | undefined, FailureKind> = new Map([
  ['insufficient_quota', 'quota'],
  ['insufficient_balance', 'quota'],
  ['model_not_found', 'model-not-found'],
  ['invalid_model', 'model-not-found'],
  ['model_decommissioned', 'model-not-found'],
  ['invalid_api_key', 'bad-key'],
  ['InvalidApiKey', 'bad-key'],
  ['AuthFailure', 'bad-key'],
  ['authentication_error', 'bad-key'],
  ['invalid_authentication_error', 'bad-key'],
  // OpenAI through OpenRouter; Azure.
  ['invalid_prompt', 'refused'],
  ['content_filter', 'refused'],
  ['unsupported_country_region_territory', 'region'],
  // Groq.
  ['model_terms_required', 'not-permitted'],
  ['organization_restricted', 'not-permitted'],
  // LiteLLM.
  ['budget_exceeded', 'quota'],
  ['context_length_exceeded', 'too-large'],
  // llama.cpp.
  ['exceed_context_size_error', 'too-large'],
  // Groq discards replies that it cannot parse: calls of an unknown tool, misplaced marks of gpt-oss.
  ['tool_use_failed', 'malformed'],
  ['output_parse_failed', 'malformed'],
]);

function kindOfWords(status: number, message = ''): FailureKind | undefined {
  if (status === 429 && isDayUsedUp(message)) return 'quota';
  if (refusesByWords(status, message) && !TOO_LARGE.test(message)) return 'bad-request';
  return WORDS.find(
    ([statuses, words]) => (statuses.length === 0 || statuses.includes(status)) && words.test(message),
  )?.[2];
}

/** Messages of llama.cpp, LM Studio, vLLM and others, which often load models with a small context. Limits of tokens per minute do not match. */
const TOO_LARGE = new RegExp(
  `^(?!.*(?:\\bper[- ]|\\b[TR]P[MD]\\b|\\brate[- ]limit))[\\s\\S]*(?:${[
    /\bcontext size has been exceeded\b|\bmaximum context length is\b|\bcontext length of only\b/,
    /\b(?:exceed\w*|longer than|greater than|more than|larger than|over|beyond|too large for)\b[^.;]{0,60}\b(?:context|sequence|prompt|input)[ _-]?(?:length|len|size|window|limit)\b/,
    /\bexceed\w*\b[^.;]{0,30}\b(?:max(?:imum)? length|model(?:['’]s)? token limit|(?:maximum )?number of tokens allowed)/,
    /\b(?:prompt|inputs?|messages?)\b[^.;]{0,60}\b(?:too (?:long|large)\b|(?:length|tokens?)\b[^.;]{0,20}\bexceeds?\b[^.;]{0,10}\blimit)/,
    /\binputs?`? tokens\b.{0,30}\bmust be <=|\brange of input length\b|\breduce the length of (?:the|your) (?:messages|prompt|input)|\bmax_(?:seq|model)_len exceeded|\btoo many tokens in (?:the |your )?(?:request|prompt|input)/,
    /(?:prompt|输入|请求|上下文).{0,12}(?:超长|过长|超出|超过)/,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'i',
);

/** The first match counts. [] stands for any status, because gateways pass these messages on with various statuses. */
const WORDS: readonly (readonly [statuses: readonly number[], words: RegExp, FailureKind])[] = [
  // xAI's credits, or the limit of an OpenRouter key: a wait of seconds does not help.
  [
    [403, 429],
    /used all available credits|(?:monthly|team).{0,20}spending limit|doesn't have any credits|\bkey limit exceeded\b/i,
    'quota',
  ],
  // OpenRouter and xAI refuse the text of this batch, not the key.
  [[403], /\binput was flagged\b|\bviolates usage guidelines\b/i, 'refused'],
  // Filters of DeepSeek, Alibaba and Google.
  [[], /\bcontent exists risk\b|\bmay contain inappropriate content\b|\bBlockedReason\w/i, 'refused'],
  [[], TOO_LARGE, 'too-large'],
  // Google through OpenRouter.
  [[400], /\blocation is not supported\b/i, 'region'],
  // xAI.
  [[400], /(?:incorrect|invalid) api key|api key.{0,20}(?:incorrect|invalid)/i, 'bad-key'],
  [[400], /model.{0,80}(?:does not exist|not found|not a valid model)|not a valid model/i, 'model-not-found'],
  // Groq's tool_use_failed through gateways, and messages of other servers about unreadable replies of gpt-oss.
  [
    [400, 500],
    /\bmodel called a tool\b|\bfailed to call a function\b|\bnot in request\.tools\b|\bgenerated output that could not be parsed\b|\bfailed to parse input at pos\b|\bpars(?:e|ing) tool call\b|\btokens remaining in message header\b|\bwhile expecting start token\b/i,
    'malformed',
  ],
  // Ollama, LM Studio, llama.cpp, MLX: the next request would find no more memory.
  [
    [],
    /\b(?:no|not have enough|too little) (?:available |free |system |gpu )*memory\b|\bmemory\b.{0,20}\bcannot be allocated\b|\bnot fit (?:in|into)\b.{0,20}\bmemory\b|\btoo (?:large|big) for\b.{0,20}\bmemory\b|\bsignal: killed\b|\brequires? (?:more|approximately .{0,30}) (?:system |gpu |video )?memory\b|\b(?:insufficient|not enough|out of) (?:(?:system |gpu |video |available )?(?:memory|vram)|system resources)\b|OutOf(?:Device|Host|Gpu)?Memory|\b(?:failed|unable|error) to allocate\b|\bunable to allocate\b|\bbad_alloc\b/i,
    'no-memory',
  ],
  // OpenRouter has the model, but the person's settings exclude all providers that offer it.
  [
    [404],
    /\bno (?:\w+ )?(?:endpoints|providers)\b.*(?:\bpolicy\b|\bguardrail|\brestrictions?\b|\bprivacy\b|\bare available for the selected model\b)|\bmodel restrictions\b|\bsettings\/(?:privacy|preferences|guardrails)\b/i,
    'not-permitted',
  ],
  [[404], /\bno (?:\w+ )?(?:endpoints|providers)\b.*\b(?:parameters?|support)\b/i, 'bad-request'],
  // LM Studio has no model loaded, so all other requests would fail, too.
  [[400], /\bno models? (?:is |are )?loaded\b|\bfailed to load (?:the )?model\b/i, 'model-not-found'],
];

/** How to start a server on this computer, and how to allow web pages to use it. */
const HELP: Readonly<Record<LocalId, { readonly start: string; readonly letPagesIn: string }>> = {
  ollama: {
    start: 'Start Ollama (the app, or "ollama serve")',
    letPagesIn: 'Set the environment variable OLLAMA_ORIGINS to {origin} and start Ollama again',
  },
  lmstudio: {
    start: 'Start the server in LM Studio under "Developer" and load a model',
    letPagesIn: 'Switch on "Enable CORS" in the server settings of LM Studio, under "Developer"',
  },
  llamacpp: {
    start: 'Start it with "llama-server -m MODEL.gguf"',
    letPagesIn: 'llama-server allows every page. Check whether another program answers at this address',
  },
  local: {
    start: 'Start the server',
    letPagesIn: 'Let the server send the header "Access-Control-Allow-Origin: {origin}" (vLLM: --allowed-origins)',
  },
};

/**
 * Explains why the page could not reach a server on this computer: browsers report all such failures alike. undefined: the server lets this page in, so only
 * one call failed.
 * @param wasRead true if this page has read answers of the server before
 */
export async function explainLocal(
  id: LocalId,
  address: string,
  browser: LocalBrowser,
  wasRead: boolean,
): Promise<ProviderFailure | undefined> {
  const { start, letPagesIn } = HELP[id];
  const nobody = `Nothing answers at ${address}. ${start}, or correct the address.`;
  // A program is not a page: its network says why a remote server could not be reached.
  if (browser.origin === '')
    return id === 'local' || (await browser.isThere(`${address}/models`))
      ? undefined
      : { kind: 'not-running', message: nobody };
  const name = id === 'local' ? 'A server' : nameOf(id);
  if ((await browser.permission()) === 'denied') return { kind: 'local-blocked', message: NO_PERMISSION };
  if (await browser.isThere(`${address}/models`)) {
    if (wasRead) return undefined;
    const how = letPagesIn.replace('{origin}', browser.origin);
    return {
      kind: 'local-blocked',
      message: `${name} answers at ${address}, but does not let this page read its answers. ${how}.`,
    };
  }
  if (browser.forbidsLocal) return { kind: 'local-blocked', message: SAFARI };
  return { kind: 'not-running', message: `${nobody} ${ASKED}` };
}

const NO_PERMISSION =
  'The browser does not let this page reach servers on this computer. Open the site settings (the icon to the left of the address), allow "Apps on device" or "Local network access", and reload the page.';
const SAFARI =
  'Safari does not let pages from the internet reach a server on this computer. Open this page in Chrome, Edge or Firefox.';
const ASKED =
  'If the server is running, your browser may ask you for permission: press "Allow". If it does not ask, switch off extensions such as ad blockers for this page.';

export interface LocalBrowser {
  /** undefined: the browser has no permission of this kind. */
  permission(): Promise<string | undefined>;
  readonly isThere: IsThere;
  /** Safari blocks requests from HTTPS pages to http://localhost without a message. */
  readonly forbidsLocal: boolean;
  /** Empty outside a browser. */
  readonly origin: string;
}

/** Chrome 145 and later have a separate permission for this computer. */
const PERMISSIONS = ['loopback-network', 'local-network-access'];

/** These globals are missing outside a browser. */
interface PageGlobals {
  readonly navigator?: {
    readonly userAgent?: string;
    readonly permissions?: { query(permission: { readonly name: string }): Promise<{ readonly state: string }> };
  };
  readonly location?: { readonly protocol: string; readonly origin: string };
}

export function localBrowser(isThere: IsThere): LocalBrowser {
  const { navigator, location } = globalThis as PageGlobals;
  const isSafari = /^((?!chrome|android|crios|fxios).)*safari/i.test(navigator?.userAgent ?? '');
  return {
    async permission() {
      for (const name of PERMISSIONS) {
        try {
          return (await navigator?.permissions?.query({ name }))?.state;
        } catch {
          // This browser does not know a permission of that name.
        }
      }
      return undefined;
    },
    isThere,
    forbidsLocal: isSafari && location?.protocol === 'https:',
    origin: location?.origin ?? '',
  };
}

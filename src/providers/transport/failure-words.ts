import { FAILURE_KIND_ROWS, FAILURE_KINDS, type FailureKind } from '../failure-kinds.ts';
import type { ProviderFailure } from '../provider.ts';

/** Longer texts of a provider are cut off, or are no message. */
export const LONGEST_MESSAGE_CHARACTERS = 500;

const KIND_OF_STATUS = new Map(
  FAILURE_KINDS.flatMap((kind) => FAILURE_KIND_ROWS[kind].statuses.map((status) => [status, kind] as const)),
);

/** The kind of an HTTP status (specification, section 8), if the body says nothing else. */
export const failureOfStatus = (status: number): FailureKind =>
  KIND_OF_STATUS.get(status) ?? (status >= 500 ? 'server' : 'unprocessable');

/** `waitMs`: the wait from a header. */
type SaidOfFailure = Pick<ProviderFailure, 'status'> & {
  readonly [Part in 'message' | 'code' | 'type']?: string | undefined;
} & { readonly waitMs?: number | undefined };

/** The kind of failure, by words and codes that several providers use. undefined: the status decides. */
export function kindOfSaid(said: SaidOfFailure): FailureKind | undefined {
  const { status = 0, message = '', code = '', type = '' } = said;
  const codes = `${code} ${type}`;
  const isOfServer = status >= 500 || status === 499 || status === 200;
  if (DEADLINE.test(codes) || (isOfServer && TIMED_OUT.test(message))) return 'timeout';
  if (status !== 408 && status !== 409 && status < 500 && isUsedUp(said)) return 'quota';
  if (CANCELLED.test(codes) || GIVEN_UP.test(message)) return 'server';
  return undefined;
}

const DEADLINE = /\b(?:DEADLINE_EXCEEDED|timeout_error|gateway_timeout)\b/i;
/** Does not match a time-out of connecting: in that case nobody worked on the request. */
const TIMED_OUT =
  /(?<!\bconnect(?:ion|ing)?(?: has| was)? |\bdial \w.{0,80})\btim(?:ed|e)[ -]?out\b|\bdeadline (?:exceeded|expired)\b|\bRead ?Timeout|\bAPITimeoutError:|\bTimeout(?:Error|Exception)?:|(?:not|n['’]t) (?:respond|answer|reply|finish|complete)\w* (?:with)?in time\b|\bexceeded (?:the |its )?(?:\w+ )?time limit\b/i;

const CANCELLED = /\bCANCELLED\b/;
/** Words of Google and LM Studio. LM Studio's next request loads the model again. */
const GIVEN_UP =
  /\b(?:operation|request) (?:was |has been )?(?:cancell?ed|aborted)\b|^channel error\.?$|\bmodel (?:(?:is|was|has been|got) )?(?:unloaded|reloaded)\b|\bmodel (?:has )?(?:unexpectedly )?crashed\b/i;

/** True if the account's allowance or balance is used up, so that slower requests would not help. */
function isUsedUp({ status, message = '', code = '', type = '', waitMs }: SaidOfFailure): boolean {
  if (isDayUsedUp(message) && status === 429) return true;
  // These are words of a rate limit. All codes of Alibaba's rate limits begin with "Throttling".
  if (
    OF_PACE.test(message) ||
    /^Throttling\b/.test(code) ||
    (waitMs ?? waitOfMessage(message) ?? Number.POSITIVE_INFINITY) <= LONGEST_PACE_MS
  )
    return false;
  return USED_UP_CODE.test(`${code} ${type}`) || USED_UP.some((words) => words.test(message));
}

const SECONDS = '(?:\\d{1,3} ?(?:s|secs?|seconds?)|secs?|seconds?|(?:[12] ?)?(?:mins?|minutes?))';
const OF_PACE = new RegExp(
  `(?:\\bper[- ]|\\b(?:an?|each|every|this|one|last|in|within) |/ ?)${SECONDS}\\b|\\brate[- ]limit|\\b[RTQ]P[MS]\\b|\\btoo many requests\\b|\\bslow down\\b|\\bconcurren|\\bin parallel\\b|\\bparallel requests?\\b`,
  'i',
);
/** Codes from the error documentation of OpenAI and Anthropic, and from one-api, Moonshot and Alibaba. */
const USED_UP_CODE =
  /(?:credits?|balance|spend|billing|budget|arrearage|quota_?usage|usage)[a-z_]*?(?:_(?:exhausted|exceeded|reached|depleted|insufficient|not_active)|overdue)|FreeTierOnly|insufficient_\w*(?:quota|balance|credits?|funds)|(?:not_enough|low)_(?:balance|credits?)|exceeded_current_quota|quota_exhausted|arrearage|payment_required|AccountQuotaExceeded/i;
const MONEY = '(?:balance|credits?|funds|quota|resource package|allowance)';
const GONE = '(?:insufficient|not enough|too low|exhausted|depleted|used up|run out|ran out|negative|overdrawn)';
const SPAN =
  '(?:hourly|daily|weekly|monthly|yearly|session|usage|spend(?:ing)?|billing|budget|credit|quota|\\d+[ -]?hour)';
const BOUNDS = 'limits?|caps?|quota|allowance|credits|budget';
const MET = '(?:reached|exceeded|hit|used up|exhausted|met|over)';
const USED_UP = [
  // "insufficient balance", "out of credits", "You have no credits left".
  new RegExp(
    `\\b(?:insufficient|not enough|(?:run |ran )?out of|no (?:remaining |more )?) ?(?:\\w+ ){0,2}?${MONEY}\\b`,
    'i',
  ),
  new RegExp(`\\b${MONEY}\\b[^.:;]{0,40}\\b${GONE}\\b`, 'i'),
  new RegExp(`\\b${GONE} ${MONEY}\\b`, 'i'),
  // Ollama, Anthropic ("would exceed your account's monthly spend limit"), and subscriptions.
  new RegExp(`\\b(?:${MET}|exceeds?)\\b[^.:;]{0,50}\\b${SPAN} (?:API )?(?:\\w+ )?(?:${BOUNDS})\\b`, 'i'),
  new RegExp(`\\b${SPAN} (?:\\w+ )?(?:${BOUNDS})\\b[^.:;]{0,40}\\b${MET}\\b`, 'i'),
  /\bpayment required\b|\bin arrears\b|\boverdue (?:payment|balance|bill)|\bplease (?:recharge|top up)\b|\bpayment method\b.{0,30}\b(?:declined|failed|expired)\b/i,
  // LiteLLM.
  /(?<!(?:think|reason)ing[ _]|token[ _])\bbudget\b[^.:;]{0,30}\bexceeded\b|\bover (?:the |your )?budget\b|\bExceededBudget\b/i,
  // "exceeded your plan's included usage", "reached the limit of your free plan this month", "run out of requests for this month".
  /\bexceeded\b[^.:;]{0,20}\bplan\b|\b(?:reached|exceeded|hit|over)\b[^.:;]{0,20}\b(?:limits?|quota)\b[^.:;]{0,30}\b(?:plan|subscription|month|week|day|billing (?:period|cycle))\b/i,
  /\b(?:quota|usage|limit)\b[^.:;]{0,20}\bexceeded\b[^.:;]{0,20}\b(?:billing|current|this) (?:period|cycle|month|week)\b|\b(?:run|ran) out of (?:\w+ ){0,3}(?:requests|tokens|messages|calls|usage)\b/i,
  /\bfree[ -](?:tier|plan|trial|quota|usage)\b[^.:;]{0,40}\b(?:exhausted|used up|exceeded|reached|ended|expired|over)\b/i,
  // Moonshot and Fireworks.
  /\baccount\b[^.]{0,60}\b(?:suspended|not active|deactivated)\b.*\b(?:billing|balance|payment|spending|invoices?|recharge)\b/i,
  /余额不足|欠费|额度(?:不足|失败|已用|用完|耗尽)|已用完|剩余额度|(?:小时|天|日|周|月|套餐)的?(?:使用)?(?:上限|限额|额度)/,
];

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of "41.724s", "6m0s" or "320ms". undefined: not a duration. */
export function durationMs(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/.test(text)) return undefined;
  let sumMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)) {
    sumMs += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  }
  return sumMs;
}

const WAIT =
  /(?:try again|retry|wait)(?: in| after)? ((?:\d+(?:\.\d+)?\s*(?:m?s|milliseconds?|sec(?:ond)?s?|m|min(?:ute)?s?|h|hours?|d|days?)(?![a-z])[\s,]*(?:and )?)+)/i;

/**
 * Milliseconds of "Please try again in 41.724s.", Google's "Please retry in 34.07s." or Azure's "Please retry after 12 seconds." undefined: no wait. The
 * message is needed because a page cannot read the headers of most providers.
 */
export function waitOfMessage(message: string | undefined): number | undefined {
  const words = message?.match(WAIT)?.[1]?.toLowerCase() ?? '';
  const inUnits = words.replaceAll('milliseconds', 'ms').replace(/(\d)\s*(ms|[dhms])[a-z]*/g, '$1$2');
  return durationMs(inUnits.replace(/[\s,]|and/g, ''));
}

/** The slowest pace of the scheduler is one request per this time (docs/scheduler.md). */
const LONGEST_PACE_MS = 120_000;

/**
 * True if the message of a 429 says that a day's limit is used up and names no short wait. If the message also names a limit per minute but no wait, that limit
 * may be meant.
 */
export function isDayUsedUp(message: string): boolean {
  const unnamed = /\bper[- ](?:sec(?:ond)?|min(?:ute)?|hour)\b/i.test(message) ? 0 : Number.POSITIVE_INFINITY;
  return (
    /\bper[- ]day\b|\bdaily (?:\w+ )?(?:limit|quota|allowance)\b|ByDay\b|PerDay/i.test(message) &&
    (waitOfMessage(message) ?? unnamed) > LONGEST_PACE_MS
  );
}

// Decides which part of a request was refused. Few messages name the field, and each server words it differently.

/** Adapters also set 'bad-request' for other statuses, by the message. */
export const isRefusal = ({ kind, status }: ProviderFailure): boolean =>
  status === 400 || status === 422 || kind === 'bad-request';

const REFUSAL =
  /unsupported|(?:not|n['’]t) (?:be )?(?:support|enabled|implement|recogni|match|accept|allow|permit|valid\b)|unavailable|not available|no longer|invalid|unrecognized|unknown|unexpected|extra_forbidden|must be|should be|expected|cannot|only works|removed|不支持|无效|必须/i;

/** Parts of OpenAI's format, besides thinking, that some models refuse. */
type RefusedPart = 'seed' | 'reply' | 'system' | 'stream';

/** The refused part, by `param` or the message. undefined: another part. */
export function refusedPart(failure: ProviderFailure): RefusedPart | undefined {
  const { code, param = '', message, status = 0 } = failure;
  if (!isRefusal(failure)) return undefined;
  // Groq discards replies that do not match the form. Without a form the reply arrives and can be corrected.
  if (code === 'json_validate_failed') return 'reply';
  if (param === 'seed') return 'seed';
  if (param.startsWith('response_format')) return 'reply';
  // o1-preview and o1-mini: "Unsupported value: 'messages[0].role' does not support 'system' with this model."
  if (param.startsWith('messages') && code?.startsWith('unsupported_')) return 'system';
  if (namesRoles(message)) return 'system';
  if (WANTS_STREAM.test(message)) return 'stream';
  if (refusesReplyForm(message)) return 'reply';
  if (TEMPLATE.test(message)) return 'system';
  if (!REFUSAL.test(message)) return undefined;
  if (/\bstream_options\b|\binclude_usage\b/i.test(message)) return 'stream';
  if (/\bseed\b/i.test(message)) return 'seed';
  return status < 500 && /\bschemas?\b/i.test(message) ? 'reply' : undefined;
}

/**
 * True if the message refuses a part of the request although the status says otherwise: llama.cpp, Ollama and others answer with 500, mlx_lm with 404. Then
 * there is neither an outage nor a missing model.
 */
export const refusesByWords = (status: number, message: string): boolean =>
  !NEVER_THE_REQUEST.has(status) &&
  !(status === 404 && /not (?:be )?found|does not exist/i.test(message)) &&
  (namesRoles(message) || WANTS_STREAM.test(message) || TEMPLATE.test(message) || refusesReplyForm(message));

/** Statuses that concern the key, the account, the rate or the size. */
const NEVER_THE_REQUEST: ReadonlySet<number> = new Set([401, 402, 403, 408, 409, 413, 429]);

/** Errors of chat templates in llama.cpp, LM Studio, vLLM, TGI and Ollama. */
const TEMPLATE =
  /\bm?in?jinja|\bjinja|\bminja\b|\bpars\w+ (?:the )?template\b|\braise_exception\b|chat[ _-]?template(?!_kwargs)|\bprompt template\b|\btemplate\w*[ _]?error\b|\btemplate: ?:?\d/i;

/** Example: "This model only support stream mode, please enable the stream parameter" (Alibaba). */
const WANTS_STREAM = new RegExp(
  [
    /\bonly\W+(?:\w+\W+){0,2}?stream/,
    /\bstream\b\W+(?:\w+\W+){0,3}?(?:must|should|needs? to|has to) be\W+(?:\w+\W+){0,3}?true\b|\bstream\W+input should be\W+true\b/,
    /\bstream(?:ing)?\W+(?:\w+\W+){0,2}?(?:is|are) (?:required|mandatory)\b|\brequires? (?:the )?\W?stream/,
    /\b(?:enable|set|use) (?:the )?\W?stream(?:ing)?\W?(?: parameter| mode|\W{1,3}true)/,
    /\bnon-?\s?stream\w*.{0,40}?(?:not |n['’]t |un)(?:be )?(?:support|allow|available|implement|permit)|\bfor non-?\s?stream/,
    /(?:not |n['’]t )(?:support|allow)\w* (?:\w+ )?non-?\s?stream|\bstream\W{1,3}false\b.{0,40}?(?:not |n['’]t |un)(?:be )?(?:support|allow)/,
    /(?:只|仅)支持流式|必须.{0,4}流式/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Words for the field, for its values, and for the ways in which servers implement it. */
const REPLY_FORM =
  /\bresponse_?format\b|\bjson_(?:object|schema)\b|\bjson[ -](?:schema|mode)s?\b|\bstructured[ _-](?:outputs?|generation|decoding)\b|\bguided[ _](?:json|decoding|generation)\b|\bconstrain(?:ed|t) (?:decoding|generation|sampling|compilation)\b|\blogits?[ _-]?processors?\b|\bschema (?:keyword|is not valid)\b|grammar|\bgbnf\b|sampler|\blm-?format-?enforcer\b|\bllguidance\b|\brequired for format\b/i;
const TROUBLE =
  /\bfail|\berror\b|\bunable\b|could ?n[o']?t\b|\bcan ?not\b|too (?:large|complex|many|deep)|\bempty\b|\bexception\b|\bunimplemented\b|\bmissing\b/i;

const refusesReplyForm = (message: string): boolean =>
  REPLY_FORM.test(message) && (REFUSAL.test(message) || TROUBLE.test(message));

/** True for messages of Anthropic and Google about a schema, which do not name the field. */
export const refusesSchema = (failure: ProviderFailure): boolean =>
  isRefusal(failure) &&
  /schema|grammar|output_(?:config|format)|structured output|too many states|Unknown name|invalid argument/i.test(
    failure.message,
  );

/**
 * True if the message is about roles: the model accepts no system message, or user and assistant must alternate. Each turn is one message already, so only the
 * system message can be wrong.
 */
const namesRoles = (message: string): boolean => ROLES.some((words) => words.test(message));

const ROLES: readonly RegExp[] = [
  /\b(?:roles?|messages?|turns?|conversations?)\b.{0,60}\b(?:must|should|need to|have to) (?:strictly )?alternat|\balternat\w+.{0,40}\b(?:roles?|user\b.{0,12}\bassistant)/i,
  /\bonly\b.{0,60}\buser\b.{0,40}\b(?:assistant|model)\b.{0,40}\b(?:roles?|messages?|supported|allowed)\b/i,
  /\broles?\b.{0,40}\b(?:must|should|can only|may only|has to) be\b.{0,40}\b(?:user|assistant)\b/i,
  /\b(?:must|should) be\W+user\W.{0,30}\bassistant\b|\bexpected last role\b|\bwrong (?:sequence|order)\b.*\buser\b/i,
  /\b(?:supported|allowed|valid|permitted) values\b.{0,30}\buser\b.{0,12}\bassistant\b/i,
  /\b(?:unexpected|unknown|invalid|unsupported|unrecognized|illegal) (?:message |chat )?roles?\b/i,
  /\b(?:(?:system|developer)[ _-]?(?:roles?|messages?|prompts?|instructions?)|roles?\W+system)\b\W+(?:\w+\W+){0,4}?(?:not|\w+n['’]t|unsupported|never|invalid)\b(?! available)/i,
  /(?:not|n['’]t) (?:be )?(?:support|allow|permit|accept|have|take)\w*\W+(?:\w+\W+){0,2}?\W?(?:system|developer)\W+(?:role|message|prompt|instruction|with|$)/i,
  /\bunsupported\W+(?:\w+\W+){0,2}?\W?system\W+(?:role|message|prompt|instruction)/i,
  /\b(?:start|begin)s? with\W+(?:\w+\W+){0,3}?user\b|\bfirst message\b.{0,40}\b(?:must|should)\b.{0,30}\buser\b/i,
  /\bconsecutive\b.{0,60}\b(?:roles?|messages?)\b|\bmessages? (?:with|of|from) the same role\b/i,
  /system.{0,12}不支持|不支持.{0,12}system|角色/i,
];

const ABOUT_THINKING = /think|reasoning|\beffort\b|\bbudget\b|\bchat_template_kwargs|\boutput_config\b(?!\.format)/i;

export const refusesThinking = (failure: ProviderFailure): boolean =>
  isRefusal(failure) &&
  !namesRoles(failure.message) &&
  (/reasoning|thinking/.test(failure.param ?? '') ||
    (ABOUT_THINKING.test(failure.message) && REFUSAL.test(failure.message)));

/** True if the refusal says that the field does not exist, so that no other value would be accepted. */
export const refusesField = ({ message, code = '', type = '' }: ProviderFailure): boolean =>
  !/must be|one of|supported values|allowed values|expected/i.test(message) &&
  /unrecognized|unknown[ _](?:parameter|field|argument|name)|extra_forbidden|extra (?:inputs|fields)|unexpected (?:keyword|field|propert)|additional propert|no such (?:field|parameter)|unsupported[ _]parameter|not support (?:thinking|reasoning)\b/i.test(
    `${message} ${code} ${type}`,
  );

/**
 * The tokens that the account can pay for: "requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 12345." Infinity:
 * the message asks for fewer tokens without a number. undefined: the message is about something else.
 */
export function affordedTokens(message = ''): number | undefined {
  if (!ABOUT_MONEY.test(message) || !ABOUT_LENGTH.test(message)) return undefined;
  const named = AFFORDED.map((words) => words.exec(message)?.[1]).find((found) => found !== undefined);
  if (named !== undefined) return Number(named.replace(/\D/g, ''));
  return FEWER.test(message) ? Number.POSITIVE_INFINITY : undefined;
}

const ABOUT_MONEY = /\bafford|\bcredits?\b|\bbalance\b|\bfunds\b|\btop up\b/i;
const LENGTH = 'max_?(?:completion_?|output_?|new_?)?tokens|(?:completion|output) tokens';
const ABOUT_LENGTH = new RegExp(`${LENGTH}|\\btokens\\b`, 'i');
const NUMBER = "[^\\d$€£]{0,40}?(?<![$€£\\d.,])(\\d[\\d,.'_ ]*)(?!\\d)";
const AFFORDED = [
  new RegExp(`\\bafford\\w*${NUMBER}`, 'i'),
  new RegExp(
    `\\b(?:balance|credits?|funds)\\b[^.;]{0,40}\\b(?:covers?|suffices? for|allows?|enough for|pays? for)\\b${NUMBER}`,
    'i',
  ),
  new RegExp(
    `\\b(?:lower|reduce|decrease|set|limit)\\b[^.;]{0,40}(?:${LENGTH})\\b[^.;]{0,20}\\b(?:to|below|under)\\b${NUMBER}`,
    'i',
  ),
  new RegExp(`(?:${LENGTH})\\b[^.;]{0,20}\\b(?:at most|no more than|not exceed|up to)\\b${NUMBER}`, 'i'),
];
const FEWER = new RegExp(`\\b(?:fewer|lower|less|smaller|reduc\\w+|decreas\\w+)\\b[^.;]{0,30}(?:${LENGTH})`, 'i');
/** Matches the name of a field that limits the length of a reply. */
export const NAMES_LENGTH = new RegExp(LENGTH, 'i');

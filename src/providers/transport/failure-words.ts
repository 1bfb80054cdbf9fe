import { FAILURE_KIND_ROWS, FAILURE_KINDS, type FailureKind } from '../failure-kinds.ts';
import type { ProviderFailure } from '../provider.ts';

const KIND_OF_STATUS = new Map(
  FAILURE_KINDS.flatMap((kind) => FAILURE_KIND_ROWS[kind].statuses.map((status) => [status, kind] as const)),
);

/** What an HTTP status outside 2xx says by itself (specification, section 8); an adapter may know better from the body. */
export const failureOfStatus = (status: number): FailureKind =>
  KIND_OF_STATUS.get(status) ?? (status >= 500 ? 'server' : 'unprocessable');

/** What is known of a failure before its kind is: its status, its words, and the wait that a header names. */
export type SaidOfFailure = Pick<ProviderFailure, 'status'> & {
  readonly [Part in 'message' | 'code' | 'type']?: string | undefined;
} & { readonly waitMs?: number | undefined };

/** The kind that the words or codes of a failure tell, whoever says them; undefined: its status tells the kind. */
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
/** Not that nobody could be connected to: then nothing was worked on. */
const TIMED_OUT =
  /(?<!\bconnect(?:ion|ing)?(?: has| was)? |\bdial \w.{0,80})\btim(?:ed|e)[ -]?out\b|\bdeadline (?:exceeded|expired)\b|\bRead ?Timeout|\bAPITimeoutError:|\bTimeout(?:Error|Exception)?:|(?:not|n['’]t) (?:respond|answer|reply|finish|complete)\w* (?:with)?in time\b|\bexceeded (?:the |its )?(?:\w+ )?time limit\b/i;

const CANCELLED = /\bCANCELLED\b/;
/** Google's, then LM Studio's, whose model is loaded again by the next request. */
const GIVEN_UP =
  /\b(?:operation|request) (?:was |has been )?(?:cancell?ed|aborted)\b|^channel error\.?$|\bmodel (?:(?:is|was|has been|got) )?(?:unloaded|reloaded)\b|\bmodel (?:has )?(?:unexpectedly )?crashed\b/i;

/** Whether a failure says that what the account may spend or use is used up, so that waiting for a pace does not help. */
export function isUsedUp({ status, message = '', code = '', type = '', waitMs }: SaidOfFailure): boolean {
  if (isDayUsedUp(message) && status === 429) return true;
  // Words of a limit that frees something soon; Alibaba's codes of all limits of pace begin so.
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
/** OpenAI's four of billing and Anthropic's among them (their documentation of errors), one-api's, Moonshot's, Alibaba's. */
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
  // Ollama's, Anthropic's ("would exceed your account's monthly spend limit"), those of subscriptions.
  new RegExp(`\\b(?:${MET}|exceeds?)\\b[^.:;]{0,50}\\b${SPAN} (?:API )?(?:\\w+ )?(?:${BOUNDS})\\b`, 'i'),
  new RegExp(`\\b${SPAN} (?:\\w+ )?(?:${BOUNDS})\\b[^.:;]{0,40}\\b${MET}\\b`, 'i'),
  /\bpayment required\b|\bin arrears\b|\boverdue (?:payment|balance|bill)|\bplease (?:recharge|top up)\b|\bpayment method\b.{0,30}\b(?:declined|failed|expired)\b/i,
  // LiteLLM's.
  /(?<!(?:think|reason)ing[ _]|token[ _])\bbudget\b[^.:;]{0,30}\bexceeded\b|\bover (?:the |your )?budget\b|\bExceededBudget\b/i,
  // "exceeded your plan's included usage", "reached the limit of your free plan this month", "run out of requests for this month".
  /\bexceeded\b[^.:;]{0,20}\bplan\b|\b(?:reached|exceeded|hit|over)\b[^.:;]{0,20}\b(?:limits?|quota)\b[^.:;]{0,30}\b(?:plan|subscription|month|week|day|billing (?:period|cycle))\b/i,
  /\b(?:quota|usage|limit)\b[^.:;]{0,20}\bexceeded\b[^.:;]{0,20}\b(?:billing|current|this) (?:period|cycle|month|week)\b|\b(?:run|ran) out of (?:\w+ ){0,3}(?:requests|tokens|messages|calls|usage)\b/i,
  /\bfree[ -](?:tier|plan|trial|quota|usage)\b[^.:;]{0,40}\b(?:exhausted|used up|exceeded|reached|ended|expired|over)\b/i,
  // Moonshot's and Fireworks' accounts without money.
  /\baccount\b[^.]{0,60}\b(?:suspended|not active|deactivated)\b.*\b(?:billing|balance|payment|spending|invoices?|recharge)\b/i,
  /余额不足|欠费|额度(?:不足|失败|已用|用完|耗尽)|已用完|剩余额度|(?:小时|天|日|周|月|套餐)的?(?:使用)?(?:上限|限额|额度)/,
];

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration such as "41.724s", "6m0s" or "320ms"; undefined where the text is none. */
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
 * Milliseconds of "Please try again in 41.724s.", Google's "Please retry in 34.07s." or Azure's "Please retry after 12 seconds."; undefined: no
 * wait is named. Most providers' headers cannot be read in a page.
 */
export function waitOfMessage(message: string | undefined): number | undefined {
  const words = message?.match(WAIT)?.[1]?.toLowerCase() ?? '';
  const inUnits = words.replaceAll('milliseconds', 'ms').replace(/(\d)\s*(ms|[dhms])[a-z]*/g, '$1$2');
  return durationMs(inUnits.replace(/[\s,]|and/g, ''));
}

/** No pace of the scheduler's is slower than one request in so long (docs/scheduler.md). */
const LONGEST_PACE_MS = 120_000;

/**
 * Whether a refusal with status 429 says that a day's limit is used up, of which the next request would get a part only much later, or nobody says
 * when. One that names the limit of a minute as well, and no wait, may mean that.
 */
export function isDayUsedUp(message: string): boolean {
  const unsaid = /\bper[- ](?:sec(?:ond)?|min(?:ute)?|hour)\b/i.test(message) ? 0 : Number.POSITIVE_INFINITY;
  return (
    /\bper[- ]day\b|\bdaily (?:\w+ )?(?:limit|quota|allowance)\b|ByDay\b|PerDay/i.test(message) &&
    (waitOfMessage(message) ?? unsaid) > LONGEST_PACE_MS
  );
}

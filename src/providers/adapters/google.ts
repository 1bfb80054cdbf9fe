import { findJson } from '../../translation/read-reply.ts';
import { PROVIDERS } from '../endpoints.ts';
import type { FailureKind } from '../failure-kinds.ts';
import { hasHalfPrice } from '../models.ts';
import type {
  ModelInfo,
  Provider,
  ProviderFailure,
  Thinking,
  TokenUsage,
  TranslateOutcome,
  TranslateRequest,
} from '../provider.ts';
import { durationMs, kindOfSaid, refusesSchema, waitOfMessage } from '../transport/failure-words.ts';
import { createHalfPriceSender, createLearningSender, type LearntForms } from '../transport/forms.ts';
import {
  defined,
  type FailureFacts,
  failedOutcome,
  type HttpRequest,
  jsonAt,
  keyCheck,
  listAllPages,
  listAt,
  type ModelPage,
  numberAt,
  reportedFailure,
  type Transport,
  textAt,
  UNEXPECTED_FORMAT,
} from '../transport/http.ts';

const BASE = PROVIDERS.google.baseAddress;

/** Sends the page's origin as referrer: Google requires it for keys that are restricted to certain websites. */
const COMMON = { readFacts: googleFailure, referrerPolicy: 'origin' } as const;

const JSON_ONLY = { responseMimeType: 'application/json' };

/** A 503, or a 429 without a wait, means that no capacity is free at half price. A 429 for a limit of the account names a wait. */
const isFull = ({ status, kind, retryAfterMs }: ProviderFailure): boolean =>
  status === 503 || (kind === 'rate-limit' && retryAfterMs === undefined);

/** Google's generateContent and model list, both v1beta (specification, section 7). */
export function createGoogle(transport: Transport, learnt?: LearntForms): Provider {
  const fetchPage = (key: string, signal: AbortSignal, pageToken?: string) => {
    const query = new URLSearchParams({ key, pageSize: '1000', ...defined({ pageToken }) });
    const sent: HttpRequest = { url: `${BASE}/models?${query}`, headers: {}, key, ...COMMON };
    return transport.send(sent, { signal, retryRefusals: true });
  };

  const learn = createLearningSender(learnt);
  const atHalfPrice = createHalfPriceSender(transport, isFull);
  /** Whether a model thinks, by its id, from the live list. */
  const canThink = new Map<string, boolean>();

  return {
    id: 'google',

    translate(request, options) {
      const { model, key, thinking = 'default' } = request;
      const serviceTier = request.halfPrice && hasHalfPrice(model) ? 'flex' : undefined;
      return learn(request, options, {
        about: `${model.id} ${thinking}`,
        forms: {
          thinking: googleThinking(model.id, thinking, canThink.get(model.id)),
          reply: request.isPlain
            ? [{}]
            : request.replySchema
              ? [{ ...JSON_ONLY, responseJsonSchema: request.replySchema }, JSON_ONLY]
              : [JSON_ONLY],
        },
        replyForm: ({ reply }) => ('responseJsonSchema' in reply ? 'schema' : 'object'),
        refusedPart: (failure) => (refusesSchema(failure) ? 'reply' : undefined),
        send({ thinking: thinkingConfig, reply }) {
          const sent: HttpRequest = {
            url: `${BASE}/models/${encodeURIComponent(model.id)}:generateContent`,
            headers: { 'x-goog-api-key': key },
            body: {
              contents: contentsOf(request),
              generationConfig: { ...reply, ...defined({ thinkingConfig }) },
              ...defined({ serviceTier }),
            },
            key,
            ...COMMON,
          };
          return serviceTier ? atHalfPrice(sent, options) : transport.send(sent, options);
        },
        read: (body) => reportedFailure(body, key, googleFailure) ?? googleOutcome(body),
      });
    },

    listModels: (key, { signal }) =>
      listAllPages(
        (pageToken) => fetchPage(key, signal, pageToken),
        (body) => {
          for (const entry of listAt(body, 'models') ?? []) {
            const thinks = jsonAt(entry, 'thinking');
            if (typeof thinks === 'boolean') canThink.set(idOf(entry) ?? '', thinks);
          }
          return readPage(body);
        },
      ),

    async checkKey(key, { signal }) {
      return keyCheck(await fetchPage(key, signal));
    },
  };
}

/** The first text contains prompt, context and phrases (specification, section 7). */
const contentsOf = ({ system, messages }: TranslateRequest) =>
  messages.map(({ role, parts }, turn) => ({
    role,
    parts: [{ text: (turn === 0 ? [system, ...parts] : parts).join('\n\n') }],
  }));

const idOf = (entry: unknown) => textAt(entry, 'name')?.replace(/^models\//, '');

/** An empty page has no `models`. */
function readPage(body: unknown): ModelPage {
  const models = (listAt(body, 'models') ?? []).flatMap((entry): ModelInfo[] => {
    const id = idOf(entry);
    const methods = listAt(entry, 'supportedGenerationMethods');
    if (!id?.includes('gemini') || !methods?.includes('generateContent')) return [];
    const contextTokens = numberAt(entry, 'inputTokenLimit');
    return [{ endpoint: 'google', id, displayName: textAt(entry, 'displayName') ?? id, ...defined({ contextTokens }) }];
  });
  return { models, next: textAt(body, 'nextPageToken') };
}

const LEFT_OUT = [undefined];
/** Thinking budgets in tokens, for models before version 3, which have no levels. 2.5 Pro accepts no less than LEAST_BUDGET_OF_PRO. */
const LARGE_BUDGET = 16_384;
const LEAST_BUDGET_OF_PRO = 128;

/**
 * Values of `thinkingConfig`, in the order in which they are tried. undefined: without the field.
 * @param canThink from the live list. undefined: unknown
 */
function googleThinking(
  id: string,
  thinking: Thinking,
  canThink: boolean | undefined,
): readonly (object | undefined)[] {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? Number.POSITIVE_INFINITY);
  if (thinking === 'default' || canThink === false || version < 2.5) return LEFT_OUT;
  if (version < 3) return [{ thinkingBudget: budgetOf(id, thinking) }, undefined];
  if (thinking === 'more') return [{ thinkingLevel: 'high' }, undefined];
  const isMinimal = /flash-lite/.test(id) || (/flash/.test(id) && version <= 3.6);
  return [...(isMinimal ? [{ thinkingLevel: 'minimal' }] : []), { thinkingLevel: 'low' }, undefined];
}

function budgetOf(id: string, thinking: Thinking): number {
  if (thinking === 'more') return LARGE_BUDGET;
  return /-pro/.test(id) ? LEAST_BUDGET_OF_PRO : 0;
}

function googleOutcome(body: unknown): TranslateOutcome {
  const usage = googleUsage(body);
  const text = replyText(body);
  const blocked = textAt(body, 'promptFeedback', 'blockReason');
  if (blocked !== undefined) {
    return failedOutcome('refused', `${GOOGLE_MARKER}Prompt was blocked due to ${blocked}`, { text, usage });
  }

  const reason = textAt(body, 'candidates', 0, 'finishReason') ?? 'FINISH_REASON_UNSPECIFIED';
  switch (reason) {
    case 'STOP':
    case 'FINISH_REASON_UNSPECIFIED':
      break;
    case 'MAX_TOKENS':
      return failedOutcome('cut-off', `${GOOGLE_MARKER}The reply was cut off by the length limit.`, { text, usage });
    // Another request could continue the reply, but would pay for the input again.
    case 'CONTINUATION':
      return failedOutcome(
        'cut-off',
        `${GOOGLE_MARKER}The reply is incomplete: the model stopped before its end (CONTINUATION).`,
        { text, usage },
      );
    case 'MALFORMED_FUNCTION_CALL':
    case 'MALFORMED_RESPONSE':
    case 'UNEXPECTED_TOOL_CALL':
    case 'TOO_MANY_TOOL_CALLS':
      return failedOutcome('malformed', `${GOOGLE_MARKER}${UNEXPECTED_FORMAT}: ${reason}`, { text, usage });
    // SAFETY, RECITATION, LANGUAGE, BLOCKLIST, PROHIBITED_CONTENT, SPII, OTHER, and reasons that Google adds later.
    default: {
      const finishMessage = textAt(body, 'candidates', 0, 'finishMessage');
      const explanation = finishMessage === undefined ? '' : `: ${finishMessage}`;
      const message = `${GOOGLE_MARKER}Reply was blocked due to ${reason}${explanation}`;
      return failedOutcome('refused', message, { text, usage });
    }
  }

  const { json, parsed } = findJson(text);
  return parsed.ok
    ? { ok: true, text: json, usage }
    : failedOutcome('malformed', `${GOOGLE_MARKER}${UNEXPECTED_FORMAT}`, { text, usage });
}

function replyText(body: unknown): string {
  const parts = listAt(body, 'candidates', 0, 'content', 'parts') ?? [];
  return parts.map((part) => (jsonAt(part, 'thought') === true ? '' : (textAt(part, 'text') ?? ''))).join('');
}

/** `candidatesTokenCount` does not include thinking. Google omits counts of zero. */
function googleUsage(body: unknown): TokenUsage | undefined {
  const usage = jsonAt(body, 'usageMetadata');
  const input = numberAt(usage, 'promptTokenCount');
  if (input === undefined) return undefined;
  const reasoning = numberAt(usage, 'thoughtsTokenCount') ?? 0;
  const output = (numberAt(usage, 'candidatesTokenCount') ?? 0) + reasoning;
  // Google may bill another tier than the request asked for.
  const isHalf = textAt(usage, 'serviceTier')?.toLowerCase() === 'flex';
  return { input, output, reasoning, ...(isHalf && { atHalfPrice: input + output }) };
}

/** This marker precedes every message of Google (specification, section 8). */
const GOOGLE_MARKER = '[Google AI] ';

/** Reads Google's error body, `{error: {code, message, status, details}}`. */
export function googleFailure(status: number, body: unknown, waitMs?: number): FailureFacts {
  const message = textAt(body, 'error', 'message');
  const details = listAt(body, 'error', 'details') ?? [];
  const code = textAt(detail(details, 'ErrorInfo'), 'reason');
  const type = textAt(body, 'error', 'status');
  const retryAfterMs = durationMs(textAt(detail(details, 'RetryInfo'), 'retryDelay') ?? '') ?? waitOfMessage(message);
  return {
    kind:
      KIND_OF_REASON.get(code) ??
      kindOfWords(status, message) ??
      kindOfQuota(status, details) ??
      kindOfSaid({ status, message, code, type, waitMs: waitMs ?? retryAfterMs }),
    message: message === undefined ? undefined : GOOGLE_MARKER + message,
    code,
    type,
    retryAfterMs,
  };
}

/** Kinds of failure by google.api.ErrorReason. For other reasons the status decides. */
const KIND_OF_REASON: ReadonlyMap<string | undefined, FailureKind> = new Map([
  // This reason comes with status 400.
  ['API_KEY_INVALID', 'bad-key'],
  ['CONSUMER_INVALID', 'bad-key'],
  ['CONSUMER_SUSPENDED', 'bad-key'],
  ['API_KEY_HTTP_REFERRER_BLOCKED', 'website-blocked'],
  ['BILLING_DISABLED', 'quota'],
]);

function kindOfWords(status: number, message = ''): FailureKind | undefined {
  if (status === 403 && /\breported as leaked\b/i.test(message)) return 'bad-key';
  if (status === 403 && /^Requests from referer .* are blocked/i.test(message)) return 'website-blocked';
  if (status === 400 && /location is not supported|not available in your country/i.test(message)) return 'region';
  // A model that free accounts cannot use, a used-up prepayment, or a monthly cap: a wait does not help.
  if (status === 429 && /\blimit: 0\b|\bcredits are depleted\b|\bspending cap\b/i.test(message)) return 'quota';
  return undefined;
}

function kindOfQuota(status: number, details: readonly unknown[]): FailureKind | undefined {
  const violations = listAt(detail(details, 'QuotaFailure'), 'violations') ?? [];
  const isDaily = violations.some((violation) => textAt(violation, 'quotaId')?.includes('PerDay'));
  return status === 429 && isDaily ? 'quota' : undefined;
}

/** "@type" is for example "type.googleapis.com/google.rpc.RetryInfo". */
const detail = (details: readonly unknown[], name: string): unknown =>
  details.find((candidate) => textAt(candidate, '@type')?.endsWith(`.${name}`));

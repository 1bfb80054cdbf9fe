import { RESPOND_WITH_JSON_ONLY } from '../../translation/request.ts';
import { PROVIDERS } from '../endpoints.ts';
import type { FailureKind } from '../failure-kinds.ts';
import {
  isReading,
  type ModelInfo,
  type Provider,
  type Thinking,
  type TokenUsage,
  type TranslateOutcome,
  type TranslateRequest,
} from '../provider.ts';
import { kindOfSaid, refusesSchema } from '../transport/failure-words.ts';
import { createLearningSender, type LearntForms } from '../transport/forms.ts';
import {
  byId,
  defined,
  type FailureFacts,
  failedOutcome,
  flagAt,
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

const BASE = PROVIDERS.anthropic.baseAddress;
/** Most tokens of a reply (specification, section 9). */
const MAX_TOKENS = 4096;
/** Room for a proposal of notes with a hundred rows. Models from version 4 on can write so many tokens, and a call without streaming may ask for them. */
const MAX_READING_TOKENS = 16_000;
/** Room for a reply with thinking if no model list gives the maximum. Every model that thinks accepts this number. */
const THINKING_TOKENS = 32_000;

/** The cheapest call (specification, section 7). Anthropic has retired the model: see checkKey. */
const KEY_CHECK = { model: 'claude-3-haiku-20240307', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] };

/** Anthropic's messages and model list (specification, section 7). */
export function createAnthropic(transport: Transport, learnt?: LearntForms): Provider {
  const learn = createLearningSender(learnt);
  const abilities = new Map<string, AnthropicAbilities>();

  return {
    id: 'anthropic',

    translate(request, options) {
      const { model, key, thinking = 'default' } = request;
      const listed = abilities.get(model.id);
      return learn(request, options, {
        about: `${model.id} ${thinking}`,
        forms: {
          thinking: anthropicThinking(model.id, thinking, listed),
          reply: request.replySchema ? [{ format: { type: 'json_schema', schema: request.replySchema } }, {}] : [{}],
        },
        replyForm: ({ reply }) => ('format' in reply ? 'schema' : 'free'),
        refusedPart: (failure) => (refusesSchema(failure) ? 'reply' : undefined),
        send({ thinking: { fields, thinks }, reply }) {
          const unlisted = request.thinking && THINKING_TOKENS;
          const most = thinks ? (listed?.maxTokens ?? unlisted) : undefined;
          const room = isReading(request) ? (most ?? readingTokens(model.id, listed)) : most;
          const body = anthropicBody(request, withOutput(fields, reply), room);
          return transport.send(anthropicRequest(key, '/messages', body), options);
        },
        read: (body) => reportedFailure(body, key, anthropicFailure) ?? anthropicOutcome(body),
      });
    },

    listModels: (key, { signal }) =>
      listAllPages(
        (after) => {
          const path = `/models?limit=1000${after === undefined ? '' : `&after_id=${encodeURIComponent(after)}`}`;
          return transport.send(anthropicRequest(key, path), { signal, retryRefusals: true });
        },
        (body) => {
          for (const entry of listAt(body, 'data') ?? []) {
            const id = textAt(entry, 'id');
            if (id) abilities.set(id, readAbilities(entry));
          }
          return readPage(body);
        },
        byId,
      ),

    async checkKey(key, { signal }) {
      const sent = anthropicRequest(key, '/messages', KEY_CHECK);
      const outcome = await transport.send(sent, { signal, retryRefusals: true });
      // Anthropic checks the key first, so "model not found" means that the key is valid.
      if (!outcome.ok && outcome.failure.kind === 'model-not-found') return { outcome: 'valid' };
      return keyCheck(outcome);
    },
  };
}

const readingTokens = (id: string, listed: AnthropicAbilities | undefined): number =>
  Math.min(listed?.maxTokens ?? Number.POSITIVE_INFINITY, versionOf(id) < 4 ? MAX_TOKENS : MAX_READING_TOKENS);

/** Merges the fields, because effort and the form of the reply share `output_config`. */
const withOutput = (fields: { readonly output_config?: object }, reply: object): object =>
  Object.keys(reply).length === 0 ? fields : { ...fields, output_config: { ...fields.output_config, ...reply } };

/**
 * Specification, section 7.
 * @param thinking the body's fields about thinking
 * @param maxTokens of the reply with its thoughts; undefined: the specified number
 */
const anthropicBody = (
  { model, system, messages }: TranslateRequest,
  thinking: object,
  maxTokens = MAX_TOKENS,
): object => ({
  model: model.id,
  max_tokens: maxTokens,
  system: `${system}\n\n${RESPOND_WITH_JSON_ONLY}`,
  messages: messages.map(({ role, parts }) => ({
    role: role === 'model' ? 'assistant' : 'user',
    content: parts.join('\n\n'),
  })),
  ...thinking,
});

const anthropicRequest = (key: string, path: string, body?: object): HttpRequest => ({
  url: `${BASE}${path}`,
  body,
  key,
  headers: {
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    // Anthropic requires it for CORS.
    'anthropic-dangerous-direct-browser-access': 'true',
  },
  readFacts: anthropicFailure,
});

function readPage(body: unknown): ModelPage | undefined {
  const models = listAt(body, 'data')?.flatMap((entry): ModelInfo[] => {
    const id = textAt(entry, 'id');
    if (!id?.includes('claude')) return [];
    const released = Date.parse(textAt(entry, 'created_at') ?? '');
    // Anthropic writes 1970-01-01 for an unknown date.
    const createdAt = released > 0 ? released : undefined;
    const facts = defined({ createdAt, contextTokens: numberAt(entry, 'max_input_tokens') });
    return [{ endpoint: 'anthropic', id, displayName: textAt(entry, 'display_name') ?? id, ...facts }];
  });
  return models && { models, next: jsonAt(body, 'has_more') === true ? textAt(body, 'last_id') : undefined };
}

/** What the live list says about a model. undefined: the list does not say. */
interface AnthropicAbilities {
  readonly thinks: boolean | undefined;
  readonly disabled: boolean | undefined;
  readonly betweenTools: boolean | undefined;
  readonly maxTokens: number | undefined;
}

/** `fields`: the request's fields about thinking. `thinks`: true if the model then thinks; its thinking counts as a part of the reply. */
interface ThinkingForm {
  readonly fields: object;
  readonly thinks: boolean;
}

/** Models up to this version think only if a request asks for it; later ones think by default. */
const LAST_SILENT_VERSION = 4.8;
const ALWAYS_THINKS = /fable|mythos|opus-5-5/;
/** These models refuse "disabled" (platform.claude.com, "What's new in Claude Sonnet 5.5"). */
const THINKS_BETWEEN_TOOLS = /sonnet-5-5/;

const OFF = { fields: { thinking: { type: 'disabled' } }, thinks: false };
/** Thinking only between tool calls. The page uses no tools, so this turns thinking off. */
const BETWEEN_TOOLS = { fields: { thinking: { type: 'between_tools' } }, thinks: false };
const effort = (level: string): ThinkingForm => ({ fields: { output_config: { effort: level } }, thinks: true });
const SILENT: ThinkingForm = { fields: {}, thinks: false };
const UNTOLD: ThinkingForm = { fields: {}, thinks: true };

/** The forms of thinking, in the order in which they are tried. `listed` is undefined if no list was read. */
function anthropicThinking(
  id: string,
  thinking: Thinking,
  listed: AnthropicAbilities | undefined,
): readonly ThinkingForm[] {
  const version = versionOf(id);
  const isSilent = version <= LAST_SILENT_VERSION;
  if (listed?.thinks === false || version < 4) return [SILENT];
  if (thinking === 'more') return isSilent ? asked(version) : [effort('xhigh'), effort('high'), UNTOLD];
  if (isSilent) return [SILENT];
  if (thinking === 'default') return [UNTOLD];
  const [always, between] = [ALWAYS_THINKS.test(id), THINKS_BETWEEN_TOOLS.test(id)];
  const canStop = listed?.disabled ?? !(always || between);
  const canWait = listed?.betweenTools ?? (between || (listed?.disabled === undefined && !always));
  return [...(canStop ? [OFF] : []), ...(canWait ? [BETWEEN_TOOLS] : []), effort('low'), UNTOLD];
}

/** Models from 4.6 on decide how long they think. Earlier models need a number of tokens, which count as a part of the reply. */
const asked = (version: number): readonly ThinkingForm[] => {
  const type = version >= 4.6 ? { type: 'adaptive' } : { type: 'enabled', budget_tokens: 2048 };
  return [{ fields: { thinking: type }, thinks: true }, SILENT];
};

/** "claude-opus-4-7" is 4.7, "claude-haiku-4-5-20251001" 4.5, "claude-3-opus-20240229" 3; "claude-mythos-preview" counts as 5. */
const versionOf = (id: string): number => {
  const [, major, minor] = /-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(id) ?? [];
  return Number(`${major ?? (ALWAYS_THINKS.test(id) ? 5 : 0)}.${minor ?? 0}`);
};

function readAbilities(entry: unknown): AnthropicAbilities {
  const capability = jsonAt(entry, 'capabilities', 'thinking');
  return {
    thinks: flagAt(capability, 'supported'),
    disabled: flagAt(capability, 'types', 'disabled', 'supported'),
    betweenTools: flagAt(capability, 'types', 'between_tools', 'supported'),
    maxTokens: numberAt(entry, 'max_tokens'),
  };
}

function anthropicOutcome(body: unknown): TranslateOutcome {
  const usage = anthropicUsage(body);
  const text = firstText(body);
  switch (textAt(body, 'stop_reason')) {
    case 'max_tokens':
      return failedOutcome('cut-off', 'The reply was cut off by the length limit.', { text, usage });
    case 'model_context_window_exceeded':
      return failedOutcome('cut-off', 'The reply was cut off: request and reply together are too long for the model.', {
        text,
        usage,
      });
    case 'refusal': {
      // Text that the model wrote before it refused is not the reason of the refusal.
      const reason = textAt(body, 'stop_details', 'explanation') || textAt(body, 'stop_details', 'category');
      const message = reason ? `The model refused: ${reason}` : 'The model refused to answer.';
      return failedOutcome('refused', message, { text, usage });
    }
    default:
      // Anthropic would refuse an empty text in a corrective request.
      return text?.trim() ? { ok: true, text, usage } : failedOutcome('malformed', UNEXPECTED_FORMAT, { usage });
  }
}

/** The first block that is not thinking must be a text (specification, section 5). */
function firstText(body: unknown): string | undefined {
  const block = listAt(body, 'content')?.find((candidate) => !isThought(textAt(candidate, 'type')));
  return textAt(block, 'type') === 'text' ? textAt(block, 'text') : undefined;
}

const isThought = (type: string | undefined) => type === 'thinking' || type === 'redacted_thinking';

/** `input_tokens` does not include tokens that were read from or written to the cache. */
function anthropicUsage(body: unknown): TokenUsage | undefined {
  const usage = jsonAt(body, 'usage');
  const input = numberAt(usage, 'input_tokens');
  const output = numberAt(usage, 'output_tokens');
  if (input === undefined || output === undefined) return undefined;
  const written = numberAt(usage, 'cache_creation_input_tokens') ?? 0;
  const read = numberAt(usage, 'cache_read_input_tokens') ?? 0;
  const reasoning = numberAt(usage, 'output_tokens_details', 'thinking_tokens') ?? 0;
  return { input: input + written + read, output, reasoning };
}

/** Reads Anthropic's error body, `{type: "error", error: {type, message, details: {error_code}}, request_id}`. */
export function anthropicFailure(status: number, body: unknown, waitMs?: number): FailureFacts {
  const message = textAt(body, 'error', 'message');
  const type = textAt(body, 'error', 'type');
  const code = textAt(body, 'error', 'details', 'error_code');
  const kind = kindOf(status, type, message) ?? kindOfSaid({ status, message, code, type, waitMs });
  return { kind, message, code, type, requestId: textAt(body, 'request_id') };
}

function kindOf(status: number, type: string | undefined, message = ''): FailureKind | undefined {
  if (type === 'billing_error') return 'quota';
  // Only the message tells these failures from others with status 400, 401 or 403.
  if (status === 400 && EXHAUSTED.test(message)) return 'quota';
  if (status === 400 && FILTERED.test(message)) return 'refused';
  if (status === 400 && DISABLED.test(message)) return 'not-permitted';
  if (status === 401 && NO_CORS.test(message)) return 'no-browser-access';
  if (status === 403 && WRONG_REGION.test(message)) return 'region';
  return undefined;
}

const FILTERED = /blocked by content filtering policy/i;
const DISABLED = /organization has been disabled/i;
const EXHAUSTED = /credit balance is too low|reached your specified (?:\w+ )?API usage limits/i;
const NO_CORS = /CORS requests are not allowed/i;
/** Anthropic answers "Request not allowed" to an unsupported country, before it checks the key. */
const WRONG_REGION = /^Request not allowed|\b(?:region|country|countries|territory)\b/i;

import { parseJson } from '../../lib/json.ts';
import { REPLY_FORMS } from '../endpoints.ts';
import {
  NO_USAGE,
  type ProviderFailure,
  type ReplyForm,
  type TokenUsage,
  type TranslateOutcome,
  type TranslateRequest,
} from '../provider.ts';
import { REFUSAL } from '../transport/forms.ts';
import { amountAt, defined, failedOutcome, jsonAt, numberAt, textAt, UNEXPECTED_FORMAT } from '../transport/http.ts';

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The messages of a chat completion (specification, section 7). `systemRole`: "user" for a model that takes no system message. */
export const chatMessages = (
  { system, messages }: Pick<TranslateRequest, 'system' | 'messages'>,
  systemRole: 'system' | 'user',
): readonly ChatMessage[] => [
  { role: systemRole, content: system },
  ...messages.flatMap(({ role, parts }) =>
    parts.map((content) => ({ role: role === 'model' ? ('assistant' as const) : ('user' as const), content })),
  ),
];

/** Reads a chat completion: its text without the model's thoughts, or why there is none. */
export function chatOutcome(body: unknown): TranslateOutcome {
  const { text, usage } = chatReply(body);
  const refusal = textAt(body, 'choices', 0, 'message', 'refusal');
  if (refusal) return failedOutcome('refused', `The model refused: ${refusal}`, { text: text || refusal, usage });

  switch (textAt(body, 'choices', 0, 'finish_reason')) {
    case 'length':
    // Mistral's, of what a model takes at once.
    case 'model_length':
      return failedOutcome('cut-off', 'The reply was cut off by the length limit.', { text, usage });
    // Mistral's and DeepSeek's.
    case 'error':
    case 'insufficient_system_resource':
      return failedOutcome('server', 'The provider broke the reply off.', { text, usage });
    case 'content_filter':
      return failedOutcome('refused', 'The reply was rejected by the content filter.', { text, usage });
    default:
      return text.trim() === '' ? failedOutcome('malformed', UNEXPECTED_FORMAT, { usage }) : { ok: true, text, usage };
  }
}

/** What a chat completion holds, be it complete or not: its text without the model's thoughts, and what it took. */
export function chatReply(body: unknown): { readonly text: string; readonly usage: TokenUsage | undefined } {
  const message = jsonAt(body, 'choices', 0, 'message');
  const text = withoutThoughts(contentOf(jsonAt(message, 'content')));
  return { text: text.trim() === '' ? answerAmongThoughts(message) : text, usage: chatUsage(body) };
}

/**
 * LM Studio and others that hold a model that thinks to a schema put its answer where its thoughts would stand. These have words, and may quote the
 * originals.
 */
const answerAmongThoughts = (message: unknown): string =>
  [textAt(message, 'reasoning_content'), textAt(message, 'reasoning')]
    .find((text) => JSON_ALONE.test(text ?? ''))
    ?.trim() ?? '';

/** An object, whole or cut off, and no word beside its texts. */
const JSON_ALONE = /^\s*\{(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|[\s{}[\]:,\d.-]|true|false|null)*$/;

/**
 * The chat completion that a server has streamed although nobody asked for that, as some on a person's own computer do; undefined: the text is no
 * such stream. An error in its midst stands beside what came before it.
 */
export function streamedCompletion(text: string): object | undefined {
  const events = text.split(/[\r\n]+/).flatMap((line) => parseJson(line.replace(/^data:/, '')) ?? []);
  const last = (...path: readonly (string | number)[]) =>
    events.map((event) => jsonAt(event, ...path)).findLast((found) => found !== undefined && found !== null);
  const contents = events.map(
    (event) =>
      textAt(event, 'choices', 0, 'delta', 'content') ?? textAt(event, 'choices', 0, 'message', 'content') ?? '',
  );
  const error = last('error');
  if (error === undefined && last('choices', 0) === undefined) return undefined;
  const choice = { message: { content: contents.join('') }, finish_reason: last('choices', 0, 'finish_reason') };
  return { error, choices: [choice], usage: last('usage') };
}

/** The content as one text. Mistral's thinking models send a list of parts: the parts that are thoughts are left out. */
function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.map((part) => (textAt(part, 'type') === 'text' ? (textAt(part, 'text') ?? '') : '')).join('');
}

/**
 * Takes thoughts out of a text: many servers send "<think>…</think>{…}", some without "<think>", some in the marks of a model that they do not
 * know. A text that only begins with a mark is all thought. A text that begins as JSON has none before it: a "</think>" further on belongs to a
 * subtitle.
 */
function withoutThoughts(text: string): string {
  if (/^\s*(?:```(?:json)?\s*)?(?:\{|\[(?!THINK\]))/.test(text)) return text;
  const [end] = [...text.matchAll(THOUGHT_ENDS)].slice(-1);
  if (end) return text.slice(end.index + end[0].length).trimStart();
  return THOUGHT_BEGINS.test(text) ? '' : text;
}

/** Of Qwen, DeepSeek and others, Magistral, gpt-oss (with its marks, or with what is left of them), Gemma. */
const THOUGHT_ENDS =
  /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]|<\|channel\|>final[^{}]{0,80}?<\|message\|>|assistantfinal(?=\s*\{)|<channel\|>/g;
const THOUGHT_BEGINS = /^\s*(?:<(?:think|thinking|thought|reasoning)>|\[THINK\]|<\|channel\|?>)/;

/** xAI does not count thoughts as `completion_tokens`; its `total_tokens` shows that they come on top. Some servers send zeros: they do not count. */
function chatUsage(body: unknown): TokenUsage | undefined {
  const usage = jsonAt(body, 'usage');
  const input = numberAt(usage, 'prompt_tokens');
  const answer = numberAt(usage, 'completion_tokens');
  const cost = costTold(usage);
  if (!input || answer === undefined) return cost === undefined ? undefined : { ...NO_USAGE, cost };
  const reasoning = numberAt(usage, 'completion_tokens_details', 'reasoning_tokens') ?? 0;
  const isApart = numberAt(usage, 'total_tokens') === input + answer + reasoning;
  const output = isApart ? answer + reasoning : answer;
  // The tier that was billed, which may differ from the one that was requested.
  const isHalf = textAt(body, 'service_tier') === 'flex';
  return { input, output, reasoning, ...(isHalf && { atHalfPrice: input + output }), ...defined({ cost }) };
}

/** One dollar (docs.x.ai/developers/cost-tracking). */
const XAI_TICKS = 10_000_000_000;

/**
 * US dollars that the call has cost, as its usage says; undefined: it does not. Zero says nothing: gateways that do not know a price write it.
 * OpenRouter's `cost` is its own fee where a person's key at the provider behind it pays for the tokens.
 */
function costTold(usage: unknown): number | undefined {
  const cost = amountAt(usage, 'cost') ?? 0;
  const behind = amountAt(usage, 'cost_details', 'upstream_inference_cost') ?? 0;
  const isOwnKey = jsonAt(usage, 'is_byok') ?? behind > cost;
  const ticks = amountAt(usage, 'cost_in_usd_ticks') ?? 0;
  return [
    isOwnKey === true ? cost + behind : cost,
    // Perplexity's, DeepInfra's, xAI's.
    amountAt(usage, 'cost', 'total_cost'),
    amountAt(usage, 'total_cost'),
    amountAt(usage, 'estimated_cost'),
    ticks / XAI_TICKS,
  ].find((told = 0) => told > 0);
}

/** The forms of reply to try in turn, beginning with the strictest one given. */
export const formsFrom = (strictest: ReplyForm): readonly ReplyForm[] =>
  REPLY_FORMS.slice(REPLY_FORMS.indexOf(strictest));

/** The field that asks for a form of reply; none for one in words alone. */
export function responseFormat(form: ReplyForm, schema: object | undefined): object {
  if (form === 'free') return {};
  const isBySchema = form === 'schema' && schema;
  const json_schema = { name: 'batch', strict: true, schema };
  return { response_format: isBySchema ? { type: 'json_schema', json_schema } : { type: 'json_object' } };
}

/** A part of the request that some models refuse. */
type RefusedPart = 'seed' | 'response_format' | 'system';

/** The part that a failure refuses, by `param` or by its message alone; undefined: none of these parts. */
export function refusedPart({ status, code, param = '', message }: ProviderFailure): RefusedPart | undefined {
  if (status !== 400) return undefined;
  // Groq has looked for the form, not found it, and thrown the reply away: without one it would have come, and been corrected.
  if (code === 'json_validate_failed') return 'response_format';
  if (param === 'seed') return 'seed';
  if (param.startsWith('response_format')) return 'response_format';
  // o1-preview and o1-mini: "Unsupported value: 'messages[0].role' does not support 'system' with this model."
  if (param.startsWith('messages') && code?.startsWith('unsupported_')) return 'system';
  if (!REFUSAL.test(message)) return undefined;
  if (/\bresponse_format\b|\bjson_(?:object|schema)\b|\bstructured outputs?\b/i.test(message)) return 'response_format';
  if (/\bseed\b/i.test(message)) return 'seed';
  return SYSTEM.test(message) ? 'system' : undefined;
}

const SYSTEM = /\bsystem (?:role|message|prompt|instruction)s?\b|\brole' .*'system'/i;

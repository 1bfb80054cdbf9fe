import { parseJson } from '../../lib/json.ts';
import { REPLY_FORMS } from '../compatible-endpoints.ts';
import {
  NO_USAGE,
  type ReplyForm,
  type TokenUsage,
  type TranslateOutcome,
  type TranslateRequest,
} from '../provider.ts';
import { LONGEST_MESSAGE_CHARACTERS } from '../transport/failure-words.ts';
import {
  amountAt,
  defined,
  failedOutcome,
  jsonAt,
  listAt,
  numberAt,
  textAt,
  UNEXPECTED_FORMAT,
} from '../transport/http.ts';

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The messages of a request (specification, section 7). `systemRole`: 'user' for a model that accepts no system message. */
export const chatMessages = (
  { system, messages }: Pick<TranslateRequest, 'system' | 'messages'>,
  systemRole: 'system' | 'user',
): readonly ChatMessage[] => [
  { role: systemRole, content: system },
  ...messages.flatMap(({ role, parts }) =>
    parts.map((content) => ({ role: role === 'model' ? ('assistant' as const) : ('user' as const), content })),
  ),
];

/** Makes one message of each turn, because most chat templates require alternating roles. With 'user', the first turn begins with the system text. */
export function alternatingMessages(
  { system, messages }: Pick<TranslateRequest, 'system' | 'messages'>,
  systemRole: 'system' | 'user',
): readonly ChatMessage[] {
  const begin = systemRole === 'user' ? [system] : [];
  const turns = messages.map(({ role, parts }, turn): ChatMessage => {
    const content = (turn === 0 ? [...begin, ...parts] : parts).join('\n\n');
    return { role: role === 'model' ? 'assistant' : 'user', content };
  });
  return systemRole === 'user' ? turns : [{ role: 'system', content: system }, ...turns];
}

/** The text of a reply without the model's thinking, or the reason why there is no text. */
export function chatOutcome(body: unknown): TranslateOutcome {
  const { text, usage } = chatReply(body);
  const refusal = textAt(body, 'choices', 0, 'message', 'refusal');
  if (refusal) return failedOutcome('refused', `The model refused: ${refusal}`, { text: text || refusal, usage });

  switch (textAt(body, 'choices', 0, 'finish_reason')) {
    case 'length':
    // From Mistral: the conversation fills the model's context.
    case 'model_length':
      return failedOutcome('cut-off', 'The reply was cut off by the length limit.', { text, usage });
    // From Mistral and DeepSeek.
    case 'error':
    case 'insufficient_system_resource':
      return failedOutcome('server', 'The provider stopped the reply.', { text, usage });
    case 'content_filter':
      return failedOutcome('refused', 'The reply was rejected by the content filter.', { text, usage });
    default:
      if (text.trim() !== '') return { ok: true, text, usage };
      return isThoughtsAlone(body)
        ? failedOutcome('only-thoughts', 'The model thought, but gave no answer.', { usage })
        : failedOutcome('malformed', UNEXPECTED_FORMAT, { usage });
  }
}

/** True if the model has thought and then answered nothing. */
export function isThoughtsAlone(body: unknown): boolean {
  const message = messageOf(body);
  const { text, usage } = chatReply(body);
  const content = jsonAt(message, 'content');
  const said = [...thoughtsOf(message), typeof content === 'string' ? content : JSON.stringify(content ?? '').slice(3)];
  const hasThoughts =
    said.join('').trim() !== '' || (usage?.reasoning ?? 0) > 0 || jsonAt(message, 'reasoning_details', 0) !== undefined;
  return text.trim() === '' && hasThoughts;
}

/** The text without thinking, and the usage, of a complete or incomplete chat completion. */
export function chatReply(body: unknown): { readonly text: string; readonly usage: TokenUsage | undefined } {
  const message = messageOf(body);
  const content = contentOf(jsonAt(message, 'content')) || contentOf(jsonAt(body, 'choices', 0, 'text'));
  const text = outOfString(withoutThoughts(content));
  const elsewhere = text.includes('{') ? '' : argumentsOf(message) || contentOf(jsonAt(message, 'parsed'));
  const found = elsewhere === '' ? text : elsewhere;
  return { text: found.trim() === '' ? answerAmongThoughts(message) : found, usage: chatUsage(body) };
}

/** Where servers put a reply: inside other objects (Cloudflare, Alibaba, gateways), or under the fields of other formats. */
const WRAPPERS: readonly Place[] = [[], [0], ['data'], ['result'], ['output'], ['response']];
const TEXTS: readonly Place[] = [
  ...[['output_text'], ['response'], ['result'], ['reply'], ['generated_text'], ['text'], ['output'], ['content']],
  ...[
    ['candidates', 0, 'content', 'parts'],
    ['choices', 0, 'delta', 'content'],
    ['choices', 0, 'messages', 0, 'text'],
  ],
];
type Place = readonly (string | number)[];

/** Converts a reply inside another object or in another format; returns `body` if it has no JSON answer there. */
export function asCompletion(body: unknown): unknown {
  if (chatReply(body).text !== '' || isThoughtsAlone(body)) return body;
  const outputs = listAt(body, 'output')?.flatMap((item) => listAt(item, 'content') ?? []) ?? [];
  const within = WRAPPERS.map((place) => jsonAt(body, ...place));
  const whole = within.find((inner) => chatReply(inner).text.includes('{'));
  const texts = within.flatMap((inner) => TEXTS.map((place) => contentOf(textOrParts(jsonAt(inner, ...place)))));
  const content = [contentOf(outputs), ...texts].find((text) => text.includes('{'));
  const usage = within.map((inner) => jsonAt(inner, 'usage')).find((told) => told !== undefined);
  if (whole !== undefined) return usage === undefined ? whole : { ...Object(whole), usage };
  return content === undefined ? body : { choices: [{ message: { content } }], usage };
}

const textOrParts = (found: unknown): unknown =>
  typeof found === 'string' || (Array.isArray(found) && found.every(isPart)) ? found : '';

/** Ollama's own format has only the message. */
const messageOf = (body: unknown): unknown => jsonAt(body, 'choices', 0, 'message') ?? jsonAt(body, 'message');

const thoughtsOf = (message: unknown): readonly string[] =>
  ['reasoning_content', 'reasoning', 'thinking'].flatMap((field) => textAt(message, field) ?? []);

/** If a request has a schema, LM Studio and other servers put a thinking model's answer into the field for thinking. Real thinking is never pure JSON. */
const answerAmongThoughts = (message: unknown): string =>
  thoughtsOf(message)
    .map(withoutThoughts)
    .find((text) => JSON_ALONE.test(text))
    ?.trim() ?? '';

/** An object, whole or cut off, without words outside its strings. */
const JSON_ALONE = /^\s*\{(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|[\s{}[\]:,\d.-]|true|false|null)*$/;

/** The arguments of tools that the model called instead of an answer, one call per line. */
function argumentsOf(message: unknown): string {
  const calls = [...(listAt(message, 'tool_calls') ?? []), jsonAt(message, 'function_call')];
  return calls
    .map((call) => outOfArgument(contentOf(jsonAt(call, 'function', 'arguments') ?? jsonAt(call, 'arguments'))))
    .filter((text) => text.includes('{'))
    .join('\n');
}

/** `{"reply": "{…}"}`: the only argument of a tool can be the whole answer as a string. */
function outOfArgument(text: string): string {
  const named = Object.entries(Object(parseJson(text)) as object);
  const [[name, value] = [], ...others] = named;
  const isWhole = others.length === 0 && typeof value === 'string' && /^\s*\{/.test(value) && !/^\d+$/.test(name ?? '');
  return isWhole ? (value as string) : text;
}

/** Unescapes JSON inside a JSON string, whole or cut off, with or without quotes: `"{\"2\":\"Não\"}"`. */
function outOfString(text: string): string {
  const bare = text.replace(/^\s*```\w*\s*/, '').replace(/\s*```\s*$/, '');
  if (!JSON_IN_STRING.test(bare)) return text;
  const inner = bare
    .trim()
    .replace(/^"|(?<!\\)"$/g, '')
    .replaceAll('\n', '\\n');
  const read = parseJson(`"${inner}"`) ?? parseJson(`"${inner.replace(/\\(?:u[\da-f]{0,3})?$/i, '')}"`);
  return typeof read === 'string' ? outOfString(read) : text;
}

/** An object whose first key has escaped quotes. */
const JSON_IN_STRING = /^(?:["\s]|\\+[n"])*\{(?:\s|\\+[nrt])*\\+"/;

/** The chat completion of a stream of events, with an error in it beside the text before the error; undefined: the text is no stream. */
export function streamedCompletion(text: string): object | undefined {
  const events = text.split(/[\r\n]+/).flatMap((line) => parseJson(line.replace(/^data:/, '')) ?? []);
  const last = (...path: readonly (string | number)[]) =>
    events.map((event) => jsonAt(event, ...path)).findLast((found) => found !== undefined && found !== null);
  const deltas = events.map((event) => jsonAt(event, 'choices', 0, 'delta') ?? jsonAt(event, 'choices', 0, 'message'));
  const joined = (textOf: (delta: unknown) => string | undefined) =>
    deltas.map((delta) => textOf(delta) ?? '').join('');
  const error = last('error');
  // A single event can report a failure.
  if (error === undefined && last('choices', 0) === undefined)
    return /^(?:data|event):/m.test(text) ? events.filter(isObject).at(-1) : undefined;
  const calls = deltas.flatMap((delta) => listAt(delta, 'tool_calls') ?? []);
  const places = [...new Set(calls.map((call) => numberAt(call, 'index') ?? 0))];
  const message = {
    content: joined((delta) => contentOf(jsonAt(delta, 'content'))),
    reasoning: joined((delta) => thoughtsOf(delta)[0]),
    tool_calls: places.map((place) => {
      const parts = calls.filter((call) => (numberAt(call, 'index') ?? 0) === place);
      return { function: { arguments: parts.map((part) => textAt(part, 'function', 'arguments') ?? '').join('') } };
    }),
  };
  return { error, choices: [{ message, finish_reason: last('choices', 0, 'finish_reason') }], usage: last('usage') };
}

const isObject = (event: unknown): event is object => typeof event === 'object' && event !== null;

/** A sentence instead of JSON; undefined: the text is HTML, a stream without an event, or broken JSON. */
export function wordsAlone(text: string): object | undefined {
  const words = text.trim().replace(/\s+/g, ' ');
  const isSaid =
    words.length <= LONGEST_MESSAGE_CHARACTERS &&
    /\p{L}/u.test(words) &&
    !/^(?:[<{["]|(?:data|event|id|retry):)/.test(words);
  return isSaid ? { message: words } : undefined;
}

/** A content can be a text, a list of parts, or the answer as an object that some gateways have parsed already. Thinking is left out. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (typeof content !== 'object' || content === null) return '';
  const parts = Array.isArray(content) ? content : [content];
  return parts.every(isPart) ? parts.map(textOfPart).join('') : JSON.stringify(content);
}

const isPart = (part: unknown): boolean =>
  typeof part === 'string' ||
  /^(?:\w+_)?(?:text|thinking|reasoning|refusal|json)$/.test(textAt(part, 'type') ?? '') ||
  (typeof part === 'object' && part !== null && Object.keys(part).join() === 'text');

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (/think|reason|summary|refusal/.test(textAt(part, 'type') ?? '')) return '';
  return textAt(part, 'text') ?? textAt(part, 'text', 'value') ?? contentOf(jsonAt(part, 'json'));
}

/**
 * Removes thinking before the answer. Many servers send "<think>…</think>{…}", some without "<think>", some with the marks of another model. A text with only
 * an opening mark is all thinking. In a text that begins as JSON, "</think>" belongs to a subtitle.
 */
function withoutThoughts(text: string): string {
  if (/^\s*(?:```(?:json)?\s*)?(?:\{|\[(?!THINK\]))/.test(text)) return text;
  const [end] = [...text.matchAll(THOUGHT_ENDS)].slice(-1);
  if (end)
    return text
      .slice(end.index + end[0].length)
      .trimStart()
      .replace(MARKS_AT_END, '');
  return THOUGHT_BEGINS.test(text) ? '' : text;
}

/** End marks of Qwen, DeepSeek and others; Magistral; gpt-oss, also with incomplete marks and in the channel for tools; Gemma. */
const THOUGHT_ENDS =
  /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]|<\|channel\|>(?:final|commentary)[^{}]{0,80}?<\|message\|>|assistant(?:final|commentary[^{}]{0,80}?)(?=\s*\{)|<channel\|>/g;
const THOUGHT_BEGINS = /^\s*(?:<(?:think|thinking|thought|reasoning)>|\[THINK\]|<\|channel\|?>)/;
const MARKS_AT_END = /(?:\s*<\|(?:end|call|return)\|>)+\s*$/;

/** xAI's `completion_tokens` leaves out thinking, but `total_tokens` includes it. Other servers write zeros for "unknown". */
function chatUsage(body: unknown): TokenUsage | undefined {
  const usage = jsonAt(body, 'usage');
  const input = numberAt(usage, 'prompt_tokens') ?? numberAt(usage, 'input_tokens');
  const answer = numberAt(usage, 'completion_tokens') ?? numberAt(usage, 'output_tokens');
  const cost = statedCost(usage);
  if (!input || answer === undefined) return cost === undefined ? undefined : { ...NO_USAGE, cost };
  const reasoning = numberAt(usage, 'completion_tokens_details', 'reasoning_tokens') ?? 0;
  const isApart = numberAt(usage, 'total_tokens') === input + answer + reasoning;
  const output = isApart ? answer + reasoning : answer;
  // The provider may bill another tier than the request asked for.
  const isHalf = textAt(body, 'service_tier') === 'flex';
  return { input, output, reasoning, ...(isHalf && { atHalfPrice: input + output }), ...defined({ cost }) };
}

/** Ticks of one dollar (docs.x.ai/developers/cost-tracking). */
const XAI_TICKS = 10_000_000_000;

/**
 * US dollars. undefined: the usage states no cost. Gateways write 0 for an unknown price. If a person's own key pays for the tokens, OpenRouter's `cost` is
 * only its fee.
 */
function statedCost(usage: unknown): number | undefined {
  const cost = amountAt(usage, 'cost') ?? 0;
  const behind = amountAt(usage, 'cost_details', 'upstream_inference_cost') ?? 0;
  const isOwnKey = jsonAt(usage, 'is_byok') ?? behind > cost;
  const ticks = amountAt(usage, 'cost_in_usd_ticks') ?? 0;
  return [
    isOwnKey === true ? cost + behind : cost,
    // Perplexity, DeepInfra, xAI.
    amountAt(usage, 'cost', 'total_cost'),
    amountAt(usage, 'total_cost'),
    amountAt(usage, 'estimated_cost'),
    ticks / XAI_TICKS,
  ].find((told = 0) => told > 0);
}

export const formsFrom = (strictest: ReplyForm): readonly ReplyForm[] =>
  REPLY_FORMS.slice(REPLY_FORMS.indexOf(strictest));

export function responseFormat(form: ReplyForm, schema: object | undefined): object {
  if (form === 'free') return {};
  const isBySchema = form === 'schema' && schema;
  const json_schema = { name: 'batch', strict: true, schema };
  return { response_format: isBySchema ? { type: 'json_schema', json_schema } : { type: 'json_object' } };
}

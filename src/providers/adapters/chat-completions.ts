import { parseJson } from '../../lib/json.ts';
import { REPLY_FORMS } from '../compatible-endpoints.ts';
import {
  NO_USAGE,
  type ReplyForm,
  type TokenUsage,
  type TranslateOutcome,
  type TranslateRequest,
} from '../provider.ts';
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

/** The same with one message a turn: most chat templates demand that the roles alternate. Without a system message its text begins the first turn. */
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
      if (text.trim() !== '') return { ok: true, text, usage };
      return isThoughtsAlone(body)
        ? failedOutcome('only-thoughts', 'The reply has thoughts, and no answer.', { usage })
        : failedOutcome('malformed', UNEXPECTED_FORMAT, { usage });
  }
}

/** Whether a model has thought, and has said nothing then. */
export function isThoughtsAlone(body: unknown): boolean {
  const message = messageOf(body);
  const { text, usage } = chatReply(body);
  const content = jsonAt(message, 'content');
  const said = [...thoughtsOf(message), typeof content === 'string' ? content : JSON.stringify(content ?? '').slice(3)];
  const hasThoughts =
    said.join('').trim() !== '' || (usage?.reasoning ?? 0) > 0 || jsonAt(message, 'reasoning_details', 0) !== undefined;
  return text.trim() === '' && hasThoughts;
}

/** What a chat completion holds, be it complete or not: its text without the model's thoughts, and what it took. */
export function chatReply(body: unknown): { readonly text: string; readonly usage: TokenUsage | undefined } {
  const message = messageOf(body);
  const content = contentOf(jsonAt(message, 'content')) || contentOf(jsonAt(body, 'choices', 0, 'text'));
  const text = outOfString(withoutThoughts(content));
  const elsewhere = text.includes('{') ? '' : argumentsOf(message) || contentOf(jsonAt(message, 'parsed'));
  const found = elsewhere === '' ? text : elsewhere;
  return { text: found.trim() === '' ? answerAmongThoughts(message) : found, usage: chatUsage(body) };
}

/** In what a reply may be wrapped up (Cloudflare's, Alibaba's, gateways'), then where other formats have their text. */
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

/** A reply as a chat completion, be it within another object or in another format; what has no answer with JSON elsewhere is given as it came. */
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

/** Ollama's own format has the message alone. */
const messageOf = (body: unknown): unknown => jsonAt(body, 'choices', 0, 'message') ?? jsonAt(body, 'message');

/** The fields in which servers put the model's thoughts. */
const thoughtsOf = (message: unknown): readonly string[] =>
  ['reasoning_content', 'reasoning', 'thinking'].flatMap((field) => textAt(message, field) ?? []);

/**
 * LM Studio and others that hold a model that thinks to a schema put its answer where its thoughts would stand. These have words, and may quote the
 * originals.
 */
const answerAmongThoughts = (message: unknown): string =>
  thoughtsOf(message)
    .map(withoutThoughts)
    .find((text) => JSON_ALONE.test(text))
    ?.trim() ?? '';

/** An object, whole or cut off, and no word beside its texts. */
const JSON_ALONE = /^\s*\{(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|[\s{}[\]:,\d.-]|true|false|null)*$/;

/** The arguments of the tools that a model has called in place of an answer, one a line: as JSON, or as an object. */
function argumentsOf(message: unknown): string {
  const calls = [...(listAt(message, 'tool_calls') ?? []), jsonAt(message, 'function_call')];
  return calls
    .map((call) => outOfArgument(contentOf(jsonAt(call, 'function', 'arguments') ?? jsonAt(call, 'arguments'))))
    .filter((text) => text.includes('{'))
    .join('\n');
}

/** `{"reply": "{…}"}`: a tool has named arguments, and one of them may be the whole answer as a text. */
function outOfArgument(text: string): string {
  const named = Object.entries(Object(parseJson(text)) as object);
  const [[name, value] = [], ...others] = named;
  const isWhole = others.length === 0 && typeof value === 'string' && /^\s*\{/.test(value) && !/^\d+$/.test(name ?? '');
  return isWhole ? (value as string) : text;
}

/** The text of JSON that came as a string of JSON, whole or cut off: `"{\"2\":\"Não\"}"`, with or without its quotes. */
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

/** An object whose first key stands in quotes that are escaped. */
const JSON_IN_STRING = /^(?:["\s]|\\+[n"])*\{(?:\s|\\+[nrt])*\\+"/;

/**
 * The chat completion that a server has streamed, because only that is to be had of it or although nobody asked; undefined: the text is no
 * such stream. An error in its midst stands beside what came before it.
 */
export function streamedCompletion(text: string): object | undefined {
  const events = text.split(/[\r\n]+/).flatMap((line) => parseJson(line.replace(/^data:/, '')) ?? []);
  const last = (...path: readonly (string | number)[]) =>
    events.map((event) => jsonAt(event, ...path)).findLast((found) => found !== undefined && found !== null);
  const deltas = events.map((event) => jsonAt(event, 'choices', 0, 'delta') ?? jsonAt(event, 'choices', 0, 'message'));
  const joined = (textOf: (delta: unknown) => string | undefined) =>
    deltas.map((delta) => textOf(delta) ?? '').join('');
  const error = last('error');
  // A server may report its trouble as the only event.
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

/** What a server says in plain words in place of JSON; undefined: the text is a page, a stream without an event, or JSON that broke. */
export function wordsAlone(text: string): object | undefined {
  const words = text.trim().replace(/\s+/g, ' ');
  const isSaid =
    words.length <= LONGEST_WORDS && /\p{L}/u.test(words) && !/^(?:[<{["]|(?:data|event|id|retry):)/.test(words);
  return isSaid ? { message: words } : undefined;
}
const LONGEST_WORDS = 500;

/**
 * The content as one text: a text, a list of parts without those that are thoughts, or the answer itself as an object, as some gateways give what they
 * have already read.
 */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (typeof content !== 'object' || content === null) return '';
  const parts = Array.isArray(content) ? content : [content];
  return parts.every(isPart) ? parts.map(textOfPart).join('') : JSON.stringify(content);
}

/** Of the kinds in which servers send text and thoughts, or of text alone. */
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
 * Takes thoughts out of a text: many servers send "<think>…</think>{…}", some without "<think>", some in the marks of a model that they do not
 * know. A text that only begins with a mark is all thought. A text that begins as JSON has none before it: a "</think>" further on belongs to a
 * subtitle.
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

/**
 * Of Qwen, DeepSeek and others, Magistral, gpt-oss (with its marks, or with what is left of them; it answers in the channel for tools, too), Gemma.
 */
const THOUGHT_ENDS =
  /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]|<\|channel\|>(?:final|commentary)[^{}]{0,80}?<\|message\|>|assistant(?:final|commentary[^{}]{0,80}?)(?=\s*\{)|<channel\|>/g;
const THOUGHT_BEGINS = /^\s*(?:<(?:think|thinking|thought|reasoning)>|\[THINK\]|<\|channel\|?>)/;
const MARKS_AT_END = /(?:\s*<\|(?:end|call|return)\|>)+\s*$/;

/** xAI does not count thoughts as `completion_tokens`; its `total_tokens` shows that they come on top. Some servers send zeros: they do not count. */
function chatUsage(body: unknown): TokenUsage | undefined {
  const usage = jsonAt(body, 'usage');
  const input = numberAt(usage, 'prompt_tokens') ?? numberAt(usage, 'input_tokens');
  const answer = numberAt(usage, 'completion_tokens') ?? numberAt(usage, 'output_tokens');
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

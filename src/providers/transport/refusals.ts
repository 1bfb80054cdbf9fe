import type { ProviderFailure } from '../provider.ts';

/** What providers and servers refuse of a request, by their words: few name the field, and each says it in its own way. */

/** Whether the request itself is refused: the adapter, who knows the words, says so of other statuses than these, too. */
export const isRefusal = ({ kind, status }: ProviderFailure): boolean =>
  status === 400 || status === 422 || kind === 'bad-request';

const REFUSAL =
  /unsupported|(?:not|n['’]t) (?:be )?(?:support|enabled|implement|recogni|match|accept|allow|permit|valid\b)|unavailable|not available|no longer|invalid|unrecognized|unknown|unexpected|extra_forbidden|must be|should be|expected|cannot|only works|removed|不支持|无效|必须/i;

/** A part of a request in OpenAI's format that some models refuse, beside what it says of thinking. */
type RefusedPart = 'seed' | 'reply' | 'system' | 'stream';

/** The part that a failure refuses, by `param` or by its message alone; undefined: none of these parts. */
export function refusedPart(failure: ProviderFailure): RefusedPart | undefined {
  const { code, param = '', message, status = 0 } = failure;
  if (!isRefusal(failure)) return undefined;
  // Groq has looked for the form, not found it, and thrown the reply away: without one it would have come, and been corrected.
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
 * Whether words refuse a part of the request, whatever status they come with: llama.cpp, Ollama and others answer so with 500, mlx_lm with 404. It is
 * no outage and no missing model then.
 */
export const refusesByWords = (status: number, message: string): boolean =>
  !NEVER_THE_REQUEST.has(status) &&
  !(status === 404 && /not (?:be )?found|does not exist/i.test(message)) &&
  (namesRoles(message) || WANTS_STREAM.test(message) || TEMPLATE.test(message) || refusesReplyForm(message));

/** Statuses of the key, the account, the pace and the size. */
const NEVER_THE_REQUEST: ReadonlySet<number> = new Set([401, 402, 403, 408, 409, 413, 429]);

/** A chat template has thrown, in the words of llama.cpp, LM Studio, vLLM, TGI and Ollama. */
const TEMPLATE =
  /\bm?in?jinja|\bjinja|\bminja\b|\bpars\w+ (?:the )?template\b|\braise_exception\b|chat[ _-]?template(?!_kwargs)|\bprompt template\b|\btemplate\w*[ _]?error\b|\btemplate: ?:?\d/i;

/** "This model only support stream mode, please enable the stream parameter" (Alibaba), "Stream must be set to true" and their like. */
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

/** The field, its kinds, and what servers make of it. */
const REPLY_FORM =
  /\bresponse_?format\b|\bjson_(?:object|schema)\b|\bjson[ -](?:schema|mode)s?\b|\bstructured[ _-](?:outputs?|generation|decoding)\b|\bguided[ _](?:json|decoding|generation)\b|\bconstrain(?:ed|t) (?:decoding|generation|sampling|compilation)\b|\blogits?[ _-]?processors?\b|\bschema (?:keyword|is not valid)\b|grammar|\bgbnf\b|sampler|\blm-?format-?enforcer\b|\bllguidance\b|\brequired for format\b/i;
const TROUBLE =
  /\bfail|\berror\b|\bunable\b|could ?n[o']?t\b|\bcan ?not\b|too (?:large|complex|many|deep)|\bempty\b|\bexception\b|\bunimplemented\b|\bmissing\b/i;

const refusesReplyForm = (message: string): boolean =>
  REPLY_FORM.test(message) && (REFUSAL.test(message) || TROUBLE.test(message));

/** A request is refused for its schema, in the words of Anthropic and Google, who do not name the field. */
export const refusesSchema = (failure: ProviderFailure): boolean =>
  isRefusal(failure) &&
  /schema|grammar|output_(?:config|format)|structured output|too many states|Unknown name|invalid argument/i.test(
    failure.message,
  );

/**
 * Whether words are about who speaks in the messages: a model's chat template, or who checks for one, takes no system message, or demands that user
 * and assistant take turns. Where each turn is one message, the system message alone can be meant.
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

/** Whether a failure refuses the request's fields about thinking. */
export const refusesThinking = (failure: ProviderFailure): boolean =>
  isRefusal(failure) &&
  !namesRoles(failure.message) &&
  (/reasoning|thinking/.test(failure.param ?? '') ||
    (ABOUT_THINKING.test(failure.message) && REFUSAL.test(failure.message)));

/** Whether a failure that refuses them says that there is no such field at all: no other value of it would be taken either. */
export const refusesField = ({ message, code = '', type = '' }: ProviderFailure): boolean =>
  !/must be|one of|supported values|allowed values|expected/i.test(message) &&
  /unrecognized|unknown[ _](?:parameter|field|argument|name)|extra_forbidden|extra (?:inputs|fields)|unexpected (?:keyword|field|propert)|additional propert|no such (?:field|parameter)|unsupported[ _]parameter|not support (?:thinking|reasoning)\b/i.test(
    `${message} ${code} ${type}`,
  );

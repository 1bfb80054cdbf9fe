import { PROVIDERS } from '../endpoints.ts';
import type { FailureKind } from '../failure-kinds.ts';
import { hasHalfPrice } from '../models.ts';
import type { ModelInfo, Provider, ProviderFailure, Thinking } from '../provider.ts';
import { isDayUsedUp, kindOfSaid, refusedPart, waitOfMessage } from '../transport/failure-words.ts';
import { createHalfPriceSender, createLearningSender, type LearntForms } from '../transport/forms.ts';
import {
  byId,
  defined,
  type FailureFacts,
  type HttpRequest,
  keyCheck,
  listAllPages,
  listAt,
  type ModelPage,
  numberAt,
  reportedFailure,
  type Transport,
  textAt,
} from '../transport/http.ts';
import { chatMessages, chatOutcome, formsFrom, responseFormat } from './chat-completions.ts';

const BASE = PROVIDERS.openai.baseAddress;

/** Parts of the request that some models refuse: the first form, and the form after a refusal. */
const FORMS = {
  seed: [0, undefined],
  system: ['system', 'user'],
} as const;

/** "resource unavailable" means that no capacity is free at half price. */
const isFull = ({ status, code, message }: ProviderFailure): boolean =>
  status === 429 && /resource[_ ]unavailable/i.test(`${code} ${message}`);

/** OpenAI's chat completions and model list (specification, section 7). */
export function createOpenai(transport: Transport, learnt?: LearntForms): Provider {
  const learn = createLearningSender(learnt);
  const atHalfPrice = createHalfPriceSender(transport, isFull);

  const listModels = (key: string, signal: AbortSignal) =>
    transport.send(openaiRequest(key, '/models'), { signal, retryRefusals: true });

  return {
    id: 'openai',

    translate(request, options) {
      const { model, key, thinking = 'default' } = request;
      const halfPrice = request.halfPrice === true && hasHalfPrice(model);
      return learn(request, options, {
        about: `${model.id} ${thinking}`,
        forms: {
          ...FORMS,
          reply: formsFrom(request.isPlain ? 'free' : request.replySchema ? 'schema' : 'object'),
          thinking: openaiEfforts(model.id, thinking),
        },
        // Tries the specified form, unless a message refuses it.
        formInDoubt: 1,
        replyForm: ({ reply }) => reply,
        refusedPart,
        send({ reply, seed, system, thinking: reasoning_effort }) {
          const body = {
            model: model.id,
            messages: chatMessages(request, system),
            ...responseFormat(reply, request.replySchema),
            ...defined({ seed, reasoning_effort, service_tier: halfPrice ? 'flex' : undefined }),
          };
          const sent = openaiRequest(key, '/chat/completions', body);
          return halfPrice ? atHalfPrice(sent, options) : transport.send(sent, options);
        },
        read: (body) => reportedFailure(body, key, openaiFailure) ?? chatOutcome(body),
      });
    },

    listModels: (key, { signal }) => listAllPages(() => listModels(key, signal), readPage, byId),

    async checkKey(key, { signal }) {
      return keyCheck(await listModels(key, signal));
    },
  };
}

const openaiRequest = (key: string, path: string, body?: object): HttpRequest => ({
  url: `${BASE}${path}`,
  headers: { authorization: `Bearer ${key}` },
  body,
  key,
  readFacts: openaiFailure,
});

/** OpenAI's list is a single page. */
function readPage(body: unknown): ModelPage | undefined {
  const models = listAt(body, 'data')?.flatMap((entry): ModelInfo[] => {
    const id = textAt(entry, 'id');
    if (id === undefined || !/gpt|o1|chatgpt/.test(id)) return [];
    const createdAtSeconds = numberAt(entry, 'created');
    const createdAt = createdAtSeconds === undefined ? undefined : createdAtSeconds * 1_000;
    return [{ endpoint: 'openai', id, displayName: id, ...defined({ createdAt }) }];
  });
  return models && { models, next: undefined };
}

/** Values of `reasoning_effort`, in the order in which they are tried. undefined: without the field. */
type EffortForms = readonly (string | undefined)[];

const LEFT_OUT: EffortForms = [undefined];

/**
 * From gpt-5 on models think by default; the o-series always thinks. OpenAI does not list which efforts a model accepts. A wrong guess is refused
 * and costs nothing.
 */
function openaiEfforts(id: string, thinking: Thinking): EffortForms {
  const base = id.startsWith('ft:') ? (id.split(':')[1] ?? id) : id;
  const version = Number(/^gpt-(\d+(?:\.\d+)?)/.exec(base)?.[1] ?? 0);
  const isSeriesO = /^o\d/.test(base) && !/^o1-(?:mini|preview)/.test(base);
  if (thinking === 'default' || /chat/.test(base) || (version < 5 && !isSeriesO)) return LEFT_OUT;
  if (thinking === 'more') return ['high', undefined];
  if (isSeriesO || /-astra|-pro/.test(base)) return ['low', undefined];
  return version === 5 ? ['minimal', 'low', undefined] : ['none', 'low', undefined];
}

/** Reads OpenAI's error body, `{error: {message, type, param, code}}`. */
export function openaiFailure(status: number, body: unknown, waitMs?: number): FailureFacts {
  const message = textAt(body, 'error', 'message');
  const code = textAt(body, 'error', 'code');
  const type = textAt(body, 'error', 'type');
  const param = textAt(body, 'error', 'param');
  return {
    kind:
      KIND_OF_CODE.get(code) ??
      KIND_OF_CODE.get(type) ??
      kindOfWords(status, message) ??
      kindOfParam(status, param) ??
      kindOfSaid({ status, message, code, type, waitMs }),
    message,
    code,
    type,
    param,
    retryAfterMs: waitOfMessage(message),
  };
}

const KIND_OF_CODE: ReadonlyMap<string | undefined, FailureKind> = new Map([
  // This code comes with 429, but a wait does not help.
  ['insufficient_quota', 'quota'],
  ['billing_not_active', 'quota'],
  ['billing_hard_limit_reached', 'quota'],
  ['credit_balance_exhausted', 'quota'],
  ['organization_spend_limit_exceeded', 'quota'],
  ['organization_usage_limit_exceeded', 'quota'],
  ['project_spend_limit_exceeded', 'quota'],
  // This code comes with 404, or with 403: "Project … does not have access to model …".
  ['model_not_found', 'model-not-found'],
  ['unsupported_model', 'model-not-found'],
  ['unsupported_country_region_territory', 'region'],
  ['invalid_api_key', 'bad-key'],
  // This code comes with 400: "your prompt was flagged as potentially violating our usage policy".
  ['invalid_prompt', 'refused'],
]);

function kindOfWords(status: number, message = ''): FailureKind | undefined {
  // The key is valid but has few permissions: "You have insufficient permissions … Missing scopes: model.request."
  if (status === 401 && /\binsufficient permissions\b/i.test(message)) return 'not-permitted';
  // This request alone exceeds the limit per minute, so a wait does not help.
  if (status === 429 && message.startsWith('Request too large')) return 'bad-request';
  if (status === 429 && isDayUsedUp(message)) return 'quota';
  return undefined;
}

/** "This model requires that … contain audio.": the page's calls cannot use this model. */
const kindOfParam = (status: number, param: string | undefined): FailureKind | undefined =>
  status === 400 && param === 'model' ? 'model-not-found' : undefined;

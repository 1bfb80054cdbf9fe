import { PROVIDERS } from '../endpoints.ts';
import type { FailureKind } from '../failure-kinds.ts';
import { keyCheck } from '../keys.ts';
import { hasHalfPrice } from '../models.ts';
import type { ModelInfo, Provider, ProviderFailure, Thinking } from '../provider.ts';
import { isDayUsedUp, kindOfSaid, waitOfMessage } from '../transport/failure-words.ts';
import { createHalfPriceSender, createLearningSender, type LearntForms } from '../transport/forms.ts';
import {
  byId,
  defined,
  type FailureFacts,
  type HttpRequest,
  listAllPages,
  listAt,
  type ModelPage,
  numberAt,
  reportedFailure,
  type Transport,
  textAt,
} from '../transport/http.ts';
import { refusedPart } from '../transport/refusals.ts';
import { chatMessages, chatOutcome, formsFrom, responseFormat } from './chat-completions.ts';

const BASE = PROVIDERS.openai.baseAddress;

/** Parts of a request that some models refuse, each as it is sent at first and as it is sent after a refusal. */
const FORMS = {
  seed: [0, undefined],
  system: ['system', 'user'],
} as const;

/** A 429 with "resource unavailable" means that OpenAI has no room for calls at half price now. */
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
        // As specified where nobody says that it is refused.
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
  return models && { models };
}

/** Values of `reasoning_effort` to try in turn, each after a refusal of the one before; undefined: the field is left out. */
type EffortForms = readonly (string | undefined)[];

const LEFT_OUT: EffortForms = [undefined];

/**
 * The efforts to try for a model. From gpt-5 on models think unless told not to; the o-series always thinks. OpenAI lists nowhere
 * which efforts a model takes; a wrong guess is refused, which costs nothing.
 */
export function openaiEfforts(id: string, thinking: Thinking): EffortForms {
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
  // These come with 429, but waiting does not help.
  ['insufficient_quota', 'quota'],
  ['billing_not_active', 'quota'],
  ['billing_hard_limit_reached', 'quota'],
  ['credit_balance_exhausted', 'quota'],
  ['organization_spend_limit_exceeded', 'quota'],
  ['organization_usage_limit_exceeded', 'quota'],
  ['project_spend_limit_exceeded', 'quota'],
  // Comes with 404, or with 403: "Project … does not have access to model …".
  ['model_not_found', 'model-not-found'],
  ['unsupported_model', 'model-not-found'],
  ['unsupported_country_region_territory', 'region'],
  ['invalid_api_key', 'bad-key'],
  // Comes with 400: "your prompt was flagged as potentially violating our usage policy".
  ['invalid_prompt', 'refused'],
]);

/** The kind of a failure without a code, where the message says more than the status; undefined: the status tells the kind. */
function kindOfWords(status: number, message = ''): FailureKind | undefined {
  // A 401 for a good key with few permissions: "You have insufficient permissions … Missing scopes: model.request."
  if (status === 401 && /\binsufficient permissions\b/i.test(message)) return 'not-permitted';
  // A 429 because this one request exceeds the limit of a whole minute: waiting does not help.
  if (status === 429 && message.startsWith('Request too large')) return 'bad-request';
  if (status === 429 && isDayUsedUp(message)) return 'quota';
  return undefined;
}

/** "This model requires that … contain audio.": the model exists, but such calls cannot use it. */
const kindOfParam = (status: number, param: string | undefined): FailureKind | undefined =>
  status === 400 && param === 'model' ? 'model-not-found' : undefined;

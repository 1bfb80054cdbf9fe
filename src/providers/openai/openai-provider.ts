import { CATALOG } from '../catalog.ts';
import { chatMessages } from '../chat-completions/chat-messages.ts';
import { chatOutcome } from '../chat-completions/chat-outcome.ts';
import { refusedPart } from '../chat-completions/refused-part.ts';
import { hasHalfPrice } from '../half-price.ts';
import { keyCheck } from '../key-check.ts';
import type { ModelInfo, Provider, ProviderFailure } from '../provider.ts';
import { defined } from '../transport/defined.ts';
import { outcomeOf } from '../transport/failed-outcome.ts';
import { createHalfPriceSender, HALF_PRICE_TIMEOUT_MS } from '../transport/half-price-sender.ts';
import type { Transport } from '../transport/http.ts';
import type { HttpRequest } from '../transport/http-request.ts';
import { listAt, numberAt, textAt } from '../transport/json-at.ts';
import { createLearningSender, type LearntForms } from '../transport/learning-sender.ts';
import { byId, listAllPages, type ModelPage } from '../transport/list-all-pages.ts';
import { openaiFailure } from './openai-failure.ts';
import { openaiEfforts } from './openai-thinking.ts';

const BASE = CATALOG.openai.baseAddress;

/** Parts of a request that some models refuse, each as it is sent at first and as it is sent after a refusal. */
const FORMS = {
  response_format: [{ type: 'json_object' }, undefined],
  seed: [0, undefined],
  system: ['system', 'user'],
} as const;

/** A 429 with "resource unavailable" means that OpenAI has no room for calls at half price now. */
const isFull = ({ status, code, message }: ProviderFailure): boolean =>
  status === 429 && /resource[_ ]unavailable/i.test(`${code} ${message}`);

/** OpenAI's chat completions and model list (specification, section 7). */
export function createOpenai(transport: Transport, learnt?: LearntForms): Provider {
  const learn = createLearningSender(learnt);
  const atHalfPrice = createHalfPriceSender(isFull);

  const listModels = (key: string, signal: AbortSignal) =>
    transport.send(openaiRequest(key, 'GET', '/models'), { signal, retryRefusals: true });

  return {
    id: 'openai',

    async translate(request, { signal, stopping }) {
      const { model, key, thinking = 'default' } = request;
      const halfPrice = request.halfPrice === true && hasHalfPrice(model);
      const call = () =>
        learn({
          about: `${model.id} ${thinking}`,
          forms: { ...FORMS, thinking: openaiEfforts(model.id, thinking) },
          send: ({ response_format, seed, system, thinking: reasoning_effort }) => {
            const body = {
              model: model.id,
              messages: chatMessages(request, system),
              ...defined({ response_format, seed, reasoning_effort, service_tier: halfPrice ? 'flex' : undefined }),
            };
            const sent = openaiRequest(key, 'POST', '/chat/completions', body);
            return transport.send(halfPrice ? { ...sent, timeoutMs: HALF_PRICE_TIMEOUT_MS } : sent, {
              signal,
              stopping,
              retryRefusals: false,
            });
          },
          refusedPart,
        });
      return outcomeOf(await (halfPrice ? atHalfPrice(call) : call()), chatOutcome);
    },

    async listModels(key, { signal }) {
      const list = await listAllPages(() => listModels(key, signal), readPage);
      return list.ok ? { ok: true, models: list.models.toSorted(byId) } : list;
    },

    async checkKey(key, { signal }) {
      return keyCheck(await listModels(key, signal));
    },
  };
}

function openaiRequest(key: string, method: 'GET' | 'POST', path: string, body?: object): HttpRequest {
  return {
    method,
    url: `${BASE}${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...defined({ body }),
    key,
    readFacts: openaiFailure,
  };
}

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

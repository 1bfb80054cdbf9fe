import { CATALOG } from '../catalog.ts';
import { chatOutcome } from '../chat-completions/chat-outcome.ts';
import { type Concession, concessionFor } from '../chat-completions/concession-for.ts';
import { hasHalfPrice } from '../half-price.ts';
import { keyCheck } from '../key-check.ts';
import type { ModelInfo, Provider, ProviderFailure } from '../provider.ts';
import { createCapacityWaits, HALF_PRICE_TIMEOUT_MS, refusesHalfPrice } from '../transport/capacity-waits.ts';
import { defined } from '../transport/defined.ts';
import type { Transport } from '../transport/http.ts';
import type { HttpRequest } from '../transport/http-request.ts';
import { listAt, numberAt, textAt } from '../transport/json-at.ts';
import { createLearningSender } from '../transport/learning-sender.ts';
import { byId, listAllPages, type ModelPage } from '../transport/list-all-pages.ts';
import { refusesThinking } from '../transport/refuses-thinking.ts';
import { openaiBody } from './openai-body.ts';
import { openaiFacts } from './openai-facts.ts';
import { openaiEfforts } from './openai-thinking.ts';

const BASE = CATALOG.openai.baseAddress;

/** OpenAI's chat completions and model list (specification, section 7). */
export function createOpenai(transport: Transport): Provider {
  const waits = createCapacityWaits();
  const send = createLearningSender<Concession | 'thinking'>();

  /** The failure of a call at half price: a 429 with "resource unavailable" means that OpenAI has no room for such calls now. */
  function halfPriceFailure(failure: ProviderFailure, round: number): ProviderFailure {
    if (refusesHalfPrice(failure)) return { ...failure, kind: 'no-half-price' };
    const isFull = failure.status === 429 && /resource[_ ]unavailable/i.test(`${failure.code} ${failure.message}`);
    return isFull ? waits.refused(round, failure) : failure;
  }

  const listModels = (key: string, signal: AbortSignal) =>
    transport.send(openaiRequest(key, 'GET', '/models'), { signal, retryRefusals: true });

  return {
    id: 'openai',

    async translate(request, { signal }) {
      const { model, key, thinking = 'default' } = request;
      const efforts = openaiEfforts(model.id, thinking);
      const halfPrice = request.halfPrice === true && hasHalfPrice(model);
      const round = waits.begin();
      const outcome = await send({
        about: `${model.id} ${thinking}`,
        send: (without) => {
          const effort = efforts[without.get('thinking') ?? 0];
          const body = openaiBody(request, { without, effort, halfPrice });
          const sent = openaiRequest(key, 'POST', '/chat/completions', body);
          return transport.send(halfPrice ? { ...sent, timeoutMs: HALF_PRICE_TIMEOUT_MS } : sent, {
            signal,
            retryRefusals: false,
          });
        },
        refusedPart: (failure) =>
          efforts.length > 1 && refusesThinking(failure) ? 'thinking' : concessionFor(failure),
        formsLeft: (part) => (part === 'thinking' ? efforts.length - 1 : 1),
      });
      if (outcome.ok) {
        if (halfPrice) waits.answered();
        return chatOutcome(outcome.body);
      }
      const failure = halfPrice ? halfPriceFailure(outcome.failure, round) : outcome.failure;
      return { ok: false, failure, text: '', usage: undefined };
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
    readFacts: openaiFacts,
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

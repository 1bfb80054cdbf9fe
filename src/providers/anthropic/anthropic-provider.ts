import { RESPOND_WITH_JSON_ONLY } from '../../translation/messages.ts';
import { CATALOG } from '../catalog.ts';
import { keyCheck } from '../key-check.ts';
import type { ModelInfo, Provider, TranslateRequest } from '../provider.ts';
import { defined } from '../transport/defined.ts';
import { outcomeOf } from '../transport/failed-outcome.ts';
import type { Transport } from '../transport/http.ts';
import type { HttpRequest } from '../transport/http-request.ts';
import { jsonAt, listAt, textAt } from '../transport/json-at.ts';
import { createLearningSender, type LearntForms } from '../transport/learning-sender.ts';
import { byId, listAllPages, type ModelPage } from '../transport/list-all-pages.ts';
import { anthropicFailure } from './anthropic-failure.ts';
import { anthropicOutcome } from './anthropic-outcome.ts';
import { type AnthropicAbilities, anthropicThinking, readAnthropicAbilities } from './anthropic-thinking.ts';

const BASE = CATALOG.anthropic.baseAddress;
/** Most tokens of a reply (specification, section 9). */
const MAX_TOKENS = 4096;

/** The cheapest possible call (specification, section 7). Anthropic has retired the model: see checkKey. */
const KEY_CHECK = { model: 'claude-3-haiku-20240307', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] };

/** Anthropic's messages and model list (specification, section 7). */
export function createAnthropic(transport: Transport, learnt?: LearntForms): Provider {
  const learn = createLearningSender(learnt);
  const abilities = new Map<string, AnthropicAbilities>();

  return {
    id: 'anthropic',

    async translate(request, { signal, stopping }) {
      const { model, key, thinking = 'default' } = request;
      const listed = abilities.get(model.id);
      const outcome = await learn({
        about: `${model.id} ${thinking}`,
        forms: { thinking: anthropicThinking(model.id, thinking, listed) },
        send: ({ thinking: { fields, thinks } }) => {
          const body = anthropicBody(request, fields, thinks ? listed?.maxTokens : undefined);
          return transport.send(anthropicRequest(key, 'POST', '/messages', body), {
            signal,
            stopping,
            retryRefusals: false,
          });
        },
      });
      return outcomeOf(outcome, anthropicOutcome);
    },

    async listModels(key, { signal }) {
      const list = await listAllPages(
        (after) => {
          const path = `/models?limit=1000${after === undefined ? '' : `&after_id=${encodeURIComponent(after)}`}`;
          return transport.send(anthropicRequest(key, 'GET', path), { signal, retryRefusals: true });
        },
        (body) => {
          for (const entry of listAt(body, 'data') ?? []) {
            const [id, can] = [textAt(entry, 'id'), readAnthropicAbilities(entry)];
            if (id && can) abilities.set(id, can);
          }
          return readPage(body);
        },
      );
      return list.ok ? { ok: true, models: list.models.toSorted(byId) } : list;
    },

    async checkKey(key, { signal }) {
      const sent = anthropicRequest(key, 'POST', '/messages', KEY_CHECK);
      const outcome = await transport.send(sent, { signal, retryRefusals: true });
      // Anthropic checks the key first: "model not found" comes for a good key only.
      if (!outcome.ok && outcome.failure.kind === 'model-not-found') return { outcome: 'valid' };
      return keyCheck(outcome);
    },
  };
}

/**
 * The body of a message (specification, section 7: payload and message layout).
 * @param thinking the body's fields about thinking; an empty object: none
 * @param maxTokens of the reply, thoughts included; undefined: the specified number, for a model that does not think
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

function anthropicRequest(key: string, method: 'GET' | 'POST', path: string, body?: object): HttpRequest {
  return {
    method,
    url: `${BASE}${path}`,
    headers: {
      'x-api-key': key,
      'anthropic-version': '2023-06-01',
      // Without this header the browser lets the page read no reply, not even the preflight's.
      'anthropic-dangerous-direct-browser-access': 'true',
    },
    ...defined({ body }),
    key,
    readFacts: anthropicFailure,
  };
}

function readPage(body: unknown): ModelPage | undefined {
  const models = listAt(body, 'data')?.flatMap((entry): ModelInfo[] => {
    const id = textAt(entry, 'id');
    if (!id?.includes('claude')) return [];
    const released = Date.parse(textAt(entry, 'created_at') ?? '');
    // For an unknown date the list gives the epoch.
    const createdAt = released > 0 ? released : undefined;
    return [{ endpoint: 'anthropic', id, displayName: textAt(entry, 'display_name') ?? id, ...defined({ createdAt }) }];
  });
  return models && { models, next: jsonAt(body, 'has_more') === true ? textAt(body, 'last_id') : undefined };
}

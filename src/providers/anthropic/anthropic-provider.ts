import { CATALOG } from '../catalog.ts';
import { keyCheck } from '../key-check.ts';
import type { ModelInfo, Provider } from '../provider.ts';
import { defined } from '../transport/defined.ts';
import type { Transport } from '../transport/http.ts';
import type { HttpRequest } from '../transport/http-request.ts';
import { jsonAt, listAt, textAt } from '../transport/json-at.ts';
import { createLearningSender } from '../transport/learning-sender.ts';
import { byId, listAllPages, type ModelPage } from '../transport/list-all-pages.ts';
import { refusesThinking } from '../transport/refuses-thinking.ts';
import { anthropicBody } from './anthropic-body.ts';
import { anthropicFacts } from './anthropic-facts.ts';
import { anthropicOutcome } from './anthropic-outcome.ts';
import { type AnthropicAbilities, anthropicThinking, readAnthropicAbilities } from './anthropic-thinking.ts';

const BASE = CATALOG.anthropic.baseAddress;

/** The cheapest possible call (specification, section 7). Anthropic has retired the model: see checkKey. */
const KEY_CHECK = { model: 'claude-3-haiku-20240307', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] };

/** Anthropic's messages and model list (specification, section 7). */
export function createAnthropic(transport: Transport): Provider {
  const learn = createLearningSender<'thinking'>();
  const abilities = new Map<string, AnthropicAbilities>();

  return {
    id: 'anthropic',

    async translate(request, { signal }) {
      const { model, key, thinking = 'default' } = request;
      const listed = abilities.get(model.id);
      const forms = anthropicThinking(model.id, thinking, listed);
      const outcome = await learn({
        about: `${model.id} ${thinking}`,
        send: (refusals) => {
          const { fields, thinks } = forms[refusals.get('thinking') ?? 0] ?? { fields: {}, thinks: true };
          const body = anthropicBody(request, { fields, maxTokens: thinks ? listed?.maxTokens : undefined });
          return transport.send(anthropicRequest(key, 'POST', '/messages', body), { signal, retryRefusals: false });
        },
        refusedPart: (failure) => (refusesThinking(failure) ? 'thinking' : undefined),
        formsLeft: () => forms.length - 1,
      });
      if (outcome.ok) return anthropicOutcome(outcome.body);
      return { ok: false, failure: outcome.failure, text: '', usage: undefined };
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
    readFacts: anthropicFacts,
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

import { CATALOG } from '../catalog.ts';
import { keyCheck } from '../key-check.ts';
import type { ModelInfo, Provider } from '../provider.ts';
import { defined } from '../transport/defined.ts';
import type { Transport } from '../transport/http.ts';
import type { HttpRequest } from '../transport/http-request.ts';
import { listAt, numberAt, textAt } from '../transport/json-at.ts';
import { byId, listAllPages, type ModelPage } from '../transport/list-all-pages.ts';
import { type Concession, concessionFor } from './concession-for.ts';
import { openaiBody } from './openai-body.ts';
import { openaiFacts } from './openai-facts.ts';
import { openaiOutcome } from './openai-outcome.ts';

const BASE = CATALOG.openai.baseAddress;

/** OpenAI's chat completions and model list (specification, section 7). */
export function createOpenai(transport: Transport): Provider {
  /** What each model turned out not to take, so that only its first call is sent twice. */
  const concessions = new Map<string, ReadonlySet<Concession>>();

  const listModels = (key: string, signal: AbortSignal) =>
    transport.send(openaiRequest(key, 'GET', '/models'), { signal, retryRefusals: true });

  return {
    id: 'openai',

    async translate(request, { signal }) {
      for (;;) {
        const made = concessions.get(request.model.id) ?? new Set();
        const sent = openaiRequest(request.key, 'POST', '/chat/completions', openaiBody(request, made));
        const outcome = await transport.send(sent, { signal, retryRefusals: false });
        if (outcome.ok) return openaiOutcome(outcome.body);
        const concession = concessionFor(outcome.failure);
        if (concession === undefined || made.has(concession)) {
          return { ok: false, failure: outcome.failure, text: '', usage: undefined };
        }
        // Calls that run at the same time learn at the same time: what another one found out is kept.
        concessions.set(request.model.id, new Set([...(concessions.get(request.model.id) ?? []), concession]));
      }
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

import { CATALOG } from '../catalog.ts';
import { hasHalfPrice } from '../half-price.ts';
import { keyCheck } from '../key-check.ts';
import type { ModelInfo, Provider, ProviderFailure, TranslateRequest } from '../provider.ts';
import { defined } from '../transport/defined.ts';
import { outcomeOf } from '../transport/failed-outcome.ts';
import { createHalfPriceSender, HALF_PRICE_TIMEOUT_MS } from '../transport/half-price-sender.ts';
import type { Transport } from '../transport/http.ts';
import type { HttpRequest } from '../transport/http-request.ts';
import { jsonAt, listAt, textAt } from '../transport/json-at.ts';
import { createLearningSender, type LearntForms } from '../transport/learning-sender.ts';
import { listAllPages, type ModelPage } from '../transport/list-all-pages.ts';
import { googleFailure } from './google-failure.ts';
import { googleOutcome } from './google-outcome.ts';
import { googleThinking } from './google-thinking.ts';

const BASE = CATALOG.google.baseAddress;

/** The page's origin is sent: Google refuses a key that is restricted to certain websites to a page without a referrer. */
const COMMON = { readFacts: googleFailure, referrerPolicy: 'origin' } as const;

/** A 503, or a 429 that names no wait (the account's own limits name one), means that Google has no room for calls at half price now. */
const isFull = ({ status, kind, retryAfterMs }: ProviderFailure): boolean =>
  status === 503 || (kind === 'rate-limit' && retryAfterMs === undefined);

/** Google's generateContent and model list, both v1beta (specification, section 7). */
export function createGoogle(transport: Transport, learnt?: LearntForms): Provider {
  const fetchPage = (key: string, signal: AbortSignal, pageToken?: string) => {
    const query = new URLSearchParams({ key, pageSize: '1000', ...defined({ pageToken }) });
    const sent: HttpRequest = {
      method: 'GET',
      url: `${BASE}/models?${query}`,
      headers: {},
      key,
      ...COMMON,
    };
    return transport.send(sent, { signal, retryRefusals: true });
  };

  const learn = createLearningSender(learnt);
  const atHalfPrice = createHalfPriceSender(isFull);
  /** Whether a model thinks, by id, as the live list says. */
  const canThink = new Map<string, boolean>();

  return {
    id: 'google',

    async translate(request, { signal, stopping }) {
      const { model, key, thinking = 'default' } = request;
      const serviceTier = request.halfPrice && hasHalfPrice(model) ? 'flex' : undefined;
      const call = () =>
        learn({
          about: `${model.id} ${thinking}`,
          forms: { thinking: googleThinking(model.id, thinking, canThink.get(model.id)) },
          send: ({ thinking: thinkingConfig }) => {
            const sent: HttpRequest = {
              method: 'POST',
              url: `${BASE}/models/${encodeURIComponent(model.id)}:generateContent`,
              headers: { 'x-goog-api-key': key },
              body: {
                contents: contentsOf(request),
                generationConfig: { responseMimeType: 'application/json', ...defined({ thinkingConfig }) },
                ...defined({ serviceTier }),
              },
              ...(serviceTier && { timeoutMs: HALF_PRICE_TIMEOUT_MS }),
              key,
              ...COMMON,
            };
            return transport.send(sent, { signal, stopping, retryRefusals: false });
          },
        });
      return outcomeOf(await (serviceTier ? atHalfPrice(call) : call()), googleOutcome);
    },

    listModels: (key, { signal }) =>
      listAllPages(
        (pageToken) => fetchPage(key, signal, pageToken),
        (body) => {
          for (const entry of listAt(body, 'models') ?? []) {
            const thinks = jsonAt(entry, 'thinking');
            if (typeof thinks === 'boolean') canThink.set(idOf(entry) ?? '', thinks);
          }
          return readPage(body);
        },
      ),

    async checkKey(key, { signal }) {
      return keyCheck(await fetchPage(key, signal));
    },
  };
}

/** The first text holds prompt, context and phrases (specification, section 7). */
const contentsOf = ({ system, messages }: TranslateRequest) =>
  messages.map(({ role, parts }, turn) => ({
    role,
    parts: [{ text: (turn === 0 ? [system, ...parts] : parts).join('\n\n') }],
  }));

const idOf = (entry: unknown) => textAt(entry, 'name')?.replace(/^models\//, '');

/** Google sends an empty page without `models`. */
function readPage(body: unknown): ModelPage {
  const models = (listAt(body, 'models') ?? []).flatMap((entry): ModelInfo[] => {
    const id = idOf(entry);
    const methods = listAt(entry, 'supportedGenerationMethods');
    if (!id?.includes('gemini') || !methods?.includes('generateContent')) return [];
    return [{ endpoint: 'google', id, displayName: textAt(entry, 'displayName') ?? id }];
  });
  return { models, next: textAt(body, 'nextPageToken') };
}

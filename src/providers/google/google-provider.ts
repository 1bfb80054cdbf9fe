import { CATALOG } from '../catalog.ts';
import { hasHalfPrice } from '../half-price.ts';
import { keyCheck } from '../key-check.ts';
import type { ModelInfo, Provider, ProviderFailure } from '../provider.ts';
import { createCapacityWaits, HALF_PRICE_TIMEOUT_MS, refusesHalfPrice } from '../transport/capacity-waits.ts';
import { defined } from '../transport/defined.ts';
import type { Transport } from '../transport/http.ts';
import type { HttpRequest } from '../transport/http-request.ts';
import { jsonAt, listAt, textAt } from '../transport/json-at.ts';
import { createLearningSender } from '../transport/learning-sender.ts';
import { listAllPages, type ModelPage } from '../transport/list-all-pages.ts';
import { refusesThinking } from '../transport/refuses-thinking.ts';
import { googleBody } from './google-body.ts';
import { googleFacts } from './google-facts.ts';
import { googleOutcome } from './google-outcome.ts';
import { googleThinking } from './google-thinking.ts';

const BASE = CATALOG.google.baseAddress;

/** The page's origin is sent: Google refuses a key that is restricted to certain websites to a page without a referrer. */
const COMMON = { readFacts: googleFacts, referrerPolicy: 'origin' } as const;

/** Google's generateContent and model list, both v1beta (specification, section 7). */
export function createGoogle(transport: Transport): Provider {
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

  const waits = createCapacityWaits();

  /**
   * The failure of a call at half price. A 503, or a 429 that names no wait (the account's own limits name one), means that Google has
   * no room for such calls now.
   */
  function halfPriceFailure(failure: ProviderFailure, round: number): ProviderFailure {
    if (refusesHalfPrice(failure)) return { ...failure, kind: 'no-half-price' };
    const isFull = failure.status === 503 || (failure.kind === 'rate-limit' && failure.retryAfterMs === undefined);
    return isFull ? waits.refused(round, failure) : failure;
  }

  const learn = createLearningSender<'thinking'>();
  /** Whether a model thinks, by id, as the live list says. */
  const canThink = new Map<string, boolean>();

  return {
    id: 'google',

    async translate(request, { signal }) {
      const { model, key, thinking = 'default' } = request;
      const serviceTier = request.halfPrice && hasHalfPrice(model) ? 'flex' : undefined;
      const round = waits.begin();
      const configs = googleThinking(model.id, thinking, canThink.get(model.id));
      const outcome = await learn({
        about: `${model.id} ${thinking}`,
        send: (refusals) => {
          const sent: HttpRequest = {
            method: 'POST',
            url: `${BASE}/models/${encodeURIComponent(model.id)}:generateContent`,
            headers: { 'x-goog-api-key': key },
            body: googleBody(request, { thinkingConfig: configs[refusals.get('thinking') ?? 0], serviceTier }),
            ...(serviceTier && { timeoutMs: HALF_PRICE_TIMEOUT_MS }),
            key,
            ...COMMON,
          };
          return transport.send(sent, { signal, retryRefusals: false });
        },
        refusedPart: (failure) => (refusesThinking(failure) ? 'thinking' : undefined),
        formsLeft: () => configs.length - 1,
      });
      if (outcome.ok) {
        if (serviceTier) waits.answered();
        return googleOutcome(outcome.body);
      }
      const failure = serviceTier ? halfPriceFailure(outcome.failure, round) : outcome.failure;
      return { ok: false, failure, text: '', usage: undefined };
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

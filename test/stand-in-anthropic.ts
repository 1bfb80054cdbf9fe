import { jsonAt, listAt, numberAt, textAt } from '../src/providers/transport/http.ts';
import type { Failure } from './stand-in-call.ts';
import { NOTHING_READ, nextId, pageOf, phrasesIn, type WireFormat, type WireRequest } from './stand-in-wire.ts';

const BROWSER_HEADER = 'anthropic-dangerous-direct-browser-access';
const DEFAULT_PAGE = 20;

export const anthropicWire: WireFormat = {
  provider: 'anthropic',
  host: 'api.anthropic.com',

  readCall({ method, url, headers, body }) {
    const key = headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (method === 'GET' && url.pathname === '/v1/models') return { ...NOTHING_READ, kind: 'models', key };
    if (method !== 'POST' || url.pathname !== '/v1/messages') return { ...NOTHING_READ, key };
    const model = textAt(body, 'model') ?? '';
    if (numberAt(body, 'max_tokens') === 1) return { ...NOTHING_READ, kind: 'key-check', key, model };
    const messages = listAt(body, 'messages') ?? [];
    const phrases = phrasesIn(textAt(messages[0], 'content') ?? '');
    const isCorrection = messages.some((message) => jsonAt(message, 'role') === 'assistant');
    return { kind: 'translate', key, model, phrases, isCorrection };
  },

  reply({ text, finish, usage }, { model }) {
    return {
      model,
      id: nextId('msg_'),
      type: 'message',
      role: 'assistant',
      content: [
        ...(usage.reasoning > 0 ? [{ type: 'thinking', thinking: '', signature: 'c2lnbmF0dXJl' }] : []),
        ...(finish === 'refusal' ? [] : [{ type: 'text', text }]),
      ],
      stop_reason: { complete: 'end_turn', 'cut-off': 'max_tokens', refusal: 'refusal' }[finish],
      stop_sequence: null,
      ...(finish === 'refusal' && { stop_details: { type: 'refusal', category: 'other', explanation: text } }),
      usage: {
        input_tokens: usage.input,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: usage.output,
        output_tokens_details: { thinking_tokens: usage.reasoning },
        service_tier: 'standard',
      },
    };
  },

  failure(failure, { model }) {
    const requestId = nextId('req_');
    const { type, message } = wording(failure, model);
    const wait = failure.retryAfterMs;
    return {
      status: STATUS_OF_REASON[failure.reason ?? ''] ?? failure.status,
      headers: {
        'request-id': requestId,
        ...(wait !== undefined && { 'retry-after': String(Math.ceil(wait / 1_000)) }),
      },
      body: { type: 'error', error: { type, message: failure.message ?? message }, request_id: requestId },
    };
  },

  models(models, query, largestPage) {
    const size = Math.min(Number(query.get('limit') ?? DEFAULT_PAGE), largestPage);
    const { page, hasMore } = pageOf(models, query.get('after_id'), size);
    const data = page.map(({ id, displayName = id, createdAt = '1970-01-01' }) => ({
      type: 'model',
      id,
      display_name: displayName,
      created_at: `${createdAt}T00:00:00Z`,
      lifecycle: 'active',
      deprecated_at: null,
      retires_at: null,
    }));
    return { data, has_more: hasMore, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  },

  cors: (request): Record<string, string> =>
    request.headers[BROWSER_HEADER] === 'true'
      ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
      : {},

  preflight: (request) =>
    asksForBrowserHeader(request)
      ? {
          status: 200,
          headers: {
            'access-control-allow-origin': '*',
            'access-control-allow-methods': 'GET, POST, OPTIONS',
            'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
            'access-control-max-age': '600',
          },
        }
      : { status: 400, headers: {} },
};

const asksForBrowserHeader = ({ headers }: WireRequest) =>
  (headers['access-control-request-headers'] ?? '').split(/\s*,\s*/).includes(BROWSER_HEADER);

function wording({ status, reason }: Failure, model: string): { type: string; message: string } {
  switch (reason) {
    case 'wrong-key':
      return { type: 'authentication_error', message: 'invalid x-api-key' };
    case 'quota': {
      const message =
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.';
      return { type: 'invalid_request_error', message };
    }
    case 'model-not-found':
      return { type: 'not_found_error', message: `model: ${model}` };
    case 'no-browser-access': {
      const message =
        'CORS requests are not allowed for this Organization because of its settings. If you believe this in error, contact support at https://support.anthropic.com/.';
      return { type: 'authentication_error', message };
    }
    case 'region':
      return { type: 'forbidden', message: 'Request not allowed' };
    case 'not-permitted': {
      const message = 'Your API key does not have permission to use the specified resource.';
      return { type: 'permission_error', message };
    }
  }
  const message = {
    429: "This request would exceed your account's rate limit. Please try again later.",
    529: 'Overloaded',
  }[status];
  return { type: TYPE_OF_STATUS[status] ?? 'api_error', message: message ?? 'Internal server error' };
}

const STATUS_OF_REASON: Readonly<Record<string, number>> = { quota: 400, 'no-browser-access': 401 };

const TYPE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

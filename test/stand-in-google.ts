import { listAt, textAt } from '../src/providers/transport/http.ts';
import type { Failure } from './stand-in-call.ts';
import { NOTHING_READ, nextId, pageOf, phrasesIn, type WireFormat } from './stand-in-wire.ts';

const DEFAULT_PAGE = 50;
const RPC = 'type.googleapis.com/google.rpc.';

export const googleWire: WireFormat = {
  provider: 'google',
  host: 'generativelanguage.googleapis.com',

  readCall({ method, url, headers, body }) {
    const key = headers['x-goog-api-key'] ?? url.searchParams.get('key') ?? '';
    if (method === 'GET' && url.pathname === '/v1beta/models') return { ...NOTHING_READ, kind: 'models', key };
    const model = /^\/v1beta\/models\/(.+):generateContent$/.exec(url.pathname)?.[1];
    if (method !== 'POST' || model === undefined) return { ...NOTHING_READ, key };
    const contents = listAt(body, 'contents') ?? [];
    const phrases = phrasesIn(textAt(contents[0], 'parts', 0, 'text') ?? '');
    const isCorrection = contents.some((content) => textAt(content, 'role') === 'model');
    return { kind: 'translate', key, model: decodeURIComponent(model), phrases, isCorrection };
  },

  reply({ text, finish, usage }, { model }) {
    const answer = {
      content: {
        parts: [...(usage.reasoning > 0 ? [{ text: 'Let me think. {', thought: true }] : []), { text }],
        role: 'model',
      },
      finishReason: finish === 'cut-off' ? 'MAX_TOKENS' : 'STOP',
      index: 0,
    };
    const blocked = { finishReason: 'SAFETY', finishMessage: text, index: 0 };
    const answerTokens = usage.output - usage.reasoning;
    return {
      candidates: [finish === 'refusal' ? blocked : answer],
      usageMetadata: {
        promptTokenCount: usage.input,
        // Google omits counts of zero.
        ...(answerTokens > 0 && { candidatesTokenCount: answerTokens }),
        ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
        totalTokenCount: usage.input + usage.output,
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: usage.input }],
      },
      modelVersion: model,
      responseId: nextId('response-'),
    };
  },

  failure(failure, { model }) {
    const { code, status, message, details } = wording(failure, model);
    return {
      status: code,
      headers: {},
      body: {
        error: {
          code,
          message: failure.message ?? message,
          status,
          ...(details.length > 0 && { details }),
        },
      },
    };
  },

  models(models, query, largestPage) {
    const size = Math.min(Number(query.get('pageSize') ?? DEFAULT_PAGE), largestPage);
    const { page, hasMore } = pageOf(models, query.get('pageToken'), size);
    return {
      models: page.map(({ id, displayName = id, methods = ['generateContent', 'countTokens'] }) => ({
        name: `models/${id}`,
        version: '001',
        displayName,
        inputTokenLimit: 1_048_576,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: methods,
      })),
      ...(hasMore && { nextPageToken: page.at(-1)?.id }),
    };
  },

  cors: ({ headers }) => ({
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-expose-headers': 'vary,vary,vary,content-encoding,date,server,content-length',
    vary: 'Origin',
  }),

  preflight: ({ headers }) => ({
    status: 200,
    headers: {
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-allow-methods': 'DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
      'access-control-max-age': '3600',
      vary: 'Origin',
    },
  }),
};

interface Wording {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly details: readonly object[];
}

function wording({ status: code, reason, retryAfterMs }: Failure, model: string): Wording {
  const status = STATUS_NAME[code] ?? 'INTERNAL';
  switch (reason) {
    case 'wrong-key': {
      const message = 'API key not valid. Please pass a valid API key.';
      return { code: 400, status: 'INVALID_ARGUMENT', message, details: [errorInfo('API_KEY_INVALID')] };
    }
    case 'website-blocked': {
      const message = 'Requests from referer <empty> are blocked.';
      return { code: 403, status, message, details: [errorInfo('API_KEY_HTTP_REFERRER_BLOCKED')] };
    }
    case 'not-permitted': {
      const message = 'Requests to this API generativelanguage.googleapis.com are blocked.';
      return { code: 403, status, message, details: [errorInfo('API_KEY_SERVICE_BLOCKED')] };
    }
    case 'region': {
      const message = 'User location is not supported for the API use.';
      return { code: 400, status: 'FAILED_PRECONDITION', message, details: [] };
    }
    case 'quota': {
      const details = [quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier', model), retryInfo(40_000)];
      return { code, status, message: 'You exceeded your current quota.', details };
    }
    case 'model-not-found': {
      const message = `models/${model} is not found for API version v1beta, or is not supported for generateContent.`;
      return { code, status: 'NOT_FOUND', message, details: [] };
    }
  }
  if (code === 429) {
    const quota = quotaFailure('GenerateRequestsPerMinutePerProjectPerModel', model);
    const details = retryAfterMs === undefined ? [quota] : [quota, retryInfo(retryAfterMs)];
    return { code, status, message: 'Resource has been exhausted (e.g. check quota).', details };
  }
  return { code, status, message: 'An internal error has occurred. Please retry.', details: [] };
}

const errorInfo = (reason: string) => ({ '@type': `${RPC}ErrorInfo`, reason, domain: 'googleapis.com' });

const quotaFailure = (quotaId: string, model: string) => ({
  '@type': `${RPC}QuotaFailure`,
  violations: [
    {
      quotaMetric: 'generativelanguage.googleapis.com/generate_content_requests',
      quotaId,
      quotaDimensions: { model, location: 'global' },
    },
  ],
});

const retryInfo = (waitMs: number) => ({ '@type': `${RPC}RetryInfo`, retryDelay: `${waitMs / 1_000}s` });

const STATUS_NAME: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

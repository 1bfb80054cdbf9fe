import { jsonAt, listAt, textAt } from '../src/providers/transport/http.ts';
import type { Failure } from './stand-in-call.ts';
import { NOTHING_READ, nextId, phrasesIn, type WireFormat } from './stand-in-wire.ts';

const CREATED_SECONDS = 1_795_000_000;

export const openaiWire: WireFormat = {
  provider: 'openai',
  host: 'api.openai.com',

  readCall({ method, url, headers, body }) {
    const key = headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (method === 'GET' && url.pathname === '/v1/models') return { ...NOTHING_READ, kind: 'models', key };
    if (method !== 'POST' || url.pathname !== '/v1/chat/completions') return { ...NOTHING_READ, key };
    const messages = listAt(body, 'messages') ?? [];
    const answer = messages.findIndex((message) => jsonAt(message, 'role') === 'assistant');
    const asked = answer < 0 ? messages : messages.slice(0, answer);
    const phrases = phrasesIn(textAt(asked.at(-1), 'content') ?? '');
    return { kind: 'translate', key, model: textAt(body, 'model') ?? '', phrases, isCorrection: answer >= 0 };
  },

  reply({ text, finish, usage, tier = 'default' }, { model }) {
    const refused = finish === 'refusal';
    return {
      id: nextId('chatcmpl-'),
      object: 'chat.completion',
      created: CREATED_SECONDS,
      model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: refused ? null : text,
            refusal: refused ? text : null,
            annotations: [],
          },
          logprobs: null,
          finish_reason: finish === 'cut-off' ? 'length' : 'stop',
        },
      ],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        completion_tokens_details: {
          reasoning_tokens: usage.reasoning,
          audio_tokens: 0,
          accepted_prediction_tokens: 0,
          rejected_prediction_tokens: 0,
        },
      },
      service_tier: tier,
      system_fingerprint: 'fp_0000000000',
    };
  },

  failure(failure, { key, model }) {
    const wait = failure.retryAfterMs;
    const named = wait === undefined ? '' : ` Please try again in ${wait < 1_000 ? `${wait}ms` : `${wait / 1_000}s`}.`;
    const { type, code, message } = wording(failure, key, model, named);
    return {
      status: failure.reason === 'not-permitted' ? 401 : failure.status,
      headers: {
        'x-request-id': nextId('req_'),
        // OpenAI sends this header, too, but its CORS headers hide it from pages.
        ...(wait !== undefined && { 'retry-after-ms': String(wait) }),
      },
      body: { error: { message: failure.message ?? message, type, param: failure.param ?? null, code } },
    };
  },

  models(models) {
    const data = models.map(({ id, createdAt }) => ({
      id,
      object: 'model',
      created: createdAt === undefined ? CREATED_SECONDS : Date.parse(createdAt) / 1_000,
      owned_by: 'system',
      shutdown_date: null,
    }));
    return { object: 'list', data };
  },

  cors: () => ({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'X-Request-ID, CF-Ray',
  }),

  preflight: ({ headers }) => ({
    status: 200,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, OPTIONS, POST',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
      'access-control-max-age': '600',
    },
  }),
};

function wording({ status, reason }: Failure, key: string, model: string, named: string) {
  switch (reason) {
    case 'wrong-key': {
      const message = `Incorrect API key provided: ${key.slice(0, 4)}***. You can find your API key at https://platform.openai.com/account/api-keys.`;
      return { type: 'invalid_request_error', code: 'invalid_api_key', message };
    }
    case 'quota': {
      const message = 'You exceeded your current quota, please check your plan and billing details.';
      return { type: 'insufficient_quota', code: 'insufficient_quota', message };
    }
    case 'model-not-found': {
      const message = `The model \`${model}\` does not exist or you do not have access to it.`;
      return { type: 'invalid_request_error', code: 'model_not_found', message };
    }
    case 'region': {
      const message = 'Country, region, or territory not supported';
      return { type: 'request_forbidden', code: 'unsupported_country_region_territory', message };
    }
    case 'not-permitted': {
      const message =
        "You have insufficient permissions for this operation. Missing scopes: model.request. Check that you have the correct role in your organization, and if you're using a restricted API key, that it has the necessary scopes.";
      return { type: 'invalid_request_error', code: null, message };
    }
  }
  if (status === 429) {
    const message = `Rate limit reached for ${model} on requests per min (RPM): Limit 500, Used 500, Requested 1.${named}`;
    return { type: 'requests', code: 'rate_limit_exceeded', message };
  }
  const server = status >= 500;
  return {
    type: server ? 'server_error' : 'invalid_request_error',
    code: null,
    message: server
      ? 'The server had an error while processing your request. Sorry about that!'
      : `Refused: ${status}.`,
  };
}

import type { FailureKind } from '../provider.ts';
import { textAt } from '../transport/json-at.ts';
import { waitOfMessage } from '../transport/named-wait.ts';
import type { FailureFacts } from '../transport/read-failure.ts';

/** Reads OpenAI's error body, `{error: {message, type, param, code}}`. */
export function openaiFailure(status: number, body: unknown): FailureFacts {
  const message = textAt(body, 'error', 'message');
  const code = textAt(body, 'error', 'code');
  const type = textAt(body, 'error', 'type');
  const param = textAt(body, 'error', 'param');
  return {
    kind: kindOfCode(code) ?? kindOfCode(type) ?? kindOfWords(status, message) ?? kindOfParam(status, param),
    message,
    code,
    type,
    param,
    retryAfterMs: waitOfMessage(message),
  };
}

function kindOfCode(code: string | undefined): FailureKind | undefined {
  switch (code) {
    // Comes with 429, but waiting does not help.
    case 'insufficient_quota':
    case 'billing_not_active':
    case 'billing_hard_limit_reached':
      return 'quota';
    // Comes with 404, or with 403: "Project … does not have access to model …".
    case 'model_not_found':
    case 'unsupported_model':
      return 'model-not-found';
    case 'unsupported_country_region_territory':
      return 'region';
    case 'invalid_api_key':
      return 'bad-key';
    default:
      return undefined;
  }
}

/** The kind of a failure without a code, where the message says more than the status; undefined: the status tells the kind. */
function kindOfWords(status: number, message = ''): FailureKind | undefined {
  // A 401 for a good key with few permissions: "You have insufficient permissions … Missing scopes: model.request."
  if (status === 401 && /\binsufficient permissions\b/i.test(message)) return 'not-permitted';
  // A 429 because this one request exceeds the limit of a whole minute: waiting does not help.
  if (status === 429 && message.startsWith('Request too large')) return 'bad-request';
  return undefined;
}

/** "This model requires that … contain audio.": the model exists, but such calls cannot use it. */
const kindOfParam = (status: number, param: string | undefined): FailureKind | undefined =>
  status === 400 && param === 'model' ? 'model-not-found' : undefined;

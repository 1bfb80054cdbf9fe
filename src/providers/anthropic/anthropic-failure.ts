import type { FailureKind } from '../provider.ts';
import { textAt } from '../transport/json-at.ts';
import type { FailureFacts } from '../transport/read-failure.ts';

/** Reads Anthropic's error body, `{type: "error", error: {type, message}, request_id}`. */
export function anthropicFailure(status: number, body: unknown): FailureFacts {
  const message = textAt(body, 'error', 'message');
  const type = textAt(body, 'error', 'type');
  return { kind: kindOf(status, type, message), message, type, requestId: textAt(body, 'request_id') };
}

function kindOf(status: number, type: string | undefined, message = ''): FailureKind | undefined {
  if (type === 'billing_error') return 'quota';
  // The message alone tells these failures from any other 400, 401 or 403.
  if (status === 400 && EXHAUSTED.test(message)) return 'quota';
  if (status === 401 && NO_CORS.test(message)) return 'no-browser-access';
  if (status === 403 && WRONG_REGION.test(message)) return 'region';
  return undefined;
}

const EXHAUSTED = /credit balance is too low|reached your specified API usage limits/i;
/** Goes on with "because of its settings" or "because of custom retention settings". */
const NO_CORS = /CORS requests are not allowed/i;
/** "Request not allowed" is the whole answer to an unsupported country; it comes before the key is checked. */
const WRONG_REGION = /^Request not allowed|\b(?:region|country|countries|territory)\b/i;

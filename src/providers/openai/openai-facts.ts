import { textAt } from '../json-at.ts';
import { durationMs } from '../named-wait.ts';
import type { FailureKind } from '../provider.ts';
import type { FailureFacts } from '../read-failure.ts';

/** Reads OpenAI's error body, `{error: {message, type, param, code}}`. */
export function openaiFacts(_status: number, body: unknown): FailureFacts {
  const message = textAt(body, 'error', 'message');
  const code = textAt(body, 'error', 'code');
  const type = textAt(body, 'error', 'type');
  return {
    kind: kindOfCode(code) ?? kindOfCode(type),
    message,
    code,
    type,
    param: textAt(body, 'error', 'param'),
    retryAfterMs: waitOfMessage(message),
  };
}

function kindOfCode(code: string | undefined): FailureKind | undefined {
  switch (code) {
    // A 429, yet no matter of pace.
    case 'insufficient_quota':
    case 'billing_not_active':
    case 'billing_hard_limit_reached':
      return 'quota';
    // Also a 403: "Project … does not have access to model …".
    case 'model_not_found':
      return 'model-not-found';
    case 'invalid_api_key':
      return 'bad-key';
    default:
      return undefined;
  }
}

/** "Please try again in 41.724s.": a page may not read OpenAI's retry-after header. */
function waitOfMessage(message: string | undefined): number | undefined {
  const duration = message?.match(/try again in ((?:\d+(?:\.\d+)?(?:ms|[dhms]))+)/)?.[1];
  return duration === undefined ? undefined : durationMs(duration);
}

import type { FailureKind } from '../provider.ts';
import { listAt, textAt } from '../transport/json-at.ts';
import { durationMs } from '../transport/named-wait.ts';
import type { FailureFacts } from '../transport/read-failure.ts';

/** Stands before every message of Google's (specification, section 8). */
export const GOOGLE_MARKER = '[Google AI] ';

/** Reads Google's error body, `{error: {code, message, status, details}}`. */
export function googleFacts(status: number, body: unknown): FailureFacts {
  const message = textAt(body, 'error', 'message');
  const details = listAt(body, 'error', 'details') ?? [];
  const reason = textAt(detail(details, 'ErrorInfo'), 'reason');
  return {
    kind: kindOfReason(reason) ?? kindOfWords(status, message) ?? kindOfQuota(status, details),
    message: message === undefined ? undefined : GOOGLE_MARKER + message,
    code: reason,
    type: textAt(body, 'error', 'status'),
    retryAfterMs: durationMs(textAt(detail(details, 'RetryInfo'), 'retryDelay') ?? ''),
  };
}

/** The reasons are those of google.api.ErrorReason; what is not here is told by the status. */
function kindOfReason(reason: string | undefined): FailureKind | undefined {
  switch (reason) {
    // A wrong key is a 400.
    case 'API_KEY_INVALID':
    case 'CONSUMER_INVALID':
    case 'CONSUMER_SUSPENDED':
      return 'bad-key';
    case 'API_KEY_HTTP_REFERRER_BLOCKED':
      return 'website-blocked';
    case 'BILLING_DISABLED':
      return 'quota';
    default:
      return undefined;
  }
}

/** What comes without a reason, and looks like any other refusal of its status. */
function kindOfWords(status: number, message = ''): FailureKind | undefined {
  if (status === 403 && /\breported as leaked\b/i.test(message)) return 'bad-key';
  if (status === 403 && /^Requests from referer .* are blocked/i.test(message)) return 'website-blocked';
  if (status === 400 && /location is not supported|not available in your country/i.test(message)) return 'region';
  // A free account has none for this model: no wait helps.
  if (status === 429 && /\blimit: 0\b/.test(message)) return 'quota';
  return undefined;
}

function kindOfQuota(status: number, details: readonly unknown[]): FailureKind | undefined {
  const violations = listAt(detail(details, 'QuotaFailure'), 'violations') ?? [];
  const isDaily = violations.some((violation) => textAt(violation, 'quotaId')?.includes('PerDay'));
  return status === 429 && isDaily ? 'quota' : undefined;
}

/** Each detail says in "@type" what it is, for example "type.googleapis.com/google.rpc.RetryInfo". */
const detail = (details: readonly unknown[], name: string): unknown =>
  details.find((candidate) => textAt(candidate, '@type')?.endsWith(`.${name}`));

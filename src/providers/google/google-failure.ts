import type { FailureKind } from '../provider.ts';
import { listAt, textAt } from '../transport/json-at.ts';
import { durationMs } from '../transport/named-wait.ts';
import type { FailureFacts } from '../transport/read-failure.ts';

/** Stands before every message of Google's (specification, section 8). */
export const GOOGLE_MARKER = '[Google AI] ';

/** Reads Google's error body, `{error: {code, message, status, details}}`. */
export function googleFailure(status: number, body: unknown): FailureFacts {
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

/** The reasons are those of google.api.ErrorReason; for a reason that is not listed here the status tells the kind. */
function kindOfReason(reason: string | undefined): FailureKind | undefined {
  switch (reason) {
    // Google answers a wrong key with 400.
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

/** The kind of a failure without a reason, where the message says more than the status; undefined: the status tells the kind. */
function kindOfWords(status: number, message = ''): FailureKind | undefined {
  if (status === 403 && /\breported as leaked\b/i.test(message)) return 'bad-key';
  if (status === 403 && /^Requests from referer .* are blocked/i.test(message)) return 'website-blocked';
  if (status === 400 && /location is not supported|not available in your country/i.test(message)) return 'region';
  // A free account may not use this model at all: waiting does not help.
  if (status === 429 && /\blimit: 0\b/.test(message)) return 'quota';
  return undefined;
}

function kindOfQuota(status: number, details: readonly unknown[]): FailureKind | undefined {
  const violations = listAt(detail(details, 'QuotaFailure'), 'violations') ?? [];
  const isDaily = violations.some((violation) => textAt(violation, 'quotaId')?.includes('PerDay'));
  return status === 429 && isDaily ? 'quota' : undefined;
}

/** The detail of a type; "@type" names it, for example "type.googleapis.com/google.rpc.RetryInfo". */
const detail = (details: readonly unknown[], name: string): unknown =>
  details.find((candidate) => textAt(candidate, '@type')?.endsWith(`.${name}`));

import { listAt, textAt } from '../json-at.ts';
import { durationMs } from '../named-wait.ts';
import type { FailureKind } from '../provider.ts';
import type { FailureFacts } from '../read-failure.ts';

/** Stands before every message of Google's (specification, section 8). */
export const GOOGLE_MARKER = '[Google AI] ';

/** Reads Google's error body, `{error: {code, message, status, details}}`. */
export function googleFacts(status: number, body: unknown): FailureFacts {
  const message = textAt(body, 'error', 'message');
  const details = listAt(body, 'error', 'details') ?? [];
  const reason = textAt(detail(details, 'ErrorInfo'), 'reason');
  return {
    kind: kindOf(status, reason, details),
    message: message === undefined ? undefined : GOOGLE_MARKER + message,
    code: reason,
    type: textAt(body, 'error', 'status'),
    retryAfterMs: durationMs(textAt(detail(details, 'RetryInfo'), 'retryDelay') ?? ''),
  };
}

function kindOf(status: number, reason: string | undefined, details: readonly unknown[]): FailureKind | undefined {
  // A wrong key is a 400.
  if (reason === 'API_KEY_INVALID') return 'bad-key';
  const violations = listAt(detail(details, 'QuotaFailure'), 'violations') ?? [];
  const isDaily = violations.some((violation) => textAt(violation, 'quotaId')?.includes('PerDay'));
  return status === 429 && isDaily ? 'quota' : undefined;
}

/** Each detail says in "@type" what it is, for example "type.googleapis.com/google.rpc.RetryInfo". */
const detail = (details: readonly unknown[], name: string): unknown =>
  details.find((candidate) => textAt(candidate, '@type')?.endsWith(`.${name}`));

import { textAt } from '../json-at.ts';
import type { FailureKind } from '../provider.ts';
import type { FailureFacts } from '../read-failure.ts';

/** Reads Anthropic's error body, `{type: "error", error: {type, message}, request_id}`. */
export function anthropicFacts(status: number, body: unknown): FailureFacts {
  const message = textAt(body, 'error', 'message');
  const type = textAt(body, 'error', 'type');
  return { kind: kindOf(status, type, message), message, type, requestId: textAt(body, 'request_id') };
}

function kindOf(status: number, type: string | undefined, message = ''): FailureKind | undefined {
  if (type === 'billing_error') return 'quota';
  // An exhausted account is an invalid_request_error like any other 400: nothing but the sentence tells it apart.
  const exhausted = /credit balance is too low|reached your specified API usage limits/i.test(message);
  return status === 400 && exhausted ? 'quota' : undefined;
}

import type { FailureKind, TokenUsage, TranslateOutcome } from '../provider.ts';
import type { HttpOutcome } from './http-request.ts';

export const UNEXPECTED_FORMAT = 'Unexpected response format';

/** What a failed reply contained nevertheless. */
interface Remains {
  readonly text?: string;
  readonly usage?: TokenUsage | undefined;
}

/** The outcome of a reply that arrived but is no translation. Its text is kept, because it was paid for. */
export function failedOutcome(
  kind: FailureKind,
  message: string,
  { text = '', usage }: Remains = {},
): TranslateOutcome {
  return { ok: false, failure: { kind, message }, text, usage };
}

/** The outcome of a call to a model; `read` reads a successful reply. */
export const outcomeOf = (outcome: HttpOutcome, read: (body: unknown) => TranslateOutcome): TranslateOutcome =>
  outcome.ok ? read(outcome.body) : { ...outcome, text: '', usage: undefined };

import type { FailureKind, TokenUsage, TranslateOutcome } from '../provider.ts';

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

import type { FailureKind, TokenUsage, TranslateOutcome } from '../provider.ts';

/** What else came with a reply that failed. */
interface Remains {
  readonly text?: string;
  readonly usage?: TokenUsage | undefined;
}

/** A reply that arrived and is no translation; the text that came is kept, because it was paid for. */
export function failedOutcome(
  kind: FailureKind,
  message: string,
  { text = '', usage }: Remains = {},
): TranslateOutcome {
  return { ok: false, failure: { kind, message }, text, usage };
}

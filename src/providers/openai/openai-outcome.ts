import type { TokenUsage, TranslateOutcome } from '../provider.ts';
import { UNEXPECTED_FORMAT } from '../transport/attempt-once.ts';
import { failedOutcome } from '../transport/failed-outcome.ts';
import { jsonAt, numberAt, textAt } from '../transport/json-at.ts';

/** What a chat completion says: its text, or why it is none. */
export function openaiOutcome(body: unknown): TranslateOutcome {
  const usage = openaiUsage(body);
  const text = textAt(body, 'choices', 0, 'message', 'content') ?? '';
  const refusal = textAt(body, 'choices', 0, 'message', 'refusal');
  if (refusal) return failedOutcome('refused', `The model refused: ${refusal}`, { text: text || refusal, usage });

  switch (textAt(body, 'choices', 0, 'finish_reason')) {
    case 'length':
      return failedOutcome('cut-off', 'The reply was cut off by the length limit.', { text, usage });
    case 'content_filter':
      return failedOutcome('refused', 'The reply was rejected by the content filter.', { text, usage });
    default:
      return text === '' ? failedOutcome('malformed', UNEXPECTED_FORMAT, { usage }) : { ok: true, text, usage };
  }
}

function openaiUsage(body: unknown): TokenUsage | undefined {
  const usage = jsonAt(body, 'usage');
  const input = numberAt(usage, 'prompt_tokens');
  const output = numberAt(usage, 'completion_tokens');
  if (input === undefined || output === undefined) return undefined;
  return { input, output, reasoning: numberAt(usage, 'completion_tokens_details', 'reasoning_tokens') ?? 0 };
}

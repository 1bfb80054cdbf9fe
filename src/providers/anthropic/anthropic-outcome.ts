import type { TokenUsage, TranslateOutcome } from '../provider.ts';
import { failedOutcome, UNEXPECTED_FORMAT } from '../transport/failed-outcome.ts';
import { jsonAt, listAt, numberAt, textAt } from '../transport/json-at.ts';

/** Reads a message: its text, or why there is none. */
export function anthropicOutcome(body: unknown): TranslateOutcome {
  const usage = anthropicUsage(body);
  const text = firstText(body);
  switch (textAt(body, 'stop_reason')) {
    case 'max_tokens':
      return failedOutcome('cut-off', 'The reply was cut off by the length limit.', { text: text ?? '', usage });
    case 'model_context_window_exceeded':
      return failedOutcome('cut-off', 'The reply was cut off by the context window.', { text: text ?? '', usage });
    case 'refusal': {
      const explanation = textAt(body, 'stop_details', 'explanation') ?? text ?? '';
      const message = explanation === '' ? 'The model refused to answer.' : `The model refused: ${explanation}`;
      return failedOutcome('refused', message, { text: text ?? '', usage });
    }
    default:
      return text === undefined ? failedOutcome('malformed', UNEXPECTED_FORMAT, { usage }) : { ok: true, text, usage };
  }
}

/** The text of the first block that is no thought, which must be a text block (specification, section 5). Newer models think first. */
function firstText(body: unknown): string | undefined {
  const block = listAt(body, 'content')?.find((candidate) => !isThought(textAt(candidate, 'type')));
  return textAt(block, 'type') === 'text' ? textAt(block, 'text') : undefined;
}

const isThought = (type: string | undefined) => type === 'thinking' || type === 'redacted_thinking';

/** Anthropic's `input_tokens` leaves out the tokens that were read from and written to its cache: they are added. */
function anthropicUsage(body: unknown): TokenUsage | undefined {
  const usage = jsonAt(body, 'usage');
  const input = numberAt(usage, 'input_tokens');
  const output = numberAt(usage, 'output_tokens');
  if (input === undefined || output === undefined) return undefined;
  const written = numberAt(usage, 'cache_creation_input_tokens') ?? 0;
  const read = numberAt(usage, 'cache_read_input_tokens') ?? 0;
  const reasoning = numberAt(usage, 'output_tokens_details', 'thinking_tokens') ?? 0;
  return { input: input + written + read, output, reasoning };
}

import type { TokenUsage, TranslateOutcome } from '../provider.ts';
import { UNEXPECTED_FORMAT } from '../transport/attempt-once.ts';
import { failedOutcome } from '../transport/failed-outcome.ts';
import { jsonAt, numberAt, textAt } from '../transport/json-at.ts';

/** What a chat completion says: its text without what the model thought aloud, or why it is none. */
export function chatOutcome(body: unknown): TranslateOutcome {
  const usage = chatUsage(body);
  const text = withoutThoughts(contentOf(jsonAt(body, 'choices', 0, 'message', 'content')));
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

/** A text, or, from Mistral's thinking models, a list of parts of which some are thoughts. */
function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.map((part) => (textAt(part, 'type') === 'text' ? (textAt(part, 'text') ?? '') : '')).join('');
}

/**
 * Many servers leave what a model thought in its text: "<think>…</think>{…}". Some templates swallow the opening mark. Without a
 * closing one all is thought. A text that begins as JSON has no thoughts before it, whatever a subtitle says.
 */
function withoutThoughts(text: string): string {
  if (/^\s*[{[]/.test(text)) return text;
  const end = text.lastIndexOf(THOUGHT_ENDS);
  if (end >= 0) return text.slice(end + THOUGHT_ENDS.length).trimStart();
  return /^\s*<think>/.test(text) ? '' : text;
}

const THOUGHT_ENDS = '</think>';

/** xAI counts what was thought apart from the answer: its total tells. */
function chatUsage(body: unknown): TokenUsage | undefined {
  const usage = jsonAt(body, 'usage');
  const input = numberAt(usage, 'prompt_tokens');
  const answer = numberAt(usage, 'completion_tokens');
  if (input === undefined || answer === undefined) return undefined;
  const reasoning = numberAt(usage, 'completion_tokens_details', 'reasoning_tokens') ?? 0;
  const isApart = numberAt(usage, 'total_tokens') === input + answer + reasoning;
  const output = isApart ? answer + reasoning : answer;
  // What was billed, whatever was asked for.
  const isHalf = textAt(body, 'service_tier') === 'flex';
  return { input, output, reasoning, ...(isHalf && { atHalfPrice: input + output }) };
}

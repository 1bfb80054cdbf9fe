import { findJson } from '../../translation/read-reply.ts';
import type { TokenUsage, TranslateOutcome } from '../provider.ts';
import { failedOutcome, UNEXPECTED_FORMAT } from '../transport/failed-outcome.ts';
import { jsonAt, listAt, numberAt, textAt } from '../transport/json-at.ts';
import { GOOGLE_MARKER } from './google-failure.ts';

/** Reads a reply of generateContent: its JSON, or why there is none. */
export function googleOutcome(body: unknown): TranslateOutcome {
  const usage = googleUsage(body);
  const text = replyText(body);
  const blocked = textAt(body, 'promptFeedback', 'blockReason');
  if (blocked !== undefined) {
    return failedOutcome('refused', `${GOOGLE_MARKER}Prompt was blocked due to ${blocked}`, { text, usage });
  }

  const reason = textAt(body, 'candidates', 0, 'finishReason') ?? 'FINISH_REASON_UNSPECIFIED';
  switch (reason) {
    case 'STOP':
    case 'FINISH_REASON_UNSPECIFIED':
      break;
    case 'MAX_TOKENS':
      return failedOutcome('cut-off', `${GOOGLE_MARKER}The reply was cut off by the length limit.`, { text, usage });
    // Google would continue in a further request, whose input would be billed again.
    case 'CONTINUATION':
      return failedOutcome('cut-off', `${GOOGLE_MARKER}The reply is incomplete: CONTINUATION`, { text, usage });
    case 'MALFORMED_FUNCTION_CALL':
    case 'MALFORMED_RESPONSE':
    case 'UNEXPECTED_TOOL_CALL':
    case 'TOO_MANY_TOOL_CALLS':
      return failedOutcome('malformed', `${GOOGLE_MARKER}${UNEXPECTED_FORMAT}: ${reason}`, { text, usage });
    // SAFETY, RECITATION, LANGUAGE, BLOCKLIST, PROHIBITED_CONTENT, SPII, OTHER, and reasons that Google adds later.
    default: {
      const finishMessage = textAt(body, 'candidates', 0, 'finishMessage');
      const explanation = finishMessage === undefined ? '' : `: ${finishMessage}`;
      const message = `${GOOGLE_MARKER}Reply was blocked due to ${reason}${explanation}`;
      return failedOutcome('refused', message, { text, usage });
    }
  }

  const { json, parsed } = findJson(text);
  return parsed.ok
    ? { ok: true, text: json, usage }
    : failedOutcome('malformed', `${GOOGLE_MARKER}${UNEXPECTED_FORMAT}`, { text, usage });
}

/** All parts that are text and no thought, joined. */
function replyText(body: unknown): string {
  const parts = listAt(body, 'candidates', 0, 'content', 'parts') ?? [];
  return parts.map((part) => (jsonAt(part, 'thought') === true ? '' : (textAt(part, 'text') ?? ''))).join('');
}

/** Google does not count thoughts as `candidatesTokenCount`, and leaves out counts that are zero. */
function googleUsage(body: unknown): TokenUsage | undefined {
  const usage = jsonAt(body, 'usageMetadata');
  const input = numberAt(usage, 'promptTokenCount');
  if (input === undefined) return undefined;
  const reasoning = numberAt(usage, 'thoughtsTokenCount') ?? 0;
  const output = (numberAt(usage, 'candidatesTokenCount') ?? 0) + reasoning;
  // The tier that was billed, which may differ from the one that was requested.
  const isHalf = textAt(usage, 'serviceTier')?.toLowerCase() === 'flex';
  return { input, output, reasoning, ...(isHalf && { atHalfPrice: input + output }) };
}

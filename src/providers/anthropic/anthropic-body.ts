import { RESPOND_WITH_JSON_ONLY } from '../../translation/messages.ts';
import type { TranslateRequest } from '../provider.ts';

/** Specification, section 9. */
const MAX_TOKENS = 4096;

interface BodyOptions {
  /** Most tokens of the reply, thoughts included; undefined: the specified number, for a model that does not think. */
  readonly maxTokens: number | undefined;
  /** The body's fields about thinking; an empty object: none. */
  readonly fields: object;
}

/** The body of a message (specification, section 7: payload and message layout). */
export function anthropicBody(
  { model, system, messages }: TranslateRequest,
  { maxTokens = MAX_TOKENS, fields }: BodyOptions,
): object {
  return {
    model: model.id,
    max_tokens: maxTokens,
    system: `${system}\n\n${RESPOND_WITH_JSON_ONLY}`,
    messages: messages.map(({ role, parts }) => ({
      role: role === 'model' ? 'assistant' : 'user',
      content: parts.join('\n\n'),
    })),
    ...fields,
  };
}

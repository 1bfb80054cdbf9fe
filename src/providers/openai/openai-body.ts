import { chatMessages } from '../chat-completions/chat-messages.ts';
import type { Concession } from '../chat-completions/concession-for.ts';
import type { TranslateRequest } from '../provider.ts';
import { defined } from '../transport/defined.ts';

interface BodyOptions {
  /** Parts of the request that the model has refused. */
  readonly without: { has(concession: Concession): boolean };
  /** How much the model is to think; undefined: the field is left out. */
  readonly effort: string | undefined;
  readonly halfPrice: boolean;
}

/** The body of a chat completion (specification, section 7: payload and message layout). */
export function openaiBody(request: TranslateRequest, { without, effort, halfPrice }: BodyOptions): object {
  return {
    model: request.model.id,
    messages: chatMessages(request, without.has('system')),
    ...(!without.has('response_format') && { response_format: { type: 'json_object' } }),
    ...(!without.has('seed') && { seed: 0 }),
    ...defined({ reasoning_effort: effort, service_tier: halfPrice ? 'flex' : undefined }),
  };
}

import type { TranslateRequest } from '../provider.ts';
import type { Concession } from './concession-for.ts';

/** The body of a chat completion (specification, section 7: payload and message layout). */
export function openaiBody({ model, system, messages }: TranslateRequest, without: ReadonlySet<Concession>): object {
  return {
    model: model.id,
    messages: [
      { role: without.has('system') ? 'user' : 'system', content: system },
      ...messages.flatMap(({ role, parts }) =>
        parts.map((content) => ({ role: role === 'model' ? 'assistant' : 'user', content })),
      ),
    ],
    ...(!without.has('response_format') && { response_format: { type: 'json_object' } }),
    ...(!without.has('seed') && { seed: 0 }),
  };
}

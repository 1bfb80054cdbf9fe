import { contextJson, fixRequest, instructions } from '../../translation/messages.ts';
import { phrasesAsJson } from '../../translation/phrases-as-json.ts';
import type { TranslateRequest } from '../provider.ts';
import type { Concession } from './concession-for.ts';

interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The body of a chat completion (specification, section 7: payload and message layout). */
export function openaiBody(request: TranslateRequest, without: ReadonlySet<Concession>): object {
  const { model, prompt, context, phrases, correction } = request;
  const messages: Message[] = [
    { role: without.has('system') ? 'user' : 'system', content: instructions(prompt) },
    ...(context.length > 0 ? [{ role: 'user', content: contextJson(context) } as const] : []),
    { role: 'user', content: phrasesAsJson(phrases) },
  ];
  if (correction) {
    messages.push({ role: 'assistant', content: correction.answer });
    messages.push({ role: 'user', content: fixRequest(correction.errors) });
  }
  return {
    model,
    messages,
    ...(!without.has('response_format') && { response_format: { type: 'json_object' } }),
    ...(!without.has('seed') && { seed: 0 }),
  };
}

import { contextJson, fixRequest, instructions } from '../../translation/messages.ts';
import { phrasesAsJson } from '../../translation/phrases-as-json.ts';
import type { ProviderFailure, TranslateRequest } from '../provider.ts';

/** A part of the request that some model does not take: it is left out, and "system" becomes the user's own words. */
export type Concession = 'seed' | 'response_format' | 'system';

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

/** What to leave out after a refusal of a parameter, which names it; undefined: nothing of ours was refused. */
export function concessionFor({ status, code, param }: ProviderFailure): Concession | undefined {
  if (status !== 400 || (code !== 'unsupported_value' && code !== 'unsupported_parameter')) return undefined;
  if (param === 'seed') return 'seed';
  if (param?.startsWith('response_format')) return 'response_format';
  // o1-preview and o1-mini: "Unsupported value: 'messages[0].role' does not support 'system' with this model."
  if (param?.startsWith('messages')) return 'system';
  return undefined;
}

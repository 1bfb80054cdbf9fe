import { contextJson, fixRequest, instructions, RESPOND_WITH_JSON_ONLY } from '../../translation/messages.ts';
import { phrasesAsJson } from '../../translation/phrases-as-json.ts';
import type { TranslateRequest } from '../provider.ts';

/** Specification, section 9. */
const MAX_TOKENS = 4096;

/** The body of a message (specification, section 7: payload and message layout). */
export function anthropicBody({ model, prompt, context, phrases, correction }: TranslateRequest): object {
  const content = [...(context.length > 0 ? [contextJson(context)] : []), phrasesAsJson(phrases)].join('\n\n');
  const messages = [{ role: 'user', content }];
  if (correction) {
    messages.push({ role: 'assistant', content: correction.answer });
    messages.push({ role: 'user', content: fixRequest(correction.errors) });
  }
  const system = `${instructions(prompt)}\n\n${RESPOND_WITH_JSON_ONLY}`;
  return { model, max_tokens: MAX_TOKENS, system, messages };
}

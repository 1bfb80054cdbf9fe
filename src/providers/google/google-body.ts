import { contextJson, fixRequest, instructions } from '../../translation/messages.ts';
import { phrasesAsJson } from '../../translation/phrases-as-json.ts';
import type { TranslateRequest } from '../provider.ts';

/** The body of generateContent: one text with prompt, context and phrases (specification, section 7). */
export function googleBody({ prompt, context, phrases, correction }: TranslateRequest): object {
  const text = [
    instructions(prompt),
    ...(context.length > 0 ? [contextJson(context)] : []),
    phrasesAsJson(phrases),
  ].join('\n\n');
  const contents = [turn('user', text)];
  if (correction) contents.push(turn('model', correction.answer), turn('user', fixRequest(correction.errors)));
  return { contents, generationConfig: { responseMimeType: 'application/json' } };
}

const turn = (role: 'user' | 'model', text: string) => ({ role, parts: [{ text }] });

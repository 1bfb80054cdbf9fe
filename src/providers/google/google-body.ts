import type { TranslateRequest } from '../provider.ts';
import { defined } from '../transport/defined.ts';

/**
 * The body of generateContent: one text with prompt, context and phrases (specification, section 7).
 * @param thinkingConfig undefined: nothing is said of thinking
 */
export function googleBody({ system, messages }: TranslateRequest, thinkingConfig: object | undefined): object {
  const contents = messages.map(({ role, parts }, turn) => ({
    role,
    parts: [{ text: (turn === 0 ? [system, ...parts] : parts).join('\n\n') }],
  }));
  return { contents, generationConfig: { responseMimeType: 'application/json', ...defined({ thinkingConfig }) } };
}

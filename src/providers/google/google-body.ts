import type { TranslateRequest } from '../provider.ts';

/** The body of generateContent: one text with prompt, context and phrases (specification, section 7). */
export function googleBody({ system, messages }: TranslateRequest): object {
  const contents = messages.map(({ role, parts }, turn) => ({
    role,
    parts: [{ text: (turn === 0 ? [system, ...parts] : parts).join('\n\n') }],
  }));
  return { contents, generationConfig: { responseMimeType: 'application/json' } };
}

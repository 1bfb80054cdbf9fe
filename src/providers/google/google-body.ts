import type { TranslateRequest } from '../provider.ts';
import { defined } from '../transport/defined.ts';

interface BodyOptions {
  /** The field about thinking; undefined: the field is left out. */
  readonly thinkingConfig: object | undefined;
  readonly serviceTier: 'flex' | undefined;
}

/**
 * The body of generateContent: one text with prompt, context and phrases (specification, section 7).
 */
export function googleBody(
  { system, messages }: TranslateRequest,
  { thinkingConfig, serviceTier }: BodyOptions,
): object {
  const contents = messages.map(({ role, parts }, turn) => ({
    role,
    parts: [{ text: (turn === 0 ? [system, ...parts] : parts).join('\n\n') }],
  }));
  return {
    contents,
    generationConfig: { responseMimeType: 'application/json', ...defined({ thinkingConfig }) },
    ...defined({ serviceTier }),
  };
}

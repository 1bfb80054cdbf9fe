import type { TranslateRequest } from '../provider.ts';

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/**
 * The messages of a chat completion (specification, section 7: message layout).
 * @param systemAsUser for a model that takes no system message: the system's words are sent as a user message
 */
export const chatMessages = (
  { system, messages }: Pick<TranslateRequest, 'system' | 'messages'>,
  systemAsUser: boolean,
): readonly ChatMessage[] => [
  { role: systemAsUser ? 'user' : 'system', content: system },
  ...messages.flatMap(({ role, parts }) =>
    parts.map((content) => ({ role: role === 'model' ? ('assistant' as const) : ('user' as const), content })),
  ),
];

import type { TranslateRequest } from '../provider.ts';

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/**
 * The messages of a chat completion (specification, section 7: message layout).
 * @param systemRole 'user' for a model that takes no system message
 */
export const chatMessages = (
  { system, messages }: Pick<TranslateRequest, 'system' | 'messages'>,
  systemRole: 'system' | 'user',
): readonly ChatMessage[] => [
  { role: systemRole, content: system },
  ...messages.flatMap(({ role, parts }) =>
    parts.map((content) => ({ role: role === 'model' ? ('assistant' as const) : ('user' as const), content })),
  ),
];

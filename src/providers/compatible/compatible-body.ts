import { chatMessages } from '../chat-completions/chat-messages.ts';
import { REPLY_FORMS, type ReplyForm } from '../endpoints.ts';
import type { TranslateRequest } from '../provider.ts';

interface BodyOptions {
  readonly replyForm: ReplyForm;
  /** For a model that takes no system message. */
  readonly systemAsUser: boolean;
  /** What is said of thinking; empty: nothing. */
  readonly thinking: object;
}

/** The body of a chat completion, with nothing in it that some server of this wire format is known to refuse (seed, temperature). */
export function compatibleBody(request: TranslateRequest, { replyForm, systemAsUser, thinking }: BodyOptions): object {
  return {
    model: request.model.id,
    messages: chatMessages(request, systemAsUser),
    ...responseFormat(replyForm === 'schema' && request.replyKeys.length === 0 ? 'object' : replyForm, request.replyKeys),
    ...thinking,
  };
}

/** The forms of reply that are left when the strictest is this one. */
export const formsFrom = (strictest: ReplyForm): readonly ReplyForm[] =>
  REPLY_FORMS.slice(REPLY_FORMS.indexOf(strictest));

function responseFormat(form: ReplyForm, keys: readonly string[]): object {
  switch (form) {
    case 'schema':
      return {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'batch', strict: true, schema: batchSchema(keys) },
        },
      };
    case 'object':
      return { response_format: { type: 'json_object' } };
    case 'free':
      return {};
  }
}

/** Every key once, each with a text, and no other: as strict as all servers take it. */
const batchSchema = (keys: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
  required: keys,
  additionalProperties: false,
});

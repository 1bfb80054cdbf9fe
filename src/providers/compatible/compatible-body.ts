import { chatMessages } from '../chat-completions/chat-messages.ts';
import { REPLY_FORMS, type ReplyForm } from '../endpoints.ts';
import type { TranslateRequest } from '../provider.ts';

interface BodyForms {
  readonly response_format: ReplyForm;
  /** 'user' for a model that takes no system message. */
  readonly system: 'system' | 'user';
  /** The body's fields about thinking; an empty object: none. */
  readonly thinking: object;
}

/** The body of a chat completion, with nothing in it that some server of this wire format is known to refuse (seed, temperature). */
export function compatibleBody(request: TranslateRequest, { response_format, system, thinking }: BodyForms): object {
  const { model, replyKeys } = request;
  const form = response_format === 'schema' && replyKeys.length === 0 ? 'object' : response_format;
  return { model: model.id, messages: chatMessages(request, system), ...responseFormat(form, replyKeys), ...thinking };
}

/** The forms of reply to try in turn, beginning with the strictest one given. */
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

/** A schema for exactly these keys, each with a text. It uses only words of JSON Schema that all servers understand. */
const batchSchema = (keys: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
  required: keys,
  additionalProperties: false,
});

import { expect, test } from 'vitest';
import { refusedPart } from './chat-completions.ts';

const refusal = (message: string, rest: { param?: string; code?: string; status?: number } = {}) =>
  ({ kind: 'bad-request', status: 400, message, ...rest }) as const;

/** Wordings as OpenAI and other servers of its wire format were seen to give them. */
test.each([
  ['response_format', refusal('No.', { param: 'response_format' })],
  ['response_format', refusal('No.', { param: 'response_format.type', code: 'invalid_value' })],
  [
    'response_format',
    refusal("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more…"),
  ],
  ['response_format', refusal('Unrecognized request argument supplied: response_format')],
  ['response_format', refusal('This response_format type is unavailable now', { code: 'invalid_request_error' })],
  ['response_format', refusal(`{"error":"'response_format.type' must be 'json_schema' or 'text'"}`)],
  ['response_format', refusal('response_format: Extra inputs are not permitted')],
  ['response_format', refusal("Invalid value: 'json_object'. Supported values are: 'json_schema' and 'text'.")],
  ['seed', refusal('No.', { param: 'seed', code: 'unsupported_parameter' })],
  ['seed', refusal("Unknown parameter: 'seed'.", { code: 'unknown_parameter' })],
  ['seed', refusal("Unsupported parameter: 'seed' is not supported with this model.")],
  [
    'system',
    refusal("Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
      param: 'messages[0].role',
      code: 'unsupported_value',
    }),
  ],
  ['system', refusal("Unsupported value: 'messages[0].role' does not support 'system' with this model.")],
  ['system', refusal('System role not supported')],
  ['system', refusal('System role is not supported by this model.', { param: 'messages' })],
  ['system', refusal('system messages are not allowed')],
])('%s is left out after %j', (part, failure) => {
  expect(refusedPart(failure)).toBe(part);
});

test.each([
  refusal("This model's maximum context length is 8192 tokens.", {
    param: 'messages',
    code: 'context_length_exceeded',
  }),
  refusal("'messages' must contain the word 'json' in some form.", { param: 'messages' }),
  refusal("Unsupported value: 'temperature' does not support 0 with this model.", { param: 'temperature' }),
  refusal('Invalid prompt: your prompt was flagged by our safety system.', { code: 'invalid_prompt' }),
  refusal("Unsupported parameter: 'seed' is not supported with this model.", { param: 'seed', status: 422 }),
  refusal('The model is being seeded with new weights.'),
  refusal('Bad request.'),
])('nothing of ours is left out after %j', (failure) => {
  expect(refusedPart(failure)).toBeUndefined();
});

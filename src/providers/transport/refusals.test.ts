import { describe, expect, test } from 'vitest';
import { compatibleFailure } from '../adapters/compatible-failure.ts';
import { failureOfStatus, refusedPart } from './failure-words.ts';

const refusal = (message: string, rest: { param?: string; code?: string; status?: number } = {}) =>
  ({ kind: 'bad-request', status: 400, message, ...rest }) as const;

/** Messages that OpenAI and other servers with its wire format really sent. */
test.each([
  ['reply', refusal('No.', { param: 'response_format' })],
  ['reply', refusal('No.', { param: 'response_format.type', code: 'invalid_value' })],
  [
    'reply',
    refusal("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more…"),
  ],
  ['reply', refusal('Unrecognized request argument supplied: response_format')],
  ['reply', refusal('This response_format type is unavailable now', { code: 'invalid_request_error' })],
  ['reply', refusal(`{"error":"'response_format.type' must be 'json_schema' or 'text'"}`)],
  ['reply', refusal('response_format: Extra inputs are not permitted')],
  ['reply', refusal("Invalid value: 'json_object'. Supported values are: 'json_schema' and 'text'.")],
  ['reply', refusal('Unsupported schema.')],
  ['seed', refusal('No.', { param: 'seed', code: 'unsupported_parameter' })],
  ['seed', refusal("Unknown parameter: 'seed'.", { code: 'unknown_parameter' })],
  ['seed', refusal("Unsupported parameter: 'seed' is not supported with this model.")],
  ['seed', refusal("Unsupported parameter: 'seed' is not supported with this model.", { status: 422 })],
  ['seed', refusal('The parameter `seed` has been removed.')],
  ['seed', refusal("'seed' is deprecated and no longer accepted.")],
  [
    'system',
    refusal("Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
      param: 'messages[0].role',
      code: 'unsupported_value',
    }),
  ],
  ['system', refusal("Unsupported value: 'messages[0].role' does not support 'system' with this model.")],
  ['system', refusal('System role is not supported by this model.', { param: 'messages' })],
  ['stream', refusal("Unknown parameter: 'stream_options'.")],
])('recognises that the refused part is %s: %j', (part, failure) => {
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
  refusal('The model is being seeded with new weights.'),
  refusal('Streaming is not supported, remove stream.'),
  refusal('Bad request.'),
])('recognises no part of the page’s requests in %j', (failure) => {
  expect(refusedPart(failure)).toBeUndefined();
});

/** The failure that an endpoint of the tab "more" reports with this status and message. */
const failureOf = (status: number, message: string) => {
  const { kind = failureOfStatus(status), ...facts } = compatibleFailure(status, { error: { message } });
  return { kind, status, message: facts.message ?? '' };
};

const JINJA = (words: string) =>
  `\n------------\nWhile executing CallExpression at line 47, column 32 in source:\n...== 0) %}↵            {{- raise_exception('${words.slice(0, 40)}...\n                                           ^\nError: Jinja Exception: ${words}`;
const MISTRAL =
  'After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.';

describe('[D12.50] a refusal by a chat template', () => {
  test.each([
    [500, JINJA(MISTRAL)],
    [500, JINJA('System role not supported')],
    [500, JINJA('Only user and assistant roles are supported!')],
    [400, JINJA('Cannot call something that is not a function: got UndefinedValue')],
    [
      400,
      `Error rendering prompt with jinja template: "Conversation roles must alternate user/assistant/user/assistant/...".`,
    ],
    [400, 'Conversation roles must alternate user/assistant/user/assistant/...'],
    [422, 'Template error: template not found'],
    [500, 'chat template prompt error: template: :3:15: executing "" at <.System>: can\'t evaluate field System'],
    [500, 'Error in applying chat template from request: System role not supported'],
    [404, 'System role not supported'],
    [501, 'This model does not support system messages'],
    [400, "This model doesn't support system prompts."],
    [400, 'Developer instruction is not enabled for models/gemma-3-27b-it'],
    [400, "Unexpected role 'system' after role 'user'"],
    [400, "messages.0.role: Input should be 'user' or 'assistant'"],
    [400, "Invalid value: 'system'. Supported values are: 'user' and 'assistant'."],
    [
      400,
      'Only user, assistant and tool roles are supported, with the exception of an initial optional system message!',
    ],
    [500, 'The first message must be from the user.'],
    [400, 'Conversation must start with a user message'],
    [400, 'Two consecutive messages with the same role are not allowed.'],
    [422, 'invalid role: system, should be user or assistant'],
    [400, "role 'system' is not allowed"],
    [400, '不支持 system 角色'],
    [500, 'Expected last role User or Tool (or Assistant with prefix True) for serving but got system'],
    [400, 'chat content has wrong sequence: user must follow assistant'],
    [422, "Input should be 'user' or 'assistant': messages.0.role"],
    [500, 'Minja error: Unknown method: strip'],
    [400, 'As of transformers v4.44, default chat template is no longer allowed, so you must provide a chat template'],
  ])(
    'a chat template’s refusal with status %d is not an outage, and the next request has no system message: %s',
    (status, message) => {
      const failure = failureOf(status, message);
      expect(failure.kind).toBe('bad-request');
      expect(refusedPart(failure)).toBe('system');
    },
  );
});

describe('[D16.8] a refused schema', () => {
  test.each([
    [500, 'Failed to initialize samplers: std::exception'],
    [400, 'Failed to initialize samplers: Unexpected empty grammar stack after accepting piece: {" (14937)'],
    [400, 'Failed to initialize samplers: failed to parse grammar'],
    [500, 'failed to load model vocabulary required for format'],
    [400, 'failed to load model vocabulary required for format'],
    [400, 'The provided JSON schema contains features not supported by xgrammar.'],
    [500, 'Grammar error: Unimplemented keys: ["propertyNames"]'],
    [500, 'Invalid JSON schema: too complex'],
    [500, 'json_schema_to_grammar: could not convert'],
    [400, 'Failed to convert json schema to GBNF'],
    [501, 'Structured outputs are not supported by this backend'],
    [422, 'guided_json is not available without outlines'],
    [404, "response_format 'json_schema' is not supported"],
    [503, 'xgrammar failed to compile'],
    [500, 'JSON mode is not supported'],
    [500, 'Constrained decoding is not available for this model'],
    [500, 'Guidance: constraint compilation error'],
    [422, 'logit processors are not supported'],
    [500, 'The following schema is not valid: strict'],
  ])('a refused schema with status %d leads to a weaker form: %s', (status, message) => {
    const failure = failureOf(status, message);
    expect(failure.kind).toBe('bad-request');
    expect(refusedPart(failure)).toBe('reply');
  });
});

describe('[D12.51] a server that only streams', () => {
  test.each([
    [400, 'Stream must be set to true'],
    [400, 'stream must be true'],
    [400, "'stream' should be true for this model"],
    [400, 'This model only support stream mode, please enable the stream parameter to access the model.'],
    [400, 'This endpoint only supports streaming.'],
    [400, 'Only streaming requests are supported'],
    [422, 'stream: Input should be True'],
    [400, 'Non-streaming requests are not supported.'],
    [500, 'non-stream is unsupported'],
    [400, 'Streaming is required for operations that may take longer than 10 minutes.'],
    [400, 'parameter.enable_thinking must be set to false for non-streaming calls'],
    [400, 'This model requires streaming'],
    [400, 'stream=false is not supported'],
    [400, 'Please set stream=true'],
    [400, '该模型仅支持流式输出'],
  ])(
    'after a refusal with status %d by a server that only streams, the next request asks for a stream: %s',
    (status, message) => {
      const failure = failureOf(status, message);
      expect(failure.kind).toBe('bad-request');
      expect(refusedPart(failure)).toBe('stream');
    },
  );
});

/** These messages must not match the words above: each kind has its own reaction. */
test.each([
  [500, 'The server had an error while processing your request. Sorry about that!', 'server'],
  [500, 'Internal server error', 'server'],
  [503, 'Loading model', 'server'],
  [503, 'The system is unavailable, cannot take messages now', 'server'],
  [502, 'Bad gateway: upstream must be reachable', 'server'],
  [500, 'Failed to read from the stream', 'server'],
  [500, 'Unexpected error while sampling', 'server'],
  [500, 'Error parsing JSON object from the backend', 'server'],
  [500, 'system message queue is unavailable', 'server'],
  [529, 'Overloaded', 'server'],
  [500, 'Context size has been exceeded. grammar error', 'too-large'],
  [400, "This model's maximum context length is 4096 tokens", 'too-large'],
  [429, 'Rate limit reached for requests with a json_schema: not allowed', 'rate-limit'],
  [401, 'Invalid API key for chat template', 'bad-key'],
  [404, 'model "grammar-fixer" not found, try pulling it first', 'model-not-found'],
  [404, "The model 'jinja-chat' does not exist", 'model-not-found'],
])('reads the kind of failure of %d %s: %s', (status, message, kind) => {
  expect(failureOf(status, message).kind).toBe(kind);
});

import { expect, it } from 'vitest';
import { contextInMessage } from './room.ts';

it.each([
  ['request (1234 tokens) exceeds the available context size (512 tokens), try increasing it', 512],
  [
    'the request exceeds the available context size. try increasing the context size or enable context shift (n_ctx: 512)',
    512,
  ],
  [
    "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages).",
    4_096,
  ],
  ["This model's maximum context length is 128,000 tokens.", 128_000],
  [
    "'max_tokens' is too large: 9000. This model's maximum context length is 8192 tokens and your request has 900 input tokens",
    8_192,
  ],
  [
    'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    4_096,
  ],
  ['The decoder prompt (length 5000) is longer than the maximum model length of 2048.', 2_048],
  ['prompt is too long: 210000 tokens > 200000 maximum', 200_000],
  ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1_048_576],
  ['Request too large on tokens per minute (TPM): Limit 6000, Requested 9000', 6_000],
  ['Input exceeds the context window of 8192 tokens', 8_192],
  ['prompt has 9000 tokens, more than the 4096-token context', 4_096],
  ['n_ctx = 2048, n_prompt_tokens = 3000', 2_048],
  ['Requested tokens (5000) exceed context window of 2048', 2_048],
])('[D7.27] reads the context length of a model from its refusal: %s', (message, tokens) => {
  expect(contextInMessage(message)).toBe(tokens);
});

it.each([
  '',
  'Context size has been exceeded.',
  'The number of tokens to keep from the initial prompt is greater than the context length.',
  'request (1234 tokens) exceeds the available context size, try increasing it',
  'Request Entity Too Large',
  'Error 413',
])('reads no context length from a refusal that names none: %s', (message) => {
  expect(contextInMessage(message)).toBe(Number.POSITIVE_INFINITY);
});

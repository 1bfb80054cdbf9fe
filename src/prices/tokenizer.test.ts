import { expect, test } from 'vitest';
import { countsOf } from './text-counts.ts';
import { scaleOf, tokenizerOf } from './tokenizer.ts';

test.each([
  ['openai', 'gpt-4o', 'o200k'],
  ['openai', 'gpt-4.1-mini', 'o200k'],
  ['openai', 'gpt-6-luna', 'o200k'],
  ['openai', 'o1-mini', 'o200k'],
  ['openai', 'gpt-4', 'cl100k'],
  ['openai', 'gpt-4-0125-preview', 'cl100k'],
  ['openai', 'gpt-3.5-turbo', 'cl100k'],
  ['anthropic', 'claude-3-haiku-20240307', 'claude'],
  ['anthropic', 'claude-3-5-sonnet-20241022', 'claude'],
  ['anthropic', 'claude-haiku-4-5-20251001', 'claude'],
  ['anthropic', 'claude-opus-4-20250514', 'claude'],
  ['anthropic', 'claude-opus-4-7', 'claude-new'],
  ['anthropic', 'claude-sonnet-5', 'claude-new'],
  ['anthropic', 'claude-fable-5-1', 'claude-new'],
  ['google', 'gemini-3.8-flash', 'gemini'],
  ['openrouter', 'anthropic/claude-sonnet-5', 'claude-new'],
  ['openrouter', 'openai/gpt-4o', 'o200k'],
  ['groq', 'openai/gpt-oss-120b', 'o200k'],
  ['groq', 'llama-3.3-70b-versatile', 'other'],
  ['ollama', 'qwen3:8b', 'other'],
])('%s: %s counts as %s', (endpoint, id, tokenizer) => {
  expect(tokenizerOf({ endpoint, id })).toBe(tokenizer);
});

test('what has no letters has hardly any tokens, and none of a text is counted twice', () => {
  const { weigh } = scaleOf('o200k');
  expect(weigh(countsOf(''))).toBe(0);
  expect(weigh(countsOf('   '))).toBe(0);
  expect(weigh(countsOf('Hello, world'))).toBeCloseTo(weigh(countsOf('Hello,')) + weigh(countsOf('world')), 10);
});

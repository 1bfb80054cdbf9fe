import { expect, test } from 'vitest';
import { samplePhrases } from '../../bench/measure-tokens.ts';
import { countPhrases } from './estimate.ts';
import { countsOf, scaleOf, tokenizerOf } from './text-counts.ts';

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
  ['groq', 'llama-3.3-70b-versatile', 'llama-3'],
  ['groq', 'deepseek-r1-distill-llama-70b', 'llama-3'],
  ['openrouter', 'meta-llama/llama-3.3-70b-instruct', 'llama-3'],
  ['openrouter', 'nousresearch/hermes-3-llama-3.1-405b', 'llama-3'],
  ['lm-studio', 'Meta-Llama-3.1-8B-Instruct-GGUF', 'llama-3'],
  ['ollama', 'llama3.2:3b', 'llama-3'],
  ['openrouter', 'meta-llama/llama-4-maverick', 'other'],
  ['ollama', 'llama2:13b', 'llama-2'],
  ['openrouter', 'mistralai/mistral-7b-instruct', 'llama-2'],
  ['openrouter', 'mistralai/mixtral-8x22b-instruct', 'llama-2'],
  ['ollama', 'mistral', 'llama-2'],
  ['ollama', 'mistral:latest', 'llama-2'],
  ['ollama', 'mistral-nemo:12b', 'other'],
  ['ollama', 'mistral-small3.2:24b', 'other'],
  ['mistral', 'mistral-small-latest', 'other'],
  ['openrouter', 'mistralai/mistral-medium-3.1', 'other'],
  ['ollama', 'qwen3:8b', 'qwen'],
  ['ollama', 'qwen2.5:14b', 'qwen'],
  ['llama.cpp', '/models/Qwen3-8B-Q4_K_M.gguf', 'qwen'],
  ['openrouter', 'qwen/qwen3-235b-a22b-2507', 'qwen'],
  ['openrouter', 'qwen/qwq-32b', 'qwen'],
  ['openrouter', 'deepseek/deepseek-r1-distill-qwen-32b', 'qwen'],
  ['ollama', 'deepseek-r1:8b', 'qwen'],
  ['ollama', 'qwen3.5:9b', 'other'],
  ['openrouter', 'qwen/qwen3.6-plus', 'other'],
  ['ollama', 'deepseek-r1:671b', 'other'],
  ['openrouter', 'deepseek/deepseek-r1:free', 'other'],
  ['openrouter', 'deepseek/deepseek-v3.2', 'other'],
  ['deepseek', 'deepseek-chat', 'other'],
  ['openrouter', 'x-ai/grok-4.1-fast', 'other'],
  ['openrouter', 'moonshotai/kimi-k2', 'other'],
  ['openrouter', 'z-ai/glm-4.6', 'other'],
  ['ollama', 'gemma3:4b', 'gemini'],
  ['lmstudio', 'bartowski/Qwen_Qwen3.6-27B-GGUF', 'other'],
  ['ollama', 'deepseek-r1:70b', 'llama-3'],
  ['ollama', 'codellama:13b', 'llama-2'],
  ['openrouter', 'huggyllama/llama-30b', 'other'],
])('%s: %s uses the tokenizer %s', (endpoint, id, tokenizer) => {
  expect(tokenizerOf({ endpoint, id })).toBe(tokenizer);
});

test('counts nothing in blank texts and nothing twice', () => {
  const { weigh } = scaleOf('o200k');
  expect(weigh(countsOf(''))).toBe(0);
  expect(weigh(countsOf('   '))).toBe(0);
  expect(weigh(countsOf('Hello, world'))).toBeCloseTo(weigh(countsOf('Hello,')) + weigh(countsOf('world')), 10);
});

const LANGUAGES = 'ar de en es fr he hi ja ko pl pt ru th tr uk vi zh'.split(' ');

// Counted once with the real tokenizers, which are packages of several MB; texts of bench/token-samples.
test.each([
  ['deepseek/deepseek-v3.2', [320, 329, 269, 312, 335, 368, 566, 317, 373, 355, 322, 358, 330, 373, 416, 419, 220]],
  ['mistral-small-latest', [314, 350, 311, 320, 341, 401, 400, 356, 330, 388, 332, 383, 468, 360, 420, 372, 336]],
  ['llama-3.3-70b-versatile', [310, 316, 252, 298, 323, 623, 487, 311, 313, 355, 302, 337, 404, 283, 345, 296, 278]],
  ['llama2:7b', [680, 421, 323, 378, 417, 697, 950, 493, 562, 449, 420, 467, 758, 463, 463, 645, 396]],
  ['qwen3:8b', [339, 355, 292, 337, 362, 327, 852, 334, 380, 382, 340, 398, 486, 359, 486, 348, 281]],
  ['gemma3:4b', [332, 343, 317, 309, 363, 383, 334, 317, 343, 359, 323, 351, 331, 319, 399, 343, 297]],
])('[D9.1] %s: estimates each sample within a quarter of its tokens', (id, tokens) => {
  const { weigh, perPhrase } = scaleOf(tokenizerOf({ endpoint: 'openrouter', id }));
  const measured = LANGUAGES.map((language, index) => {
    const { text, phrases } = countPhrases(samplePhrases(language));
    return { language, off: (weigh(text) + phrases * perPhrase) / (tokens[index] ?? 0) - 1 };
  });
  expect(measured.filter(({ off }) => !(Math.abs(off) <= 0.25))).toEqual([]);
});

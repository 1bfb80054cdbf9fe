import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStartOfKey, keyProblem, otherProviderOfKey } from './keys.ts';
import type { EndpointId } from './provider.ts';

describe('otherProviderOfKey', () => {
  it.each<[string, EndpointId, EndpointId | 'several' | undefined]>([
    ['sk-ant-api03-0a', 'openai', 'anthropic'],
    ['sk-ant-api03-0a', 'google', 'anthropic'],
    ['sk-ant-api03-0a', 'anthropic', undefined],
    ['sk-ant-', 'openai', 'anthropic'],
    ['sk-proj-0a', 'anthropic', 'openai'],
    ['sk-0a', 'openai', undefined],
    ['sk-antenna', 'openai', undefined],
    ['AIzaSy0a', 'openai', 'google'],
    ['AIzaSy0a', 'google', undefined],
    ['AQ.Ab0a', 'openai', 'google'],
    ['AQ.Ab0a', 'mistral', 'google'],
    ['AQ.Ab0ask-0a1b', 'google', 'several'],
    ['sk-proj-0aAQ.Ab0a', 'openai', 'several'],
    ['a-key-of-no-known-form', 'openai', undefined],
    ['', 'openai', undefined],
    // Pasted behind an older key.
    ['sk-proj-0ask-ant-api03-0a', 'openai', 'several'],
    ['sk-ant-api03-0ask-0a1b', 'anthropic', 'several'],
    ['AIzaSy0ask-ant-api03-0a', 'google', 'several'],
    ['sk-proj-0ask-proj-1b', 'openai', 'several'],
    ['0a1b2cAIzaSy0a', 'openai', 'several'],
    ['0a1b2cAIzaSy0a', 'google', undefined],
    ['sk-or-v1-0a', 'openrouter', undefined],
    ['sk-or-v1-0a', 'openai', 'openrouter'],
    ['sk-0a', 'openrouter', 'openai'],
    ['gsk_0a', 'groq', undefined],
    ['gsk_0a', 'xai', 'groq'],
    ['xai-0a', 'xai', undefined],
    ['xai-0a', 'local', 'xai'],
    // By chance within a key, or no beginning of one.
    ['sk-proj-0axai-0agsk_0a', 'openai', undefined],
    // They begin as OpenAI's do.
    ['sk-0a1b', 'deepseek', undefined],
    ['sk-ant-api03-0a', 'deepseek', 'anthropic'],
    ['0a1b2c3d', 'mistral', undefined],
    ['sk-0a', 'ollama', 'openai'],
  ])('[D5.2] %s in the field of %s: %s', (key, provider, other) => {
    expect(otherProviderOfKey(key, provider)).toBe(other);
  });
});

describe('isStartOfKey', () => {
  it.each(['s', 'sk', 'sk-', 'sk-a', 'sk-ant', 'A', 'AIz', 'AQ', 'sk-o', 'gsk', 'x', 'xai'])(
    '%s may become any key',
    (text) => {
      expect(isStartOfKey(text)).toBe(true);
    },
  );

  it.each(['', 'sk-ant-', 'sk-p', 'AIza', 'a', 'test'])('%j tells whose it is, or is nobody’s', (text) => {
    expect(isStartOfKey(text)).toBe(false);
  });
});

describe('keyProblem', () => {
  it.each(['', 'sk-proj-Abc_123', 'sk-ant-api03-x', '  AIzaSy-x_1\n'])('finds nothing wrong with %j', (key) => {
    expect(keyProblem(key)).toBeUndefined();
  });

  it.each([
    ['sk-abc def', 'The key contains a space or a line break. Copy it again.'],
    ['sk-abc\nsk-def', 'The key contains a space or a line break. Copy it again.'],
    ['sk-кey', 'The key contains a character that no key has: "к". Copy it again.'],
    ['sk-abc…', 'The key contains a character that no key has: "…". Copy it again.'],
    ['sk-\u200babc', 'The key contains a character that no key has: U+200B. Copy it again.'],
    ['sk-\u0007abc', 'The key contains a character that no key has: U+0007. Copy it again.'],
  ])('[D5.1] words what is wrong with %j', (key, problem) => {
    expect(keyProblem(key)).toBe(problem);
  });

  it('[D5.1] passes what a header can carry, and only that', () => {
    // Nearly all are printable: of wholly random texts none but the shortest would pass.
    const anyCode = fc.oneof(
      { weight: 60, arbitrary: fc.integer({ min: 0x21, max: 0x7e }) },
      { weight: 1, arbitrary: fc.nat(0x2ff) },
    );
    const anyKey = fc.array(anyCode, { maxLength: 60 }).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(anyKey, (key) => {
        const trimmed = key.trim();
        if (keyProblem(key) === undefined) expect(new Headers({ key: trimmed }).get('key')).toBe(trimmed);
        else expect(trimmed).toMatch(/[^\x21-\x7e]/);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { isStartOfKey, otherProviderOfKey } from './key-form.ts';
import type { EndpointId } from './provider.ts';

describe('otherProviderOfKey', () => {
  it.each<[string, EndpointId, EndpointId | 'several' | undefined]>([
    ['sk-ant-api03-0a', 'openai', 'anthropic'],
    ['sk-ant-api03-0a', 'google', 'anthropic'],
    ['sk-ant-api03-0a', 'anthropic', undefined],
    ['sk-ant-', 'openai', 'anthropic'],
    ['sk-proj-0a', 'anthropic', 'openai'],
    ['sk-0a', 'google', 'openai'],
    ['sk-0a', 'openai', undefined],
    ['sk-antenna', 'openai', undefined],
    ['AIzaSy0a', 'openai', 'google'],
    ['AIzaSy0a', 'google', undefined],
    ['a-key-of-no-known-form', 'openai', undefined],
    ['', 'openai', undefined],
    // Pasted behind an older key.
    ['sk-proj-0ask-ant-api03-0a', 'openai', 'several'],
    ['sk-proj-0ask-ant-api03-0a', 'anthropic', 'several'],
    ['sk-ant-api03-0ask-proj-0a', 'anthropic', 'several'],
    ['sk-ant-api03-0ask-0a1b', 'anthropic', 'several'],
    ['AIzaSy0ask-0a1b', 'google', 'several'],
    ['AIzaSy0ask-ant-api03-0a', 'google', 'several'],
    ['sk-proj-0aAIzaSy0a', 'openai', 'several'],
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
  it.each(['s', 'sk', 'sk-', 'sk-a', 'sk-ant', 'A', 'AIz', 'sk-o', 'gsk', 'x', 'xai'])(
    '%s may become any key',
    (text) => {
      expect(isStartOfKey(text)).toBe(true);
    },
  );

  it.each(['', 'sk-ant-', 'sk-p', 'AIza', 'a', 'test'])('%j tells whose it is, or is nobody’s', (text) => {
    expect(isStartOfKey(text)).toBe(false);
  });
});

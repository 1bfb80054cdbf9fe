import { describe, expect, it } from 'vitest';
import { CATALOG, DEFAULT_MODEL } from './catalog.ts';
import { isKnownModel, modelByName, modelName } from './model-by-name.ts';
import { PROVIDER_IDS } from './provider.ts';

describe('modelByName', () => {
  it.each([
    ['claude-3-opus-20240229', 'anthropic'],
    ['gemini-1.5-flash', 'google'],
    ['gpt-4o', 'openai'],
    ['o1-mini', 'openai'],
    ['chatgpt-4o-latest', 'openai'],
  ])('[S4.11] %s: %s', (id, endpoint) => {
    expect(modelByName(id)).toEqual({ endpoint, id });
    expect(isKnownModel(id)).toBe(true);
  });

  it('[S4.11] takes an unknown id for one of OpenAI’s', () => {
    expect(modelByName('mistral-large').endpoint).toBe('openai');
    expect(isKnownModel('mistral-large')).toBe(false);
  });

  it.each(PROVIDER_IDS)('agrees with the catalog of %s', (id) => {
    const { builtInModels, fallbackModels } = CATALOG[id];
    for (const model of [...builtInModels, ...fallbackModels]) {
      expect(model.endpoint).toBe(id);
      expect(modelByName(model.id).endpoint).toBe(id);
    }
  });

  it.each([
    ['openrouter::anthropic/claude-haiku-5.5:free', { endpoint: 'openrouter', id: 'anthropic/claude-haiku-5.5:free' }],
    ['ollama::qwen3:8b', { endpoint: 'ollama', id: 'qwen3:8b' }],
    ['local::a::b', { endpoint: 'local', id: 'a::b' }],
    ['gpt-4o', { endpoint: 'openai', id: 'gpt-4o' }],
  ] as const)('[D12.2] %s names its endpoint, and is the name of its model', (name, model) => {
    expect(modelByName(name)).toEqual(model);
    expect(modelName(model)).toBe(name);
  });

  it.each(['nowhere::gpt-4o', 'constructor::x', 'ollama'])('%s names no endpoint', (name) => {
    expect(modelByName(name)).toEqual({ endpoint: 'openai', id: name });
  });

  it('knows the default model', () => {
    expect(CATALOG.openai.builtInModels.map(({ id }) => id)).toContain(DEFAULT_MODEL.id);
  });
});

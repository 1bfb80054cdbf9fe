import { describe, expect, it } from 'vitest';
import { CATALOG, DEFAULT_MODEL } from './catalog.ts';
import { PROVIDER_IDS } from './provider.ts';
import { isKnownModel, providerOfModel } from './provider-of-model.ts';

describe('providerOfModel', () => {
  it.each([
    ['claude-3-opus-20240229', 'anthropic'],
    ['gemini-1.5-flash', 'google'],
    ['gpt-4o', 'openai'],
    ['o1-mini', 'openai'],
    ['chatgpt-4o-latest', 'openai'],
  ])('[S4.11] %s: %s', (id, provider) => {
    expect(providerOfModel(id)).toBe(provider);
    expect(isKnownModel(id)).toBe(true);
  });

  it('[S4.11] takes an unknown id for one of OpenAI’s', () => {
    expect(providerOfModel('mistral-large')).toBe('openai');
    expect(isKnownModel('mistral-large')).toBe(false);
  });

  it.each(PROVIDER_IDS)('agrees with the catalog of %s', (id) => {
    const { builtInModels, fallbackModels } = CATALOG[id];
    for (const model of [...builtInModels, ...fallbackModels]) {
      expect(model.provider).toBe(id);
      expect(providerOfModel(model.id)).toBe(id);
    }
  });

  it('knows the default model', () => {
    expect(CATALOG.openai.builtInModels.map(({ id }) => id)).toContain(DEFAULT_MODEL);
  });
});

import { expect, test } from 'vitest';
import { builtInModels, DEFAULT_MODEL, fallbackModels } from './endpoints.ts';

/** Specification, section 9, and the model ids that the project added where the specification omits them. */

const ids = (models: readonly { readonly id: string }[]) => models.map(({ id }) => id);
const names = (models: readonly { readonly displayName: string }[]) => models.map(({ displayName }) => displayName);

test('[S9.2] the default model', () => {
  expect(DEFAULT_MODEL).toEqual({ endpoint: 'openai', id: 'gpt-4-0125-preview' });
});

test('[S9.2] the built-in models', () => {
  expect(ids(builtInModels('openai'))).toEqual([
    ...['gpt-4o', 'gpt-4o-mini', 'gpt-4-turbo', 'gpt-4-0125-preview', 'gpt-3.5-turbo', 'o1-preview', 'o1-mini'],
  ]);
  expect(names(builtInModels('anthropic'))).toEqual([
    ...['Claude 3.5 Sonnet', 'Claude 3.5 Haiku', 'Claude 3 Opus', 'Claude 3 Sonnet', 'Claude 3 Haiku'],
  ]);
  expect(names(builtInModels('google'))).toEqual([
    'Gemini 1.5 Flash',
    'Gemini 1.5 Flash 8B',
    'Gemini 1.5 Pro',
    'Gemini 1.0 Pro',
  ]);
});

test('[S9.2] the fallback ids', () => {
  expect(ids(fallbackModels('anthropic'))).toEqual([
    ...['claude-3-5-sonnet-20241022', 'claude-3-5-haiku-20241022', 'claude-3-opus-20240229'],
    ...['claude-3-sonnet-20240229', 'claude-3-haiku-20240307'],
  ]);
  expect(ids(fallbackModels('google'))).toEqual([
    ...['gemini-1.5-flash', 'gemini-1.5-flash-8b', 'gemini-1.5-pro', 'gemini-1.0-pro', 'gemini-2.0-flash-exp'],
  ]);
});

import { describe, expect, it } from 'vitest';
import { keysOf } from '../../../test/settings-harness.ts';
import { modelByName } from '../../providers/model-by-name.ts';
import { byEndpoint } from '../../providers/provider.ts';
import { modelInUseWords, modelNote } from './model-in-use.ts';

const NO_KEY = { state: 'no-key' } as const;
const FACTS = {
  model: modelByName('gpt-9'),
  shownProvider: 'openai',
  awaitsPick: false,
  keys: keysOf({ openai: 'k' }),
  models: byEndpoint(() => NO_KEY),
} as const;

describe('modelInUseWords', () => {
  it.each([
    ['Translates with gpt-9 (OpenAI)', FACTS],
    // By its id, which is known before the live list is: the name must not change as the list comes.
    [
      'Translates with claude-3-haiku-20240307 (Anthropic)',
      { ...FACTS, model: modelByName('claude-3-haiku-20240307'), keys: keysOf({ anthropic: 'k' }) },
    ],
    [
      'Translates with a model of Google, whose list is being read',
      { ...FACTS, shownProvider: 'google', awaitsPick: true },
    ],
    // Without a key for the model before, Translate sends nothing to it.
    ['No model of Ollama is chosen', { ...FACTS, shownProvider: 'ollama', keys: keysOf({}) }],
    ['No model of DeepSeek is chosen', { ...FACTS, shownProvider: 'deepseek', keys: keysOf({}) }],
    ['Translates with gpt-9 (OpenAI)', { ...FACTS, shownProvider: 'ollama' }],
    ['Translates with gpt-9 (OpenAI)', { ...FACTS, keys: keysOf({}) }],
  ] as const)('%s', (words, facts) => {
    expect(modelInUseWords(facts)).toBe(words);
  });
});

describe('modelNote', () => {
  it.each([
    ['', FACTS],
    ['Models appear when you enter a key.', { ...FACTS, keys: { ...FACTS.keys, openai: '' } }],
    [
      'Models appear when you enter a key. Until then gpt-9 (OpenAI) translates.',
      { ...FACTS, shownProvider: 'google' },
    ],
    ['', { ...FACTS, shownProvider: 'google', awaitsPick: true, keys: { ...FACTS.keys, google: 'k' } }],
    [
      'gpt-9 (OpenAI) translates until you choose a model of Google.',
      { ...FACTS, shownProvider: 'google', keys: { ...FACTS.keys, google: 'k' } },
    ],
  ] as const)('%j', (words, facts) => {
    expect(modelNote(facts)).toBe(words);
  });
});

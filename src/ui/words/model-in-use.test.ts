import { describe, expect, it } from 'vitest';
import { keysOf } from '../../../test/settings-harness.ts';
import { modelByName } from '../../providers/models.ts';
import { byEndpoint } from '../../providers/provider.ts';
import { modelInUseWords, modelNote } from './model-words.ts';

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

  it('[D12.30] before a run: the model of the tab in front, or that none is chosen', () => {
    expect(modelInUseWords({ ...FACTS, shownProvider: 'ollama' }, false)).toBe('No model of Ollama is chosen');
  });
});

describe('modelNote', () => {
  const google = { ...FACTS, shownProvider: 'google' } as const;
  const googleWithKey = { ...google, keys: { ...FACTS.keys, google: 'k' } } as const;
  it.each([
    ['', FACTS, true],
    ['Models appear when you enter a key.', { ...FACTS, keys: { ...FACTS.keys, openai: '' } }, true],
    ['Models appear when you enter a key. Until then gpt-9 (OpenAI) translates.', google, true],
    ['Models appear when you enter a key. Until you choose one, nothing is sent.', google, false],
    ['', { ...googleWithKey, awaitsPick: true }, true],
    ['gpt-9 (OpenAI) translates until you choose a model of Google.', googleWithKey, true],
    ['Until you choose one, nothing is sent.', googleWithKey, false],
  ] as const)('%j', (words, facts, isRunning) => {
    expect(modelNote(facts, isRunning)).toBe(words);
  });
});

import { describe, expect, it } from 'vitest';
import { keysOf } from '../../test/settings-harness.ts';
import { modelByName } from '../providers/model-by-name.ts';
import { EMPTY_PROMPT, startProblem } from './start-problem.ts';

const keys = keysOf({ openai: 'a' });
const fit = { prompt: 'Translate.', model: modelByName('gpt-4o'), keys, awaitsPick: false };
const missing = 'No API key configured for provider: anthropic. Model: claude-9. Available keys: openai';

describe('startProblem', () => {
  it.each([
    ['none', fit, undefined],
    ['[S5.12] a missing key', { ...fit, model: modelByName('claude-9') }, missing],
    [
      'none while a model of a provider with a key is being picked',
      { ...fit, model: modelByName('claude-9'), awaitsPick: true },
      undefined,
    ],
    ['an empty prompt', { ...fit, prompt: '' }, EMPTY_PROMPT],
    ['a blank prompt', { ...fit, prompt: ' \n\t\u00a0' }, EMPTY_PROMPT],
    ['a blank prompt while a model is being picked', { ...fit, prompt: ' ', awaitsPick: true }, EMPTY_PROMPT],
    ['both: the key first', { ...fit, model: modelByName('claude-9'), prompt: '' }, missing],
  ])('%s', (_, settings, problem) => {
    expect(startProblem(settings)).toBe(problem);
  });
});

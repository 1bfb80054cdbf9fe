import { describe, expect, it, test } from 'vitest';
import { keysOf, startSettings } from '../../test/settings-harness.ts';
import { readCompatibleList } from '../providers/adapters/compatible.ts';
import { byEndpoint } from '../providers/endpoints.ts';
import { modelByName } from '../providers/models.ts';
import { EMPTY_PROMPT, livePrice, type SettingsState, startProblem } from './settings.ts';

const keys = keysOf({ openai: 'a' });
const NO_LIST = { state: 'no-key' } as const;
const fit = {
  prompt: 'Translate.',
  model: modelByName('gpt-4o'),
  keys,
  awaitsPick: false,
  shownProvider: 'openai',
  models: byEndpoint(() => NO_LIST),
} as const;
const ollama = { ...fit, shownProvider: 'ollama' } as const;
const noKeys = keysOf({});
const claude = { ...fit, model: modelByName('claude-9') } as const;
const emptyList = { ...fit.models, ollama: { state: 'live', models: [] } } as const;
const emptyOllama = { ...ollama, keys: noKeys, models: emptyList } as const;
const bothMissing = 'No API key configured for provider: openai. Model: gpt-4o. Available keys: none';
const missing = 'No API key configured for provider: anthropic. Model: claude-9. Available keys: openai';

describe('startProblem', () => {
  it.each([
    ['none', fit, undefined],
    ['[S5.12] a missing key', { ...claude, shownProvider: 'anthropic' }, missing],
    [
      'nothing while a model is being picked, although the key of the present model is missing',
      { ...claude, awaitsPick: true },
      undefined,
    ],
    ['an empty prompt', { ...fit, prompt: '' }, EMPTY_PROMPT],
    ['a blank prompt', { ...fit, prompt: ' \n\t\u00a0' }, EMPTY_PROMPT],
    ['a blank prompt while a model is being picked', { ...fit, prompt: ' ', awaitsPick: true }, EMPTY_PROMPT],
    ['the missing key if the prompt is empty, too', { ...claude, shownProvider: 'anthropic', prompt: '' }, missing],
    [
      '[D12.30] that the model belongs to another tab',
      ollama,
      'Choose a model of Ollama, or go back to OpenAI. Nothing was sent.',
    ],
    ['[D12.30] nothing while the list of the shown tab is read', { ...ollama, awaitsPick: true }, undefined],
    [
      '[D12.31] no missing key if the shown server needs none',
      { ...ollama, keys: noKeys },
      'Choose a model of Ollama. Nothing was sent.',
    ],
    ['[D12.31] that the shown server has no model', emptyOllama, 'Choose or load a model of Ollama. Nothing was sent.'],
    ['[S5.12] two missing keys', { ...fit, shownProvider: 'google', keys: noKeys }, bothMissing],
  ] as const)('reports %s', (_, settings, problem) => {
    expect(startProblem(settings)).toBe(problem);
  });
});

const LIST = {
  data: [
    { id: 'x/priced', pricing: { prompt: '0.0000005', completion: '0.000002' } },
    { id: 'x/routed', pricing: { prompt: '-1', completion: '-1' } },
    { id: 'x/silent' },
  ],
};

/** Settings with OpenRouter's list. */
function settings(address = 'http://localhost:9000/v1'): SettingsState {
  const { settings: started } = startSettings();
  const state = started.store.getState();
  const models = readCompatibleList('openrouter', LIST) ?? [];
  return {
    ...state,
    models: { ...state.models, openrouter: { state: 'live', models } },
    calls: { ...state.calls, addresses: { ...state.calls.addresses, local: address } },
  };
}

describe('the price of a model in the endpoint’s own list', () => {
  test.each([
    ['openrouter', 'x/priced', { input: 0.5, output: 2 }],
    ['openrouter', 'x/routed', undefined],
    ['openrouter', 'x/silent', undefined],
    ['openrouter', 'x/unlisted', undefined],
    ['openai', 'x/priced', undefined],
    ['ollama', 'any', { input: 0, output: 0 }],
    ['lmstudio', 'any', { input: 0, output: 0 }],
    ['llamacpp', 'any', { input: 0, output: 0 }],
    ['ollama', 'gpt-oss:120b-cloud', undefined],
    ['ollama', 'kimi-k2.5:cloud', undefined],
    ['ollama', 'cloud-writer:7b', { input: 0, output: 0 }],
    ['local', 'any', undefined],
    ['of another version', 'any', undefined],
  ])('the endpoint’s own list gives a price for %s, %s', (endpoint, id, price) =>
    expect(livePrice(settings(), { endpoint, id })).toEqual(price),
  );

  const entry = (id: string, owned_by: string, rest: object = {}) => ({ id, object: 'model', owned_by, ...rest });
  const FREE = { input: 0, output: 0 };
  test.each<readonly [string, readonly object[], object | undefined]>([
    ['Ollama', [entry('gemma4:latest', 'library'), entry('m', 'someone')], FREE],
    ['LM Studio', [entry('m', 'organization_owner')], FREE],
    ['llama.cpp', [entry('m', 'llamacpp', { meta: { n_ctx: 8_192 } })], FREE],
    ['LiteLLM', [entry('m', 'openai')], undefined],
    ['LiteLLM with Ollama behind it', [entry('ollama/gemma4', 'openai'), entry('m', 'openai')], undefined],
    ['vLLM', [entry('m', 'vllm')], undefined],
    [
      'a gateway with prices in its list',
      [entry('m', 'openai', { pricing: { prompt: '0.000001', completion: '0.000002' } })],
      { input: 1, output: 2 },
    ],
    ['nobody', [{ id: 'm' }], undefined],
  ])('[D9.26] reads the price of a model at another address from a list like that of %s', (_, data, price) => {
    const models = {
      ...fit.models,
      local: { state: 'live', models: readCompatibleList('local', { data }) ?? [] },
    } as const;
    expect(livePrice({ ...settings(), models }, { endpoint: 'local', id: 'm' })).toEqual(price);
  });

  test("[D9.26] a model on the computers of Ollama's company is not free, even at another address", () => {
    const data = [entry('gemma4:latest', 'library'), entry('gpt-oss:120b-cloud', 'library')];
    expect(readCompatibleList('local', { data })?.map(({ price }) => price)).toEqual([FREE, undefined]);
  });

  test('a model at an address on the internet is not free', () =>
    expect(livePrice(settings('https://models.example/v1'), { endpoint: 'local', id: 'any' })).toBeUndefined());
});

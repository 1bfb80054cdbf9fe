import { describe, expect, it } from 'vitest';
import { keysOf } from '../../../test/settings-harness.ts';
import type { FailureKind } from '../../providers/failure-kinds.ts';
import { modelByName } from '../../providers/models.ts';
import { byEndpoint, type EndpointId, type ModelInfo } from '../../providers/provider.ts';
import type { ModelListState } from '../../settings/settings.ts';
import { modelOfKey, modelSections } from '../panels/settings/model-list.tsx';
import { modelInUseWords, modelNote, modelProblem, modelSelectText } from './model-words.ts';

const model = (id: string): ModelInfo => ({
  ...modelByName(id),
  displayName: id.toUpperCase(),
});
const NO_KEY = { state: 'no-key' } as const;
const live = (...models: ModelInfo[]): ModelListState => ({ state: 'live', models });
const facts = (openai: ModelListState, id = 'gpt-9', shownProvider: EndpointId = 'openai') => ({
  model: modelByName(id),
  shownProvider,
  models: { ...byEndpoint(() => NO_KEY), openai },
});

describe('modelSections', () => {
  it('[S2.14] shows live models, and those without a key disabled with a suffix', () => {
    const [openai, anthropic] = modelSections(facts(live(model('gpt-9'))));
    expect(openai?.choices).toEqual([{ key: 'openai:gpt-9', label: 'GPT-9', disabled: false }]);
    expect(anthropic?.choices[0]).toMatchObject({ label: 'Claude 3.5 Sonnet (Add API Key)', disabled: true });
  });

  it('shows a model that is listed twice once', () => {
    expect(modelSections(facts(live(model('gpt-9'), model('gpt-9'))))[0]?.choices).toHaveLength(1);
  });

  it('[S2.14] says that a list is on its way', () => {
    expect(modelSections(facts({ state: 'loading' }))[0]?.choices).toMatchObject([
      { label: 'Loading models...', disabled: true },
    ]);
  });
});

describe('modelOfKey', () => {
  it('is the model of the list, with the endpoint that listed it', () => {
    const tuned = { endpoint: 'openai', id: 'ft:gpt-4o:claude-fans::1', displayName: 'Tuned' } as const;
    const { models } = facts(live(model('gpt-9'), tuned));
    expect(modelOfKey({ models }, 'openai:ft:gpt-4o:claude-fans::1')).toBe(tuned);
    expect(modelOfKey({ models }, 'openai:gpt-8')).toBeUndefined();
  });
});

describe('modelSelectText', () => {
  it.each([
    ['GPT-9', facts(live(model('gpt-9')))],
    ['gpt-8', facts(live(model('gpt-9')), 'gpt-8')],
    ['Loading models...', facts({ state: 'loading' })],
    ['Add openai API key', facts(NO_KEY)],
    ['Add openai API key', facts(live())],
    ['Add google API key', facts(live(model('gpt-9')), 'gpt-9', 'google')],
    ['Choose a model', facts(live(model('gpt-9')), 'claude-9')],
  ])('[S2.14] %s', (text, given) => {
    expect(modelSelectText(given)).toBe(text);
  });
});

describe('modelProblem', () => {
  it('speaks only of the provider in front', () => {
    expect(modelProblem(facts(live(model('gpt-9')), 'gpt-8'))).toContain('does not offer gpt-8');
    expect(modelProblem(facts(live(model('gpt-9')), 'gpt-8', 'google'))).toBeUndefined();
    expect(modelProblem(facts(live(model('gpt-9'))))).toBeUndefined();
    const failed = (kind: FailureKind, status: number): ModelListState => ({
      state: 'fallback',
      models: [],
      failure: { kind, message: 'Overloaded', status },
    });
    expect(modelProblem(facts(failed('server', 503)))).toContain('Overloaded');
    expect(modelProblem(facts(failed('bad-key', 403)))).toContain('Overloaded');
    expect(modelProblem(facts(failed('bad-key', 401))), 'told at the key').toBeUndefined();
  });
});

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
    ['No model of the server is chosen', { ...FACTS, shownProvider: 'local', keys: keysOf({}) }],
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

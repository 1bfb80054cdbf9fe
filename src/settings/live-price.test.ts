import { describe, expect, test } from 'vitest';
import { startSettings } from '../../test/settings-harness.ts';
import { readCompatibleList } from '../providers/adapters/compatible.ts';
import { livePrice } from './live-price.ts';
import type { SettingsState } from './settings-state.ts';

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

describe('what an endpoint itself says that a model costs', () => {
  test.each([
    ['openrouter', 'x/priced', { input: 0.5, output: 2 }],
    ['openrouter', 'x/routed', undefined],
    ['openrouter', 'x/silent', undefined],
    ['openrouter', 'x/unlisted', undefined],
    ['openai', 'x/priced', undefined],
    ['ollama', 'any', { input: 0, output: 0 }],
    ['local', 'any', { input: 0, output: 0 }],
    ['of another version', 'any', undefined],
  ])('%s, %s', (endpoint, id, price) => expect(livePrice(settings(), { endpoint, id })).toEqual(price));

  test('an address on the internet is no server of this computer', () =>
    expect(livePrice(settings('https://models.example/v1'), { endpoint: 'local', id: 'any' })).toBeUndefined());
});

import { describe, expect, it } from 'vitest';
import { createFakeStorage } from '../../../test/fake-storage.ts';
import { createPreferences } from '../../storage/preferences.ts';
import { languagesOf } from './language-pair.ts';

const PIRATE = { name: 'Pirate', text: 'Like a pirate.' };

describe('languagesOf', () => {
  it('[D11.4] keeps recent languages and own prompts, and nothing else', () => {
    const storage = createFakeStorage();
    languagesOf(createPreferences(storage)).setState({
      recent: ['de', 'pt-BR'],
      prompts: [PIRATE],
      from: 'en',
      into: 'fr',
      tone: 'formal',
    });
    expect(languagesOf(createPreferences(storage)).getState()).toEqual({
      ...{ recent: ['de', 'pt-BR'], prompts: [PIRATE] },
      ...{ from: null, into: null, tone: null },
    });
  });

  it.each([
    ['truncated', '{"recent":["de"],"pro', { recent: [], prompts: [] }],
    ['null', 'null', { recent: [], prompts: [] }],
    ['an array', '[1,2]', { recent: [], prompts: [] }],
    ['recent', JSON.stringify({ recent: ['de', 5], prompts: [PIRATE] }), { recent: ['de'], prompts: [PIRATE] }],
    ['prompts', JSON.stringify({ recent: ['de'], prompts: [{ name: 1 }] }), { recent: ['de'], prompts: [] }],
  ])('what is broken is as if it were missing, each part and each item by itself: %s', (_, text, read) => {
    const storage = createFakeStorage([['languages', text]]);
    expect(languagesOf(createPreferences(storage)).getState()).toMatchObject(read);
  });
});

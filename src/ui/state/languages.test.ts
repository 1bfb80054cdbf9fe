import { describe, expect, it } from 'vitest';
import { createFakeStorage } from '../../../test/fake-storage.ts';
import { createKeptValues } from '../../storage/preferences.ts';
import { createLanguages } from './languages.ts';

const PIRATE = { name: 'Pirate', text: 'Like a pirate.' };

function stored(text: string) {
  const storage = createFakeStorage();
  storage.setItem('languages', text);
  return createLanguages(createKeptValues(storage).languages).getState();
}

describe('createLanguages', () => {
  it('[D11.4] keeps recent languages and own prompts, and nothing else', () => {
    const storage = createFakeStorage();
    createLanguages(createKeptValues(storage).languages).setState({
      recent: ['de', 'pt-BR'],
      prompts: [PIRATE],
      from: 'en',
      into: 'fr',
      tone: 'formal',
    });
    expect(createLanguages(createKeptValues(storage).languages).getState()).toEqual({
      ...{ recent: ['de', 'pt-BR'], prompts: [PIRATE] },
      ...{ from: null, into: null, tone: null },
    });
  });

  it.each([
    ['truncated', '{"recent":["de"],"pro'],
    ['a number', '5'],
    ['null', 'null'],
    ['an array', '[1,2]'],
    ['plain text', 'hello'],
    ['prototype keys', '{"__proto__":{"polluted":true}}'],
  ])('what is broken is as if it were missing: %s', (_, text) => {
    expect(stored(text)).toMatchObject({ recent: [], prompts: [] });
    expect('polluted' in {}).toBe(false);
  });

  it('each part falls back by itself', () => {
    expect(stored(JSON.stringify({ recent: ['de', 5], prompts: [PIRATE] }))).toMatchObject({
      recent: [],
      prompts: [PIRATE],
    });
    expect(stored(JSON.stringify({ recent: ['de'], prompts: [{ name: 1 }] }))).toMatchObject({
      recent: ['de'],
      prompts: [],
    });
  });

  it('works without a storage, and with one that refuses', () => {
    const full = {
      getItem: () => null,
      removeItem: () => {},
      setItem: () => {
        throw new Error('full');
      },
    };
    for (const storage of [null, full]) {
      const languages = createLanguages(createKeptValues(storage).languages);
      languages.setState({ recent: ['de'] });
      expect(languages.getState().recent).toEqual(['de']);
    }
  });
});

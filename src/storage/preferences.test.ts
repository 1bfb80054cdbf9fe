import { expect, test } from 'vitest';
import { CLOSED_STORAGE, createFakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import type { LanguageChoices } from '../settings/settings.ts';
import { createPreferences } from './preferences.ts';
import type { TextStorage } from './stored-value.ts';

function shownIn(storage: TextStorage | null) {
  const { view, draft, wishes } = createPreferences(storage);
  return { view: view.read(), draft: draft.read(), wishes: wishes.read() };
}

const DRAFT = { film: '45\n…', number: 21, original: 'Где?', base: 'Where?', text: 'Where a' };

test('restores view, draft and wishes, each stored separately', () => {
  const storage = createFakeStorage();
  const kept = createPreferences(storage);
  kept.draft.write(DRAFT);
  kept.view.write('lines');
  kept.wishes.write(['She is a woman.']);
  expect(shownIn(storage)).toEqual({ view: 'lines', draft: DRAFT, wishes: ['She is a woman.'] });
  kept.draft.write(null);
  expect(shownIn(storage)).toEqual({ view: 'lines', draft: null, wishes: ['She is a woman.'] });
});

test.each([
  ['nothing', {}],
  ['unknown values', { view: 'table', lineDraft: '{"number":"x"}', lineWishes: '[1]' }],
  ['no JSON', { lineDraft: '{' }],
])('falls back to the text view and no draft if the storage has %s', (_, content) => {
  expect(shownIn(createFakeStorage(Object.entries(content)))).toEqual({ view: 'text', draft: null, wishes: [] });
});

test('restores how the result is saved, and replaces unusable values by the defaults', () => {
  const storage = createFakeStorage();
  const saving = { main: 'save-as', language: 'pt-BR', prompt: 'Into Brazilian.', options: { both: 'below' } } as const;
  createPreferences(storage).saving.write(saving);
  expect(createPreferences(storage).saving.read()).toEqual(saving);
  storage.setItem('saving', '{"main":"save-as","options":{"both":1}}');
  expect(createPreferences(storage).saving.read()).toEqual({ main: null, options: {} });
});

test('drops only the broken items of a stored text: the spending limit, own prompts and drafts stay', () => {
  const prompt = { name: 'Mine', text: 'Translate.' };
  const kept = createPreferences(
    createFakeStorage(
      Object.entries({
        prices: '{"own":{"openai:gpt-5":{"input":"1"}},"stopAt":5}',
        languages: JSON.stringify({ recent: ['de', 7], prompts: [{ name: 'Half' }, prompt] }),
        heldDrafts: JSON.stringify([{ ...DRAFT, number: 'x' }, DRAFT]),
        lineWishes: '[1,"Shorter."]',
      }),
    ),
  );
  expect(kept.prices.read()).toEqual({ own: {}, stopAt: 5 });
  expect(kept.languages.read()).toEqual({ toneChosen: null, recent: ['de'], prompts: [prompt] });
  expect(kept.heldDrafts.read()).toEqual([DRAFT]);
  expect(kept.wishes.read()).toEqual(['Shorter.']);
});

test('[D11.4] stores the recent languages, own prompts and the tone that was chosen last, but no other choice of languages', () => {
  const storage = createFakeStorage();
  const prompts = [{ name: 'Pirate', text: 'Like a pirate.' }];
  const stored = { toneChosen: 'formal', recent: ['de', 'pt-BR'], prompts } as const;
  const said: LanguageChoices = { from: 'en', into: 'fr', tone: 'formal', ...stored };
  createPreferences(storage).languages.write(said);
  expect(createPreferences(storage).languages.read()).toEqual(stored);
});

test('reports nothing if the storage is missing, full or closed', () => {
  createPreferences(null).theme.write('dark');
  expect(createPreferences(null).theme.read()).toBe('system');
  const full = createFakeStorage();
  full.fault = () => QUOTA_ERRORS[0];
  createPreferences(full).theme.write('dark');
  const closed = createPreferences(CLOSED_STORAGE).theme;
  closed.write('dark');
  expect(closed.read()).toBe('system');
});

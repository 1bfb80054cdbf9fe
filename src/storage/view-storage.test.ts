import { expect, test } from 'vitest';
import { createFakeStorage } from '../../test/fake-storage.ts';
import { createViewStorage } from './view-storage.ts';

const DRAFT = { number: 21, original: 'Где?', base: 'Where?', text: 'Where a' };

test('view, draft and what was told the model come back, each kept by itself', () => {
  const storage = createFakeStorage();
  const kept = createViewStorage(storage);
  kept.keepDraft(DRAFT);
  kept.keepView('lines');
  kept.keepWishes(['She is a woman.']);
  expect(createViewStorage(storage).load()).toEqual({ view: 'lines', draft: DRAFT, wishes: ['She is a woman.'] });
  kept.keepDraft(null);
  expect(createViewStorage(storage).load()).toEqual({ view: 'lines', draft: null, wishes: ['She is a woman.'] });
});

test.each([
  ['nothing', []],
  [
    'what is none',
    [
      ['view', 'table'],
      ['lineDraft', '{"number":"x"}'],
      ['lineWishes', '[1]'],
    ],
  ],
  ['no JSON', [['lineDraft', '{']]],
] as const)('of %s comes the view of texts, and no draft', (_, content) => {
  expect(createViewStorage(createFakeStorage(content)).load()).toEqual({ view: 'text', draft: null, wishes: [] });
});

test('without a storage nothing is kept, and nothing fails', () => {
  const kept = createViewStorage(null);
  kept.keepView('lines');
  kept.keepDraft(DRAFT);
  kept.keepWishes(['x']);
  expect(kept.load()).toEqual({ view: 'text', draft: null, wishes: [] });
});

test('how the result is saved comes back; what cannot be used is as usual', () => {
  const storage = createFakeStorage();
  const saving = { main: 'save-as', options: { both: 'below', lineEnds: 'tv' } } as const;
  createViewStorage(storage).keepSaving(saving);
  expect(createViewStorage(storage).loadSaving()).toEqual(saving);
  storage.setItem('saving', '{"main":"save-as","options":{"both":1}}');
  expect(createViewStorage(storage).loadSaving()).toEqual({ main: 'download', options: {} });
});

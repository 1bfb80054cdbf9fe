import { expect, test } from 'vitest';
import { createFakeStorage } from '../../test/fake-storage.ts';
import { modelByName } from '../providers/models.ts';
import { createPreferences } from '../storage/preferences.ts';
import type { TextStorage } from '../storage/stored-value.ts';
import { createKeptPaces } from './kept-paces.ts';

const HOUR_MS = 3_600_000;
const GPT_4O = modelByName('gpt-4o');
const SOL = modelByName('gpt-6-sol');

function at(storage: TextStorage, hours: number) {
  return createKeptPaces(createPreferences(storage).paces, () => hours * HOUR_MS);
}

test('remembers a pace for one day and one model, and forgets a pace that was wrong', () => {
  const texts = createFakeStorage();
  at(texts, 0).write(GPT_4O, { mostAtOnce: 80 });
  at(texts, 1).write(SOL, { mostAtOnce: 8 });
  expect(at(texts, 23).read(GPT_4O)).toMatchObject({ mostAtOnce: 80 });
  expect(at(texts, 23).read({ ...GPT_4O, endpoint: 'google' }), 'another model of that name').toBeUndefined();
  expect(at(texts, 25).read(GPT_4O)).toBeUndefined();
  expect(at(texts, 24).read(SOL)).toMatchObject({ mostAtOnce: 8 });
  at(texts, 24).write(SOL, undefined);
  expect(at(texts, 24).read(SOL)).toBeUndefined();
});

test.each(['{', '[]', '{"openai:gpt-4o": 7}', '{"openai:gpt-4o": {"mostAtOnce": -1, "at": 0}}'])(
  'ignores the broken stored paces %s',
  (text) => {
    expect(at(createFakeStorage([['paces', text]]), 0).read(GPT_4O)).toBeUndefined();
  },
);

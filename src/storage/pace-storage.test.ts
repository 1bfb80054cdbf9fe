import { expect, test } from 'vitest';
import { createPaceStorage } from './pace-storage.ts';

const HOUR_MS = 3_600_000;

function at(texts: Map<string, string>, hours: number) {
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
  return createPaceStorage(storage, () => hours * HOUR_MS);
}

test('what was found out is known for a day, for its model alone, and can be found wrong', () => {
  const texts = new Map<string, string>();
  at(texts, 0).write('gpt-4o', { mostAtOnce: 80 });
  at(texts, 1).write('gpt-6-sol', { mostAtOnce: 8 });
  expect(at(texts, 23).read('gpt-4o')).toMatchObject({ mostAtOnce: 80 });
  expect(at(texts, 25).read('gpt-4o')).toBeUndefined();
  expect(at(texts, 24).read('gpt-6-sol')).toMatchObject({ mostAtOnce: 8 });
  at(texts, 24).write('gpt-6-sol', undefined);
  expect(at(texts, 24).read('gpt-6-sol')).toBeUndefined();
});

test.each(['{', '[]', '{"gpt-4o": 7}', '{"gpt-4o": {"mostAtOnce": -1, "at": 0}}'])('%s is nothing known', (text) => {
  expect(at(new Map([['paces', text]]), 0).read('gpt-4o')).toBeUndefined();
});

test('without a storage nothing is known', () => {
  const paces = createPaceStorage(null, () => 0);
  paces.write('gpt-4o', { mostAtOnce: 80 });
  expect(paces.read('gpt-4o')).toBeUndefined();
});

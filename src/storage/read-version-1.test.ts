import { expect, test, vi } from 'vitest';
import { readOldDatabase } from './read-version-1.ts';

test('finds nothing in a database of version 1 without a store, and closes it', async () => {
  const close = vi.fn();
  const transaction = () => {
    throw new DOMException('No such store', 'NotFoundError');
  };
  const request = {
    result: { objectStoreNames: { contains: () => false }, transaction, close },
    set onsuccess(then: () => void) {
      queueMicrotask(then);
    },
  };
  vi.stubGlobal('indexedDB', { open: () => request });
  expect(await readOldDatabase('subtitle-translator', ['phrases'])).toBeUndefined();
  expect(close).toHaveBeenCalledOnce();
});

import { expect, test } from 'vitest';
import { createFakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { createThemeStorage } from './settings-storage.ts';

test('keeps the theme for the next visit', () => {
  const storage = createFakeStorage();
  expect(createThemeStorage(storage).initial).toBe('system');
  createThemeStorage(storage).keep('dark');
  expect(createThemeStorage(storage).initial).toBe('dark');
  createThemeStorage(storage).keep('system');
  expect(createThemeStorage(storage).initial).toBe('system');
});

test.each(['', 'null', 'purple', '{"a":1}', '"dark'])('%j is no theme: as the system has it', (text) => {
  expect(createThemeStorage(createFakeStorage([['theme', text]])).initial).toBe('system');
});

test('a storage that is missing, full or refuses is not worth a word', () => {
  createThemeStorage(null).keep('dark');
  expect(createThemeStorage(null).initial).toBe('system');
  const full = createFakeStorage();
  full.fault = () => QUOTA_ERRORS[0];
  createThemeStorage(full).keep('dark');
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const closed = createThemeStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
  closed.keep('dark');
  expect(closed.initial).toBe('system');
});

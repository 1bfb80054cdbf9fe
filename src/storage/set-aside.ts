import type { TextStorage } from './stored-value.ts';

const PLACES = 9;

/** Where broken values of a key are kept, in the order of use. The last place is used again and again. */
export const asideKeys = (key: string): readonly string[] =>
  Array.from({ length: PLACES }, (_, index) => (index === 0 ? `broken:${key}` : `broken:${key}:${index + 1}`));

/**
 * Keeps a broken text under another key, so that nothing is ever deleted for being unreadable. In a full storage the
 * text is moved instead of copied. Never throws: where even that fails, the text stays where it is until its key is written.
 */
export function setAside(storage: TextStorage, key: string, text: string): void {
  try {
    const places = asideKeys(key);
    const free = places.find((place) => [null, text].includes(storage.getItem(place))) ?? places.at(-1) ?? key;
    try {
      storage.setItem(free, text);
    } catch {
      move(storage, key, free, text);
    }
  } catch {
    // A storage that cannot even be read holds nothing to save.
  }
}

function move(storage: TextStorage, from: string, to: string, text: string): void {
  storage.removeItem(from);
  try {
    storage.setItem(to, text);
  } catch {
    storage.setItem(from, text);
  }
}

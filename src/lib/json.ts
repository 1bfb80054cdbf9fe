import { memoizeByObject } from './memo.ts';

/** The value of a JSON text; undefined (which no JSON text means) when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object's JSON text, encoded once: when one of 500 batches finishes, that is one small text. */
export const jsonOf = memoizeByObject((value: object) => JSON.stringify(value));

const itemText = (item: unknown): string =>
  typeof item === 'object' && item !== null ? jsonOf(item) : JSON.stringify(item ?? null);

/** The JSON text of any part of a state; a list's is made of its items' texts, undefined items are written as null. */
export function partText(part: unknown): string {
  if (!Array.isArray(part)) return itemText(part);
  // In one piece: around a film's text brackets would be a second copy of it, at each save.
  const texts = ['[', ...part.flatMap((item, at) => (at === 0 ? itemText(item) : [',', itemText(item)])), ']'];
  return texts.join('');
}

/** One value that is kept between visits. Neither call throws: without a storage nothing is kept. */
export interface Preference<T> {
  /** As it is stored now; its default where it is absent or broken. */
  read(): T;
  write(value: T): void;
}

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
export const partText = (part: unknown): string =>
  Array.isArray(part) ? `[${part.map(itemText).join(',')}]` : itemText(part);

/** One value that is kept between visits. Neither call throws: without a storage nothing is kept. */
export interface Preference<T> {
  /** As it is stored now; its default where it is absent or broken. */
  read(): T;
  write(value: T): void;
}

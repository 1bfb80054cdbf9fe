import { memoizeByObject } from './memo.ts';

/** undefined, which no JSON text means, if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON text of an object, encoded once. When one of 500 batches finishes, only that one is encoded. */
export const jsonOf = memoizeByObject((value: object) => JSON.stringify(value));

const itemText = (item: unknown): string =>
  typeof item === 'object' && item !== null ? jsonOf(item) : JSON.stringify(item ?? null);

/** The JSON text of a part of a state. Lists are joined from the texts of their items; undefined items become null. */
export function partText(part: unknown): string {
  if (!Array.isArray(part)) return itemText(part);
  // Join once: adding brackets around a film's text would copy it at each save.
  const texts = ['[', ...part.flatMap((item, at) => (at === 0 ? itemText(item) : [',', itemText(item)])), ']'];
  return texts.join('');
}

/** A value that is kept between visits. Never throws: without storage nothing is kept. */
export interface Preference<T> {
  /** The stored value, or the default if it is missing or damaged. */
  read(): T;
  write(value: T): void;
}

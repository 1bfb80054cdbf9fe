import { memoizeByObject } from './memo.ts';

/** undefined if the text is not JSON. No JSON text means undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON text of an object, encoded once per object. When one of 500 batches finishes, only that batch is encoded again. */
export const jsonOf = memoizeByObject((value: object) => JSON.stringify(value));

const itemText = (item: unknown): string =>
  typeof item === 'object' && item !== null ? jsonOf(item) : JSON.stringify(item ?? null);

/** The JSON text of a part of a state. A list is joined from the texts of its items. undefined items become null. */
export function partText(part: unknown): string {
  if (!Array.isArray(part)) return itemText(part);
  // Joined once, because brackets around a film's text would copy the text at each save.
  const texts = ['[', ...part.flatMap((item, at) => (at === 0 ? itemText(item) : [',', itemText(item)])), ']'];
  return texts.join('');
}

/** A value that stays between visits. Never throws. Without storage nothing stays. */
export interface Preference<T> {
  /** The stored value. The default if it is missing or damaged. */
  read(): T;
  write(value: T): void;
}

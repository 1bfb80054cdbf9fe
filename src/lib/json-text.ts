/** Computes each object's output once; states never change. When one of 500 batches finishes, one small text is encoded. */
export function once<Input extends object, Output>(make: (input: Input) => Output): (input: Input) => Output {
  const made = new WeakMap<Input, { readonly output: Output }>();
  return (input) => {
    const known = made.get(input) ?? { output: make(input) };
    made.set(input, known);
    return known.output;
  };
}

/** An object's JSON text. */
export const jsonOf = once((value: object) => JSON.stringify(value));

/** A list's JSON text, made of its items' texts; undefined items are written as null. */
export const listText = (items: readonly unknown[]): string => `[${items.map(itemText).join(',')}]`;

const itemText = (item: unknown): string =>
  typeof item === 'object' && item !== null ? jsonOf(item) : JSON.stringify(item ?? null);

/** The JSON text of any part of a state. */
export const partText = (part: unknown): string => (Array.isArray(part) ? listText(part) : itemText(part));

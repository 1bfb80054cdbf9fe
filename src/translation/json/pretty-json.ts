/** A JSON object with 4 spaces of indentation (specification, section 5), keys in ascending order. */
export function prettyJson(members: Iterable<readonly [key: string, value: unknown]>): string {
  // Written by hand, so that no foreign key such as "__proto__" is assigned to an object.
  const lines = [...members]
    .sort(([a], [b]) => compareKeys(a, b))
    .map(([key, value]) => `    ${JSON.stringify(key)}: ${indented(value)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

/** JSON strings contain no line ends, so every "\n" belongs to the indentation. */
const indented = (value: unknown): string => JSON.stringify(value, null, 4).replaceAll('\n', '\n    ');

/** Numbers first, ascending; all other keys after them in their order. */
function compareKeys(a: string, b: string): number {
  const [first, second] = [rank(a), rank(b)];
  return first === second ? 0 : first - second;
}

const rank = (key: string): number => (/^\d+$/.test(key) ? Number(key) : Number.POSITIVE_INFINITY);

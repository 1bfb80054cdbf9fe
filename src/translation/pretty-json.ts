/** A JSON object with 4 spaces of indentation (specification, section 5), its members in ascending order of their keys. */
export function prettyJson(members: Iterable<readonly [key: string, value: unknown]>): string {
  // Written member by member, so that no foreign key is ever assigned to an object.
  const lines = [...members]
    .sort(([a], [b]) => compareKeys(a, b))
    .map(([key, value]) => `    ${JSON.stringify(key)}: ${indented(value)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

/** JSON has no line ends inside its strings, so that every "\n" is one of the indentation. */
const indented = (value: unknown): string => JSON.stringify(value, null, 4).replaceAll('\n', '\n    ');

/** Numbers first; all others after them, in the order they came. */
function compareKeys(a: string, b: string): number {
  const [first, second] = [rank(a), rank(b)];
  return first === second ? 0 : first - second;
}

const rank = (key: string): number => (/^\d+$/.test(key) ? Number(key) : Number.POSITIVE_INFINITY);

/**
 * Whether a character is one that a part of a regular expression stands for, as the browser understands that part alone:
 * "a", ".", "[a-z]", "\p{L}". Remembered by character.
 */
export function characterTest(part: string, matchCase: boolean): (codePoint: number) => boolean {
  const native = new RegExp(`^(?:${part})$`, matchCase ? 'u' : 'iu');
  const known = new Map<number, boolean>();
  return (codePoint) => {
    const before = known.get(codePoint);
    if (before !== undefined) return before;
    const matches = native.test(String.fromCodePoint(codePoint));
    known.set(codePoint, matches);
    return matches;
  };
}

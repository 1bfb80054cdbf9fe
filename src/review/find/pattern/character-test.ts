/**
 * Makes the test whether a character matches one part of a regular expression ("a", ".", "[a-z]", "\p{L}"). The browser's own regular
 * expressions decide; each character's answer is remembered.
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

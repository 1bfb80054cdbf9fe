/**
 * Why a key cannot be used, as a sentence for its field; undefined: it can be used.
 * A header carries printable ASCII; a space or another character in a key comes from copying too much.
 */
export function keyProblem(key: string): string | undefined {
  const unfit = /[^\x21-\x7e]/u.exec(key.trim())?.[0];
  if (unfit === undefined) return undefined;
  if (/\s/u.test(unfit)) return 'The key contains a space or a line break. Copy it again.';
  const codePoint = (unfit.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const shown = /[\p{C}\p{Z}]/u.test(unfit) ? `U+${codePoint}` : `"${unfit}"`;
  return `The key contains a character that no key has: ${shown}. Copy it again.`;
}

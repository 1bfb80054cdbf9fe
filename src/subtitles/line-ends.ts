import { withPlainLineEnds } from './lines.ts';

/** The line end that a text's first line has. */
export const lineEndOf = (text: string): string => /\r\n?|\n/.exec(text)?.[0] ?? '\n';

/** The text with the line ends that `like` has. */
export function withLineEndsLike(text: string, like: string): string {
  const plain = withPlainLineEnds(text);
  const end = lineEndOf(like);
  return end === '\n' ? plain : plain.replaceAll('\n', end);
}

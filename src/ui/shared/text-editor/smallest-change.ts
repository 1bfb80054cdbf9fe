/** A piece of the old text, from one offset to another, and what stands in its place. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** What must change to make `after` of `before`, without what both begin and end with; null when they are equal. */
export function smallestChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++;
  }
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

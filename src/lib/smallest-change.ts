/** A piece of the old text, from one offset to another, and what stands in its place. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** Compared as a whole: many times faster than letter by letter, in texts of a million letters. */
const CHUNK = 4_096;

/** What must change to make `after` of `before`, without what both begin and end with; null when they are equal. */
export function smallestChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  const from = sharedStart(before, after, shorter);
  const end = sharedEnd(before, after, shorter - from);
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** How many letters both begin with, `most` at most. */
function sharedStart(one: string, other: string, most: number): number {
  let count = 0;
  while (count + CHUNK <= most && one.slice(count, count + CHUNK) === other.slice(count, count + CHUNK)) count += CHUNK;
  while (count < most && one.charCodeAt(count) === other.charCodeAt(count)) count++;
  return count;
}

/** How many letters both end with, `most` at most. */
function sharedEnd(one: string, other: string, most: number): number {
  const chunkAt = (text: string, count: number) => text.slice(text.length - count - CHUNK, text.length - count);
  let count = 0;
  while (count + CHUNK <= most && chunkAt(one, count) === chunkAt(other, count)) count += CHUNK;
  while (count < most && one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)) count++;
  return count;
}

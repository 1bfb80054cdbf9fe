/** A piece of a text; `isNew`: of words that the other text does not have there. */
interface WordPiece {
  readonly text: string;
  readonly isNew: boolean;
}

/** What of `after` differs from `before`, word by word; the pieces together are `after`. For texts of a few lines: it takes words × words. */
export function changedWords(before: string, after: string): readonly WordPiece[] {
  const [was, now] = [before.split(/(?<=\s)/), after.split(/(?<=\s)/)];
  const common = commonWords(was, now);
  const pieces: { text: string; isNew: boolean }[] = [];
  const add = (text: string, isNew: boolean) => {
    const last = pieces.at(-1);
    if (last?.isNew === isNew) last.text += text;
    else pieces.push({ text, isNew });
  };
  let from = 0;
  for (const [place, word] of now.entries()) {
    // Words of the other text that are not in this one are passed over.
    while (from < was.length && !isSame(was[from], word) && common(from + 1, place) >= common(from, place + 1)) from++;
    const isKnown = from < was.length && isSame(was[from], word);
    add(word, !isKnown);
    if (isKnown) from++;
  }
  return pieces;
}

const isSame = (one: string | undefined, other: string | undefined): boolean => one?.trim() === other?.trim();

/** How many words both have in common, in the same order, from two places on. */
function commonWords(was: readonly string[], now: readonly string[]): (from: number, place: number) => number {
  const counts = Array.from({ length: was.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const at = (from: number, place: number) => counts[from]?.[place] ?? 0;
  for (let from = was.length - 1; from >= 0; from--) {
    for (let place = now.length - 1; place >= 0; place--) {
      const row = counts[from] ?? [];
      row[place] = isSame(was[from], now[place])
        ? at(from + 1, place + 1) + 1
        : Math.max(at(from + 1, place), at(from, place + 1));
    }
  }
  return at;
}

/** The text between two offsets of the old text, and what replaces it. */
interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** Characters compared at once: many times faster than one by one in texts of a million characters. */
const CHUNK = 4_096;

/** The one replacement that makes `after` of `before`, without their common beginning and end; null when both are equal. */
export function smallestChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  const from = sharedStart(before, after, shorter);
  const end = sharedEnd(before, after, shorter - from);
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** How many characters both texts begin with, counted up to `most`. */
function sharedStart(one: string, other: string, most: number): number {
  let count = 0;
  while (count + CHUNK <= most && one.slice(count, count + CHUNK) === other.slice(count, count + CHUNK)) count += CHUNK;
  while (count < most && one.charCodeAt(count) === other.charCodeAt(count)) count++;
  return count;
}

/** How many characters both texts end with, counted up to `most`. */
function sharedEnd(one: string, other: string, most: number): number {
  const chunkAt = (text: string, count: number) => text.slice(text.length - count - CHUNK, text.length - count);
  let count = 0;
  while (count + CHUNK <= most && chunkAt(one, count) === chunkAt(other, count)) count += CHUNK;
  while (count < most && one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)) count++;
  return count;
}

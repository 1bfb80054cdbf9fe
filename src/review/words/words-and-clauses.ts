import { SPACELESS } from './words-of.ts';

/** Whether two texts that are not empty are joined without a space. */
export function joinsWithoutSpace(one: string, other: string): boolean {
  const [end = '', start = ''] = [[...one].at(-1), [...other].at(0)];
  return SPACELESS.test(end)
    ? SPACELESS.test(start) || /\p{P}/u.test(start)
    : /[、。！？…，；：」』）]/u.test(end) && SPACELESS.test(start);
}

/** Length of a text's first word, with everything before the word and with marks that stand alone behind it ("Quoi ?"). */
export function firstWordLength(text: string): number {
  const chunks = [...text.matchAll(/\S+/gu)];
  const index = chunks.findIndex(([chunk]) => hasWord(chunk));
  const chunk = chunks[index];
  if (!chunk) return text.length;
  if (SPACELESS.test(chunk[0])) return chunk.index + secondWordOf(chunk[0]);
  const next = chunks[index + 1];
  return next && /^[?!;:»…]+$/u.test(next[0]) ? next.index + next[0].length : chunk.index + chunk[0].length;
}

/** The offset of a text's last word; marks and notes behind the word belong to it. */
export function lastWordStart(text: string): number {
  const chunk = [...text.matchAll(/\S+/gu)].findLast(([written]) => hasWord(written));
  if (!chunk) return 0;
  if (!SPACELESS.test(chunk[0])) return chunk.index;
  return chunk.index + (segmentsOf(chunk[0]).findLast(({ isWordLike }) => isWordLike)?.index ?? 0);
}

/** Length of the first clause, up to a line break or mark; undefined: the text is one clause. */
export const firstClauseLength = (text: string): number | undefined => clauseEndsOf(text)[0];

/** The offset of the last clause; undefined: the text is one clause. */
export const lastClauseStart = (text: string): number | undefined => clauseEndsOf(text).at(-1);

export const hasWord = (text: string): boolean => WORD_LETTER.test(text);

/** A clause ends at a line break, at marks that a space follows, at marks of Chinese or Japanese. */
const CLAUSE_END = /\n|[.,!?…;:،؛؟।]+["'»”’)\]]*|[。、！？，；：]+[」』）”]*/gu;

/** The offsets at which a clause ends and another one with words follows. */
function clauseEndsOf(text: string): readonly number[] {
  const firstWord = text.search(WORD_LETTER);
  const lastWord = [...text.matchAll(/[\p{L}\p{N}]+/gu)].at(-1)?.index ?? -1;
  return [...text.matchAll(CLAUSE_END)]
    .filter(({ index, 0: mark }) => /^[\n。、！？，；：]/u.test(mark) || /\s/u.test(text.charAt(index + mark.length)))
    .map(({ index, 0: mark }) => index + mark.length)
    .filter((end) => end > firstWord && end <= lastWord);
}

const WORD_LETTER = /[\p{L}\p{N}]/u;

/** The offset of the second word in a text without spaces; the text's length if there is none. */
function secondWordOf(chunk: string): number {
  const words = segmentsOf(chunk).filter(({ isWordLike }) => isWordLike);
  return words[1]?.index ?? chunk.length;
}

const segmentsOf = (text: string): readonly Intl.SegmentData[] => [
  ...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text),
];

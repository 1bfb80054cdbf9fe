/** Tags as they stand in .srt files: <i>, </font>, {\an8}. "{door}" and "2 < 3" are text. */
const TAGS = /<\/?[a-z][^<>]*>|\{\\[^{}]*\}/giu;

/** A text as people see it, and where each of its characters stands in the whole. */
export interface VisibleText {
  /** Without tags. */
  readonly text: string;
  /** From an offset in `text` to the offset of that character in the whole text; from the end to the end of the last one. */
  readonly offsetOf: (offset: number) => number;
}

export function visibleText(whole: string): VisibleText {
  const offsets: number[] = [];
  let text = '';
  let at = 0;
  const take = (to: number) => {
    text += whole.slice(at, to);
    for (let offset = at; offset < to; offset++) offsets.push(offset);
  };
  for (const { index, 0: tag } of whole.matchAll(TAGS)) {
    take(index);
    at = index + tag.length;
  }
  if (at === 0) return { text: whole, offsetOf: (offset) => offset };
  take(whole.length);
  const end = (offsets.at(-1) ?? -1) + 1;
  return { text, offsetOf: (offset) => offsets[offset] ?? end };
}

export const withoutTags = (whole: string): string => whole.replace(TAGS, '');

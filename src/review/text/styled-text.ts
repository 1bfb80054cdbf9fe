/** A character of a text and the formatting that holds for it. */
export interface StyledLetter {
  readonly letter: string;
  /** The opening tags around the letter, the outermost first. */
  readonly tags: readonly string[];
  /** Tags right before the letter that enclose no range, such as {\an8}; and placeholders (⟦1⟧), which belong to their own phrase. */
  readonly overrides: string;
}

/** The tags of subtitles/tags.ts; tags that are not captured by name have no closing tag. */
const PIECE =
  /<(\/?)([biuscv]|em|strong|font|span|lang|ruby|rt|color|size)(?=[\s./>=])[^<>]*>|(<\/?(?:a|br|p)(?=[\s./>=])[^<>]*>|\{\\[^{}]*\}|⟦\d{1,6}⟧)|./gisu;

/** The characters of a text, each with its tags. A tag that is never closed holds to the end; overrides at the end have no letter. */
export function styledText(text: string): readonly StyledLetter[] {
  const letters: StyledLetter[] = [];
  let open: readonly string[] = [];
  let overrides = '';
  for (const [piece, closing, name, override] of text.matchAll(PIECE)) {
    if (name !== undefined) open = closing === '/' ? withoutLast(open, name) : [...open, piece];
    else if (override !== undefined) overrides += override;
    else {
      letters.push({ letter: piece, tags: open, overrides });
      overrides = '';
    }
  }
  if (overrides !== '') letters.push({ letter: '', tags: open, overrides });
  return letters;
}

/** The text with its tags written out, each closed where it ends; neighbouring letters with the same tags share them. */
export function formatStyled(letters: readonly StyledLetter[]): string {
  let text = '';
  let open: readonly string[] = [];
  for (const { letter, tags, overrides } of letters) {
    const shared = sharedCount(open, tags);
    text += closingOf(open.slice(shared)) + overrides + tags.slice(shared).join('') + letter;
    open = tags;
  }
  return text + closingOf(open);
}

/** How many tags two lists have in common at their beginning. */
export function sharedCount(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((tag, index) => tag !== other[index]);
  return differs < 0 ? one.length : differs;
}

const nameOf = (tag: string): string => /^<([a-z]+)/iu.exec(tag)?.[1] ?? '';

const closingOf = (tags: readonly string[]): string => tags.reduceRight((text, tag) => `${text}</${nameOf(tag)}>`, '');

function withoutLast(open: readonly string[], name: string): readonly string[] {
  const index = open.findLastIndex((tag) => nameOf(tag).toLowerCase() === name.toLowerCase());
  return index < 0 ? open : open.toSpliced(index, 1);
}

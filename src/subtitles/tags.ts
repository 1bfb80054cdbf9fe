/**
 * Matches tags of .srt and WebVTT files, such as <i>, </font>, <c.yellow> and {\an8}, and ⟦1⟧, which stands for code of another format
 * (placeholders.ts). "1 < 2", "<laughs>" and "{smiles}" are text. Linear: each alternative stops at the next opening bracket.
 */
export const TAGS =
  /<\/?(?:[biusacv]|em|strong|font|span|lang|ruby|rt|color|size|br|p)(?=[\s./>=])[^<>]*>|\{\\[^{}]*\}|⟦\d{1,6}⟧/gi;

/** A quick test: most texts have no bracket, and so no tag. */
export const hasBracket = (text: string): boolean => text.includes('<') || text.includes('{') || text.includes('⟦');

export const withoutTags = (text: string): string => (hasBracket(text) ? text.replace(TAGS, '') : text);

/** Matches a visible character: no white space, control character, direction mark, joiner, filler of Hangul or Braille, or variation selector. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Matches invisible characters as HTML entities, which models sometimes write. */
const UNSEEN_ENTITY =
  /&(?:nbsp|shy|zwnj|zwj|lrm|rlm|ensp|emsp|thinsp|#(?:160|173|8203|8204|8205|8206|8207|x(?:a0|ad|200[b-f])));/gi;

/** Returns true if a text has only white space, tags, placeholders and invisible characters. */
export const isUnseen = (text: string): boolean => {
  const shown = withoutTags(text);
  return !SEEN.test(shown.includes('&') ? shown.replace(UNSEEN_ENTITY, '') : shown);
};

/** Returns true if a translation is invisible. If the original is invisible too, only white space counts as empty. */
export const isEmptyFor = (original: string, translation: string): boolean =>
  isUnseen(translation) && (translation.trim() === '' || !isUnseen(original));

/** Linear: each search stops at the next bracket. */
const TAG = /<[ \t]*(\/?)[ \t]*([ibu]|font)(?![\w-])([^<>]*)>/gi;

export function openTags(text: string): readonly string[] {
  if (!text.includes('<')) return [];
  const open: string[] = [];
  for (const [, slash, name = ''] of text.matchAll(TAG)) {
    const tag = name.toLowerCase();
    if (!slash) open.push(tag);
    else if (open.at(-1) === tag) open.pop();
    else if (open.includes(tag)) open.splice(open.lastIndexOf(tag), 1);
  }
  return open;
}

/** Closes all tags: a tag that is opened a second time is closed there, and open tags are closed at the end. */
export function closedTags(text: string): string {
  if (openTags(text).length === 0) return text;
  const open: string[] = [];
  const mended = text.replace(TAG, (whole, slash: string, name: string, rest: string) => {
    const tag = name.toLowerCase();
    const at = open.lastIndexOf(tag);
    if (!slash && (at < 0 || rest.trim() !== '')) {
      open.push(tag);
      return `<${name}${rest.trimEnd()}>`;
    }
    if (at < 0) return whole;
    open.splice(at, 1);
    return `</${name}>`;
  });
  return open.reduceRight((text, tag) => `${text}</${tag}>`, mended);
}

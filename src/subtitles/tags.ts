/**
 * Tags of .srt and WebVTT files: <i>, </font>, <c.yellow>, {\an8}; and ⟦1⟧, which stands for code of another format
 * (placeholders.ts). Each alternative stops at the next opening bracket, so a search is linear; "1 < 2", "<laughs>" and
 * "{smiles}" are text.
 */
export const TAGS =
  /<\/?(?:[biusacv]|em|strong|font|span|lang|ruby|rt|color|size|br|p)(?=[\s./>=])[^<>]*>|\{\\[^{}]*\}|⟦\d{1,6}⟧/gi;

/** Most texts have no bracket, and so no tag: tested before the slower search. */
export const hasBracket = (text: string): boolean => text.includes('<') || text.includes('{') || text.includes('⟦');

/** The text as viewers see it: without tags, with its line breaks. */
export const withoutTags = (text: string): string => (hasBracket(text) ? text.replace(TAGS, '') : text);

/** A character that viewers see: no white space, control or direction mark, joiner, filler of Hangul or Braille, variation selector. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Such characters as a model writes them for a web page. */
const UNSEEN_ENTITY =
  /&(?:nbsp|shy|zwnj|zwj|lrm|rlm|ensp|emsp|thinsp|#(?:160|173|8203|8204|8205|8206|8207|x(?:a0|ad|200[b-f])));/gi;

/** Whether viewers see nothing of a text: white space, tags, placeholders and characters without a look. */
export const isUnseen = (text: string): boolean => {
  const shown = withoutTags(text);
  return !SEEN.test(shown.includes('&') ? shown.replace(UNSEEN_ENTITY, '') : shown);
};

/** Whether a translation shows nothing; where its original shows nothing either, it may be white space alone that it must not be. */
export const isEmptyFor = (original: string, translation: string): boolean =>
  isUnseen(translation) && (translation.trim() === '' || !isUnseen(original));

/** Each search stops at the next bracket: linear. */
const TAG = /<[ \t]*(\/?)[ \t]*([ibu]|font)(?![\w-])([^<>]*)>/gi;

/** The tags that are open at the end of a text, in the order of their opening. */
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

/** The text with all its tags closed. A tag that opens twice was meant to close the second time; what is still open is closed at the end. */
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

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

const MARKUP = /<\/?(?:[biusacv]|font|ruby|rt|lang)(?=[\s./>=])[^<>]*>|\{\\[^{}]*\}/gi;

/** A text without tags, to see whether any word is left. Linear, since each alternative stops at the next opening bracket. */
export const withoutMarkup = (text: string): string => text.replace(MARKUP, '');

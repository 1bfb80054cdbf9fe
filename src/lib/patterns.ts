/** A text as a part of a regular expression (flag u or none) that stands for itself. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

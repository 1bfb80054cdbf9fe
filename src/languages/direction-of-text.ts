/** Number of characters that show the script and direction of a film, or of an endless line. */
export const SAMPLE_CHARACTERS = 4_000;

/** The language for each script. If several languages share a script, it is the most frequent one: screen readers and fonts need no more. */
const LANGUAGE_OF_SCRIPT = [
  { pattern: /\p{Script=Arabic}/gu, language: 'ar' },
  { pattern: /\p{Script=Hebrew}/gu, language: 'he' },
  { pattern: /\p{Script=Syriac}/gu, language: 'syr' },
  { pattern: /\p{Script=Thaana}/gu, language: 'dv' },
  { pattern: /\p{Script=Nko}/gu, language: 'nqo' },
  { pattern: /\p{Script=Cyrillic}/gu, language: 'ru' },
  { pattern: /\p{Script=Greek}/gu, language: 'el' },
  { pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, language: 'ja' },
  { pattern: /\p{Script=Hangul}/gu, language: 'ko' },
  { pattern: /\p{Script=Han}/gu, language: 'zh' },
  { pattern: /\p{Script=Thai}/gu, language: 'th' },
  { pattern: /\p{Script=Devanagari}/gu, language: 'hi' },
] as const;

/** A BCP 47 tag for the script at the beginning of the text. undefined for Latin letters. */
export function languageOfText(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const letters = count(sample, LETTER);
  if (letters === 0) return undefined;
  // A third of the letters is enough, because Japanese has more Han than kana.
  return LANGUAGE_OF_SCRIPT.find(({ pattern }) => count(sample, pattern) * 3 > letters)?.language;
}

/** Language and direction of a text box, for the browser and for screen readers. */
export const scriptOfText = (text: string): { lang: string | undefined; dir: 'ltr' | 'rtl' } => ({
  lang: languageOfText(text),
  dir: directionOfText(text),
});

const LETTER = /\p{L}/gu;
const RIGHT_TO_LEFT_LETTER =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Hanifi_Rohingya}]/gu;

/** Tags and escapes (`<i>`, `<font color="…">`, `{\an8}`, JSON's `\n`). Their Latin letters do not count. */
const MARKUP = /<[^<>\n]{0,100}>|\{\\[^{}\n]{0,100}\}|\\[a-z]/gi;

/**
 * The direction of most letters at the beginning, or `ltr` if there are no letters. The first letter does not decide, because a line can begin with a Latin
 * name.
 */
export function directionOfText(text: string): 'ltr' | 'rtl' {
  const beginning = text.slice(0, SAMPLE_CHARACTERS);
  // Most texts have none of these letters, and need no count.
  if (beginning.search(RIGHT_TO_LEFT_LETTER) < 0) return 'ltr';
  const sample = beginning.replace(MARKUP, '');
  const rightToLeft = count(sample, RIGHT_TO_LEFT_LETTER);
  return rightToLeft * 2 > count(sample, LETTER) ? 'rtl' : 'ltr';
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

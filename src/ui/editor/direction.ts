import { languageOfText } from '../../languages/scripts.ts';

/** Language and direction of a text box, by the script of its text, for the browser and assistive technology. */
export const scriptOfText = (text: string): { lang: string | undefined; dir: 'ltr' | 'rtl' } => ({
  lang: languageOfText(text),
  dir: directionOfText(text),
});

/** Enough characters to tell the direction of a film, or of an endless line. */
const SAMPLE_CHARACTERS = 4_000;

const LETTER = /\p{L}/gu;
const RIGHT_TO_LEFT_LETTER =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Hanifi_Rohingya}]/gu;

/** Tags and escapes such as `<i>`, `<font color="…">`, `{\an8}` and JSON's `\n`, whose Latin letters do not count. */
const MARKUP = /<[^<>\n]{0,100}>|\{\\[^{}\n]{0,100}\}|\\[a-z]/gi;

/**
 * The direction of most letters in the text's beginning; `ltr` without letters, as in numbers and timing lines. The first letter
 * does not decide, for a line may begin with a name in Latin letters.
 */
export function directionOfText(text: string): 'ltr' | 'rtl' {
  const sample = text.slice(0, SAMPLE_CHARACTERS).replace(MARKUP, '');
  const rightToLeft = count(sample, RIGHT_TO_LEFT_LETTER);
  return rightToLeft > 0 && rightToLeft * 2 > count(sample, LETTER) ? 'rtl' : 'ltr';
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

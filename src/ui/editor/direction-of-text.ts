/** Enough to tell the direction of a film, or of a line without an end. */
const SAMPLE_CHARACTERS = 4_000;

const LETTER = /\p{L}/gu;
const RIGHT_TO_LEFT_LETTER =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Hanifi_Rohingya}]/gu;

/** `<i>`, `<font color="…">`, `{\an8}`, and `\n` in JSON: their Latin letters are not the text's. */
const MARKUP = /<[^<>\n]{0,100}>|\{\\[^{}\n]{0,100}\}|\\[a-z]/gi;

/**
 * The direction in which most letters of the text's beginning run; `ltr` where there are none, as in numbers and timing
 * lines. Not the first letter decides: a line that begins with a name in Latin letters is still a line of its own script.
 */
export function directionOfText(text: string): 'ltr' | 'rtl' {
  const sample = text.slice(0, SAMPLE_CHARACTERS).replace(MARKUP, '');
  const rightToLeft = count(sample, RIGHT_TO_LEFT_LETTER);
  return rightToLeft > 0 && rightToLeft * 2 > count(sample, LETTER) ? 'rtl' : 'ltr';
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

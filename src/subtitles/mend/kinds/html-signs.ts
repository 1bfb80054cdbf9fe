import { isBlank } from '../../lines.ts';
import { containsTimingLine } from '../../timing.ts';
import { decodeEntities } from '../../vtt.ts';
import { inspectEach, isPhrase, linesOfText, oneOrMany, type RepairKind } from '../blocks.ts';

/** "& quot;" and "& # 39;", as translating programs write them, and "&amp;amp;quot;"; "&#39" and "&nbsp" without their end. */
const TORN = /&[ \t]?((?:(?:amp|#38)[ \t]?;[ \t]?)*)(#[ \t]?\d{2,6}|#x[\da-f]{2,5}|[a-z]{2,7})[ \t]?;/gi;
const WITHOUT_END = /&(#\d{2,5}(?![\d;])|(?:nbsp|quot)(?![\w;]))/gi;

/** Programs have written some signs twice ("&amp;#39;"), or once more; each time costs another look at the whole text. */
const MOST_ROUNDS = 4;

/** A text with the characters that its signs of web pages stand for. Linear. */
export function withoutSigns(text: string): string {
  let after = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = after;
    const whole = after.replace(TORN, (torn, escaped: string, name: string) => {
      const sign = `&${name.replace(/\s/g, '')};`;
      const character = decodeEntities(sign);
      if (character !== sign) return character;
      return escaped === '' ? torn : sign;
    });
    after = whole.replace(WITHOUT_END, (_, name: string) => decodeEntities(`&${name};`));
    if (after === before) break;
  }
  return after;
}

/** Signs of web pages in the lines of a file, which players show letter by letter. */
export const htmlSigns: RepairKind = {
  name: 'html-signs',
  severity: 'style',
  button: 'Mend the signs',
  inspect: inspectEach(isPhrase, (phrase) => {
    const before = linesOfText(phrase).join('\n');
    if (!before.includes('&')) return undefined;
    const text = phrase.text
      .map((group) => group.map(withoutSigns).filter((line) => !isBlank(line)))
      .filter((group) => group.length > 0);
    const after = text.flat().join('\n');
    if (before === after || containsTimingLine(after)) return undefined;
    const blankAfterTiming = phrase.blankAfterTiming && text.length > 0;
    return {
      found: [{ line: phrase.timingLine + 1, before, after }],
      mended: [{ ...phrase, text, blankAfterTiming }],
    };
  }),
  sentence: oneOrMany(
    '1 phrase had signs of web pages (&amp;, &#39;); the characters stand there now.',
    'phrases had signs of web pages (&amp;, &#39;); the characters stand there now.',
  ),
  offer: oneOrMany(
    '1 phrase has signs of web pages (&amp;, &#39;) in the place of characters.',
    'phrases have signs of web pages (&amp;, &#39;) in the place of characters.',
  ),
};

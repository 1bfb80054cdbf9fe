/** Invisible characters, and vowel points, which Arabic and Hebrew usually omit. */
const UNSEEN =
  /\u034f|[\u00ad\u061c\u0640\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g;
const ELLIPSIS = '…';
/** Ligatures and presentation forms: ﬁ, ﻻ. */
const FORMS =
  /[\u0132\u0133\u01c4-\u01cc\ufb00-\ufb06\ufb13-\ufb17\ufb20-\ufb28\ufb4f-\ufbb1\ufbd3-\ufd3d\ufe80-\ufefc\uff66-\uff9d]/g;
const inPlainLetters = (text: string): string => text.replace(FORMS, (one) => one.normalize('NFKC'));

/** Replaces apostrophes, quotation marks, dashes and white space by one sign each, character by character. */
const withOneSign = (text: string): string =>
  text
    .replace(/[\u2018-\u201b\u2039\u203a\u02bc\u02b9\u2032\u00b4\u05f3`\uff07]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2033\u301d-\u301f\u05f4\uff02]/g, '"')
    .replace(/[\u2010-\u2015\u2212\u05be\ufe58\ufe63\uff0d]/g, '-')
    // Full-width characters, and Persian letters as Arabic keyboards type them.
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u06cc', '\u064a')
    .replaceAll('\u06a9', '\u0643')
    .replace(/\s/g, ' ');

/** The text as readers perceive it; '' if they see nothing. */
export const folded = (text: string): string =>
  withOneSign(inPlainLetters(text.normalize()).replace(UNSEEN, '')).replaceAll(ELLIPSIS, '...').replace(/ {2,}/g, ' ');

/** Offsets in UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A transformed text for searching. */
export interface SearchedText {
  readonly text: string;
  /** The matching range of the original text; undefined: it is a part of one original character. */
  readonly rangeOf: (from: number, to: number) => Range | undefined;
}

const sameText = (text: string): SearchedText => ({ text, rangeOf: (from, to) => ({ from, to }) });

/** A character with everything that can be composed with it: a letter's accents, the rest of a Korean syllable. */
const WHOLE_CHARACTER = /[\u1100-\u115f\uac00-\ud7a3][\u1160-\u11ff]+|\P{M}\p{M}*|\p{M}+/gu;

/** Treats "é" as one letter, whether written as one character or two (as on Macs). */
export const composedText = (text: string): SearchedText =>
  text.normalize() === text ? sameText(text) : searchedText(text, (whole) => whole);

export function foldedText(text: string): SearchedText {
  const same = withOneSign(text);
  const isSimple =
    text.normalize() === text && text.search(FORMS) === -1 && !text.includes(ELLIPSIS) && !same.includes('  ');
  return isSimple && text.search(UNSEEN) === -1 ? sameText(same) : searchedText(text, folded);
}

function searchedText(original: string, change: (whole: string) => string): SearchedText {
  /** The range in the original of each unit of the text. */
  const places: Range[] = [];
  let text = '';
  for (const { 0: written, index: from } of original.matchAll(WHOLE_CHARACTER)) {
    const whole = change(written.normalize());
    const to = from + written.length;
    if (whole === ' ' && text.endsWith(' ')) {
      places[places.length - 1] = { from: places.at(-1)?.from ?? from, to };
      continue;
    }
    const place = { from, to };
    for (let by = 0; by < whole.length; by++)
      places.push(whole === written ? { from: from + by, to: from + by + 1 } : place);
    text += whole;
  }
  const isWithinOne = (at: number) => places[at - 1] !== undefined && places[at - 1] === places[at];
  return {
    text,
    rangeOf(from, to) {
      const range = { from: places[from]?.from ?? 0, to: places[to - 1]?.to ?? original.length };
      const isOfSeveral = (at: number) => {
        const one = original[places[at]?.from ?? 0] ?? '';
        return one === ELLIPSIS || one.search(FORMS) === 0;
      };
      const cuts = (at: number) => isWithinOne(at) && isOfSeveral(at);
      return cuts(from) || cuts(to) ? undefined : range;
    },
  };
}

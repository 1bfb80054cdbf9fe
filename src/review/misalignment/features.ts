import { withoutTags } from '../../subtitles/tags.ts';
import { SPACELESS, withPlainDigits } from '../text/words.ts';

/** The features of a text that its translation is likely to share. Read once for each text. */
export interface Features {
  /**
   * Characters without spaces and tags, in about as many Latin letters as each would need, plus LENGTH_FLOOR, so that two short texts
   * such as "No." and "Well." hardly differ.
   */
  readonly length: number;
  /** For each of FEATURE_MARKS the text's kind, as an index. */
  readonly marks: readonly number[];
  /** The text's numbers, sorted, in European digits, with spaces between. */
  readonly numbers: string;
  /** Each word once, cut to its beginning, so that endings matter less. */
  readonly words: readonly string[];
}

/** Added to every length, in letters. */
const LENGTH_FLOOR = 3;
/** How many Latin letters one character of a denser script stands for, roughly; the film's true ratio is learnt. */
const DENSE_SCRIPTS: readonly (readonly [script: RegExp, letters: number])[] = [
  [/\p{Script=Han}/gu, 3],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 1.7],
  [/\p{Script=Hangul}/gu, 2.2],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/gu, 1.25],
];
/** Shorter words are left out: articles, pronouns and particles stand in every other line. */
const LEAST_WORD_CHARACTERS = 3;
/** Further words of a text are left out: each word of an original is counted with each of its translation. No phrase has as many. */
const MOST_WORDS = 24;
/** Words are cut to this length: enough to tell words apart, few enough that declined forms fall together. */
const WORD_CHARACTERS = 6;

/** One visible feature of a text: how many kinds there are, and which kind (from 0) a text is of. */
interface Mark {
  readonly kinds: number;
  readonly kindOf: (text: string, whole: string) => number;
}

const has = (pattern: RegExp): Mark => ({ kinds: 2, kindOf: (text) => (pattern.test(text) ? 1 : 0) });
const countOf = (pattern: RegExp, most: number): Mark => ({
  kinds: most + 1,
  kindOf: (text) => Math.min(most, text.match(pattern)?.length ?? 0),
});

const ENDS = [/[?？؟]$/u, /[!！]$/u, /(?:…|\.\.)$/u, /[.。।]$/u, /[,，、،:;؛—–-]$/u];

export const FEATURE_MARKS: readonly Mark[] = [
  { kinds: ENDS.length + 1, kindOf: endOf },
  has(/[?？؟].*[\p{L}\p{N}]/su),
  has(/[!！].*[\p{L}\p{N}]/su),
  // Numbers of sentences, clauses, speakers and lines.
  countOf(/[.?!…。！？؟]+(?=\s+\S)/gu, 2),
  countOf(/[,，、،;؛](?=.)/gu, 2),
  countOf(/^[-–—‐]\s*\S/gmu, 2),
  countOf(/\n/gu, 2),
  has(/["“”„«»「『]/u),
  has(/[♪♫]/u),
  has(/^\s*[[(（]/u),
  has(/^\s*(?:…|\.\.)/u),
  // A phrase that begins in small letters goes on with the sentence of the one before.
  { kinds: 3, kindOf: (text) => (/^\P{L}*\p{Ll}/u.test(text) ? 1 : /^\P{L}*\p{Lu}/u.test(text) ? 2 : 0) },
  { kinds: 2, kindOf: (_, whole) => (/<i>/iu.test(whole) ? 1 : 0) },
];

/** Characters of a text that are read: no phrase on a screen is longer, and some expressions here take the square of the length. */
const MOST_CHARACTERS = 1_000;

export function featuresOf(whole: string): Features {
  const text = withoutTags(whole).trim().slice(0, MOST_CHARACTERS);
  return {
    length: lengthOf(text.replace(/\s+/gu, '')),
    marks: FEATURE_MARKS.map(({ kindOf }) => kindOf(text, whole)),
    numbers: numbersOf(text),
    words: wordsOf(text),
  };
}

function lengthOf(text: string): number {
  const more = DENSE_SCRIPTS.map(([script, letters]) => (letters - 1) * (text.match(script)?.length ?? 0));
  return LENGTH_FLOOR + text.length + more.reduce((sum, letters) => sum + letters, 0);
}

function endOf(text: string): number {
  const bare = text.replace(/["'»”’“)\]」』\s]+$/u, '');
  const kind = ENDS.findIndex((end) => end.test(bare));
  return kind < 0 ? ENDS.length : kind;
}

const numbersOf = (text: string): string => (text.match(/\p{Nd}+/gu) ?? []).map(withPlainDigits).sort().join(' ');

/** In scripts without spaces between words every two neighbouring characters count as a word. */
function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!SPACELESS.test(word)) {
      if (word.length >= LEAST_WORD_CHARACTERS) words.add([...word].slice(0, WORD_CHARACTERS).join(''));
      continue;
    }
    const letters = [...word];
    if (letters.length === 1) words.add(word);
    for (let at = 1; at < letters.length; at++) words.add(`${letters[at - 1]}${letters[at]}`);
  }
  return [...words].slice(0, MOST_WORDS);
}

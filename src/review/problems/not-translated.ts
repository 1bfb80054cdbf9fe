import {
  frequentWords,
  guessLanguage,
  isOwnWord,
  mayBe,
  wordsOfOtherLanguage,
} from '../../languages/guess-language.ts';
import { areRelated, languageName } from '../../languages/language-names.ts';
import { countScripts, type Script, shareOf } from '../../languages/scripts.ts';
import { withoutTags } from '../../subtitles/tags.ts';
import type { Line } from '../line.ts';
import { type FilmRules, hasWide, type Rule } from '../measured-line.ts';
import { countDifferentWords, lettersAlone, wordsOf } from '../text/words.ts';
import { withoutAgreed } from './notes-differ.ts';
import { scriptsAllowedIn } from './wrong-script.ts';

export const notTranslated: Rule = (line, rules) =>
  sameAsOriginal(line, rules) ??
  ownWordsOfModel(line, rules) ??
  besideOriginal(line, rules) ??
  otherLanguage(line, rules);

/**
 * Sentences with which models refuse a line or say that there is nothing to translate; always in English. `unless`: matches originals in which
 * somebody may say the same, such as a machine or a remark in brackets.
 */
const OF_MODEL: readonly { readonly words: RegExp; readonly unless?: RegExp }[] = [
  {
    words:
      /\bI (?:can['’]?t|cannot|won['’]t|am unable to|am not able to) (?:assist with (?:that|this)\b|(?:comply with|fulfill?) (?:that|this|your) request|translate (?:that|this|the)(?= (?:content|line|material|request|subtitle))|provide (?:a|the|this) translation\b)/,
  },
  { words: /\b[Aa]s an AI\b/, unless: /\b(?:AI|IA|KI)\b|ＡＩ|ИИ|ШІ|人工|인공/ },
  {
    words: /[[(](?:No translation|Untranslatable|Not translated|Translation (?:not|un)available)\b[^\])]{0,40}[\])]/,
    unless: /[[(（［【]/,
  },
];

const ownWordsOfModel: Rule = ({ original, translation }) => {
  for (const { words, unless = words } of OF_MODEL) {
    const [found] = words.exec(translation.plain) ?? [];
    if (found !== undefined && !unless.test(original.plain))
      return `Not a translation: the model answered with its own words, “${found}”.`;
  }
  return undefined;
};

/** The least length of a text that contains an original and its translation. Full-width translations are short. */
const leastBeside = (original: string, translation: string) =>
  original.length * (hasWide(translation) && !hasWide(original) ? 1.15 : 1.5);

/** Reports a text that contains the whole original and its translation. */
const besideOriginal: Rule = ({ original, translation }, rules) => {
  const [first = ''] = /\p{L}+/u.exec(original.plain) ?? [];
  // Performance: most lines end here.
  if (!translation.plain.includes(first) || translation.plain.length < leastBeside(original.plain, translation.plain))
    return undefined;
  const words = wordsOf(original.plain);
  // Names of products and songs can begin in lower case.
  if (words.length > 1 && words.filter(isOfOneLanguage).length < 2) return undefined;
  const letters = lettersAlone(words.join(''));
  // A short run of letters can be equal in both languages by chance.
  if (letters.length < 10 || !lettersAlone(wordsOf(translation.plain).join('')).includes(letters)) return undefined;
  if (isNameLike(words) && passesAsName(words, original.plain, rules)) return undefined;
  return isOriginalLanguage(words, original.plain, rules)
    ? 'Original not removed: it is beside the translation.'
    : undefined;
};

/** The languages (BCP 47) of a batch's texts; undefined: unknown. */
export interface BatchLanguages {
  readonly original: string | undefined;
  readonly translation: string | undefined;
}

export function languagesOfBatch(lines: readonly Line[]): BatchLanguages {
  const guess = (textOf: (line: Line) => string) => guessLanguage(lines.map((line) => withoutTags(textOf(line))));
  return { original: guess(({ original }) => original), translation: guess(({ translation = '' }) => translation) };
}

/**
 * Returns the language of a batch whose translations are in the wrong language, judged by all words; undefined: they are not, or the language is
 * uncertain. A batch in a third language, such as a song, may stay unchanged. All languages are BCP 47.
 */
export function batchInOtherLanguage(
  lines: readonly Line[],
  { original, translation }: BatchLanguages,
  language: string | undefined,
  sourceLanguage: string | undefined,
): string | undefined {
  if (language === undefined || frequentWords(language).size === 0) return undefined;
  if (translation === undefined || mayBe(translation, language) || areRelated(translation, language)) return undefined;
  if (translation === original && translation !== sourceLanguage) return undefined;
  const other = frequentWords(translation);
  const isOther = ({ translation: text = '' }: Line) =>
    wordsOf(withoutTags(text).toLowerCase()).some((word) => other.has(word) && !isOwnWord(word, language));
  // If only a few lines are in another language, each of these lines gets its own problem.
  if (lines.filter(isOther).length < lines.length * 0.3) return undefined;
  return translation;
}

export const otherLanguageWords = (language: string): string =>
  `Wrong language: the lines of this batch seem to be in ${languageName(language) ?? language}.`;

/** Reports several words of a wrong language, unless the original quotes them from a third language. */
const otherLanguage: Rule = ({ original, translation }, { language, sourceLanguage }) => {
  const words = wordsOf(translation.plain).map((word) => word.toLowerCase());
  const found = wordsOfOtherLanguage(words, language);
  if (!found) return undefined;
  const quoted = new Set(wordsOf(original.plain).map((word) => word.toLowerCase()));
  const isOfSource = found.every((word) => frequentWords(sourceLanguage).has(word));
  if (!isOfSource && found.some((word) => quoted.has(word))) return undefined;
  return `Words of another language: ${found.map((word) => `“${word}”`).join(', ')}.`;
};

/**
 * Reports a translation that equals the original. Accepts names in letters that the target language uses, numbers, addresses, and originals in the
 * target language. For related languages more words must be equal: "Por favor." is both Spanish and Portuguese.
 */
const sameAsOriginal: Rule = ({ original, translation, agreed }, rules) => {
  if (firstLetter(original.plain) !== firstLetter(translation.plain)) return undefined;
  const words = wordsOf(original.plain);
  const letters = lettersAlone(words.join(''));
  if (letters.length < 2 || letters !== lettersAlone(wordsOf(translation.plain).join(''))) return undefined;
  if (agreed.length > 0 && wordsOf(withoutAgreed(translation.plain, agreed)).length === 0) return undefined;
  if (isNameLike(words) && passesAsName(words, original.plain, rules)) return undefined;
  return isOriginalLanguage(words, original.plain, rules) ? 'Not translated: the same as the original.' : undefined;
};

/** Returns true if a text of capitalized words may be a name. */
const passesAsName = (words: readonly string[], text: string, { script, sourceScript }: FilmRules): boolean => {
  if (script !== undefined && !isIn(scriptsAllowedIn(script), text)) return false;
  const isSentence = /[.!?…。！？]["'”’»)\]]*\s*$/.test(text);
  return !isSentence || words.every(isAbbreviation) || script === sourceScript;
};

const isIn = (scripts: ReadonlySet<Script>, text: string): boolean => shareOf(scripts, countScripts(text)) > 0.5;

function isOriginalLanguage(words: readonly string[], text: string, rules: FilmRules): boolean {
  const { script, sourceScript, related } = rules;
  const isOtherScript = script !== undefined && sourceScript !== undefined && script !== sourceScript;
  if (isOtherScript && !related) return !isIn(new Set([script]), text);
  if (isMoreLike(words, rules.language, rules.sourceLanguage)) return false;
  const own = words.filter(isOfOneLanguage).join(' ');
  return countDifferentWords(own) >= (related ? 4 : 2) && lettersAlone(own).length >= 6;
}

const firstLetter = (text: string): string => /\p{L}/u.exec(text)?.[0].toLowerCase() ?? '';

/** A few capitalized words: "Tom", "New York", "NASA". */
const isNameLike = (words: readonly string[]): boolean =>
  words.length <= 5 && words.every((word) => word[0] !== word[0]?.toLowerCase());

const isAbbreviation = (word: string): boolean => word.length <= 4 && word === word.toUpperCase();

/** Returns true if the original is already in the target language: it has more frequent words of that language than of the source language. */
function isMoreLike(words: readonly string[], language: string | undefined, other: string | undefined): boolean {
  const countOf = (frequent: ReadonlySet<string>) => words.filter((word) => frequent.has(word.toLowerCase())).length;
  return countOf(frequentWords(language)) > countOf(frequentWords(other));
}

/** Returns true if the word is neither a name within a sentence nor a word of many languages (SHARED). */
const isOfOneLanguage = (word: string, index: number): boolean =>
  !SHARED.has(word.toLowerCase()) && (index === 0 || word.length === 1 || word[0] === word[0]?.toLowerCase());

const SHARED: ReadonlySet<string> = new Set(
  `ah aha eh ha haha he hee hehe hey hej hi hm hmm ho huh la mhm mm mmm na oh ohh oho oi ok oke oké okay okej ooh uh um wow
  bravo bye ciao hallo halo hello amen halleluja
  mama mamma mami papa papi madam mister monsieur
  baby bar boss film hotel pizza radio stop super taxi video internet
  al bin da de del den der di du el la le ten ter van von`.split(/\s+/),
);

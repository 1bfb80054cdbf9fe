import type { Script } from '../../languages/scripts.ts';
import { isUnseen } from '../../subtitles/tags.ts';
import {
  type FilmRules,
  type Fix,
  limitsFor,
  type MeasuredLine,
  measure,
  type Rule,
  speedOf,
} from '../measured-line.ts';
import { balanceLines } from '../text/balance-lines.ts';
import { STOP } from '../text/punctuation.ts';
import { countDifferentWords } from '../text/words.ts';

/** Letters, digits, and symbols with a meaning: 👍, ♪. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{So}]/u;

/** Reports a translation without words where the original has words, or only a dash or dots where the original has several words. */
export const empty: Rule = ({ original, translation }) => {
  const isShown = !isUnseen(translation.plain);
  if (isShown && SAYS_SOMETHING.test(translation.plain)) return undefined;
  if (isShown) return countDifferentWords(original.plain) > 1 ? 'No words in the translation.' : undefined;
  return isUnseen(original.plain) ? undefined : 'Empty translation.';
};

export const tooFast: Rule = ({ translation, seconds }, { limits }) => {
  const speed = speedOf(translation.characters, seconds);
  if (speed === undefined || speed <= limits.charactersPerSecond) return undefined;
  return `${speed} characters a second; the maximum is ${limits.charactersPerSecond}.`;
};

export const lineTooLong: Rule = ({ translation }, { limits: { charactersPerLine: most }, usualLine, language }) => {
  if (translation.longestLine <= most) return undefined;
  const isOfFilm = most === usualLine && most !== limitsFor(language).charactersPerLine;
  return isOfFilm
    ? `${translation.longestLine} characters a row; usual in this film: ${most}.`
    : `${translation.longestLine} characters a row; the maximum is ${most}.`;
};

/** Reports too many lines, but accepts as many as the original has. */
export const tooManyLines: Rule = ({ original, translation }, { limits }) => {
  const most = Math.max(limits.lines, original.lines.length);
  return translation.lines.length > most ? `${translation.lines.length} rows; the maximum is ${most}.` : undefined;
};

/** Breaks the text into lines within the limits; undefined: no line breaks keep all limits. */
export const balanced: Fix = ({ translation }, { limits, language }) => {
  const text = balanceLines(translation.text, limits, language);
  if (text === undefined || text === translation.text) return undefined;
  const { longestLine, lines } = measure(text);
  return longestLine <= limits.charactersPerLine && lines.length <= limits.lines ? text : undefined;
};

/** How many characters replace one English character, measured on texts that exist in many languages. */
const DENSE: Partial<Record<Script, number>> = { Thai: 0.75, Hang: 0.5, Kana: 0.5, Hani: 0.32 };
const LENGTHS: Partial<Record<Script, number>> = { ...DENSE, Arab: 0.85, Hebr: 0.8, Deva: 0.65 };
/** 1 for Latin, Cyrillic, unlisted and unknown scripts. */
export const lengthOfScript = (script: Script | undefined): number =>
  (script === undefined ? undefined : LENGTHS[script]) ?? 1;

/** Returns true if an original is long enough to judge the length of its translation. */
export const isLongEnough = (characters: number, script: Script | undefined): boolean =>
  // Do not judge shorter originals: the lengths of "Go." and "Vamos embora." differ by chance.
  characters >= 15 * lengthOfScript(script);

const lengthRule =
  (
    fault: string,
    isUnusual: (characters: number, usual: number, line: MeasuredLine, rules: FilmRules) => boolean,
  ): Rule =>
  (line, rules) => {
    const { original, translation } = line;
    const { characters } = translation;
    const usual = original.characters * rules.ratio;
    if (!isUnusual(characters, usual, line, rules) || !isLongEnough(original.characters, rules.sourceScript))
      return undefined;
    return `${fault}: ${characters} characters; about ${Math.round(usual)} would be usual.`;
  };

const hasLostItsEnd = ({ original, translation }: MeasuredLine, { punctuation }: FilmRules): boolean =>
  punctuation.includes('stop') && STOP.has(original.lines) && !STOP.isKept(original.lines, translation.lines);

export const tooShort = lengthRule(
  'Too short',
  (characters, usual, line, rules) =>
    // If a short translation also lost the original's full stop, its end may be missing.
    characters < usual * 0.3 || (characters < usual * 0.65 && hasLostItsEnd(line, rules)),
);
export const tooLong = lengthRule('Too long', (characters, usual) => characters > usual * 2.5);

import type { Script } from '../../languages/scripts.ts';
import { isUnseen } from '../../subtitles/tags.ts';
import { type Fix, type MeasuredLine, measure, type Rule, speedOf } from '../measured-line.ts';
import type { FilmRules } from '../rules.ts';
import { balanceLines } from '../text/balance-lines.ts';
import { STOP } from '../text/marks.ts';
import { countDifferentWords } from '../text/words.ts';

/** Letters, digits, and signs that say something: 👍, ♪. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{So}]/u;

/** The translation shows nothing, though the original shows a text; or nothing but a dash or dots for several words. */
export const empty: Rule = ({ original, translation }) => {
  const isShown = !isUnseen(translation.plain);
  if (isShown && SAYS_SOMETHING.test(translation.plain)) return undefined;
  if (isShown) return countDifferentWords(original.plain) > 1 ? 'The translation has no words.' : undefined;
  return isUnseen(original.plain) ? undefined : 'The translation is empty.';
};

export const tooFast: Rule = ({ translation, seconds }, { limits }) => {
  const speed = speedOf(translation.characters, seconds);
  if (speed === undefined || speed <= limits.charactersPerSecond) return undefined;
  return `${speed} characters a second, ${limits.charactersPerSecond} at most.`;
};

export const lineTooLong: Rule = ({ translation }, { limits }) =>
  translation.longestLine > limits.charactersPerLine
    ? `${translation.longestLine} characters a line, ${limits.charactersPerLine} at most.`
    : undefined;

/** More lines than the limit, and more than the original has: as many lines as the original's author used are let pass. */
export const tooManyLines: Rule = ({ original, translation }, { limits }) => {
  const most = Math.max(limits.lines, original.lines.length);
  return translation.lines.length > most ? `${translation.lines.length} lines, ${most} at most.` : undefined;
};

/** The same words with other line breaks; undefined: the text cannot keep all limits. */
export const balanced: Fix = ({ translation }, { limits, language }) => {
  const text = balanceLines(translation.text, limits, language);
  if (text === undefined || text === translation.text) return undefined;
  const { longestLine, lines } = measure(text);
  return longestLine <= limits.charactersPerLine && lines.length <= limits.lines ? text : undefined;
};

/** Shorter originals are not judged: short texts differ by chance, as "Go." from "Vamos embora.". In letters of an alphabet. */
const LEAST_CHARACTERS = 15;

/** A translation is doubtful if it is shorter or longer than the film's usual length times these factors. */
const SHORT = 0.3;
const LONG = 2.5;
/** Shorter than this, and without the sign that ends the original's sentence, a translation may be cut off. */
const CUT_OFF = 0.65;

/**
 * How many characters say what one character of English says, measured on texts that exist in many languages: Chinese needs a third.
 */
const DENSE: Partial<Record<Script, number>> = { Thai: 0.75, Hang: 0.5, Kana: 0.5, Hani: 0.32 };
const LENGTHS: Partial<Record<Script, number>> = { ...DENSE, Arab: 0.85, Hebr: 0.8, Deva: 0.65 };
/** The factor of LENGTHS for a script; 1 for Latin, Cyrillic and other scripts without an entry, and for an unknown script. */
export const lengthOfScript = (script: Script | undefined): number =>
  (script === undefined ? undefined : LENGTHS[script]) ?? 1;

/** Whether an original is long enough that the length of its translation tells something. */
export const isLongEnough = (characters: number, script: Script | undefined): boolean =>
  characters >= LEAST_CHARACTERS * lengthOfScript(script);

/** The translation's length is unusual. */
const lengthRule =
  (isUnusual: (characters: number, usual: number, line: MeasuredLine, rules: FilmRules) => boolean): Rule =>
  (line, rules) => {
    const { original, translation } = line;
    const { characters } = translation;
    const usual = original.characters * rules.ratio;
    if (!isUnusual(characters, usual, line, rules) || !isLongEnough(original.characters, rules.sourceScript))
      return undefined;
    return `${characters} characters, about ${Math.round(usual)} are usual for this original.`;
  };

const hasLostItsEnd = ({ original, translation }: MeasuredLine, { marks }: FilmRules): boolean =>
  marks.includes('stop') && STOP.has(original.lines) && !STOP.isKept(original.lines, translation.lines);

export const tooShort = lengthRule(
  (characters, usual, line, rules) =>
    characters < usual * SHORT || (characters < usual * CUT_OFF && hasLostItsEnd(line, rules)),
);
export const tooLong = lengthRule((characters, usual) => characters > usual * LONG);

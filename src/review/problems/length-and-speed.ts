import type { Script } from '../../languages/scripts.ts';
import { type Fix, measure, type Rule, speedOf } from '../measured-line.ts';
import { balanceLines } from '../text/balance-lines.ts';

/** Neither white space nor a mark of direction, a joiner or the like, which nobody sees. */
const VISIBLE = /[^\s\p{Cf}]/u;

/** The translation shows nothing, though the original shows a text. */
export const empty: Rule = ({ original, translation }) =>
  !VISIBLE.test(translation.plain) && VISIBLE.test(original.plain) ? 'The translation is empty.' : undefined;

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
  (isUnusual: (characters: number, usual: number) => boolean): Rule =>
  ({ original, translation: { characters } }, { ratio, sourceScript }) => {
    const usual = original.characters * ratio;
    if (!isUnusual(characters, usual) || !isLongEnough(original.characters, sourceScript)) return undefined;
    return `${characters} characters, about ${Math.round(usual)} are usual for this original.`;
  };

export const tooShort = lengthRule((characters, usual) => characters < usual * SHORT);
export const tooLong = lengthRule((characters, usual) => characters > usual * LONG);

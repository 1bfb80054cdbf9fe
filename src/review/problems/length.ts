import type { FilmRules } from '../film-rules.ts';
import type { Script } from '../language/scripts.ts';
import type { Rule, SeenLine } from '../seen-line.ts';

/** Shorter originals are not judged: short texts differ by chance, as "Go." from "Vamos embora.". In letters of an alphabet. */
const LEAST_CHARACTERS = 15;

/** A translation is doubtful if it is shorter or longer than the film's usual length times these factors. */
const SHORT = 0.3;
const LONG = 2.5;

/**
 * How many characters say what one character of English says, measured on texts that exist in many languages: Chinese needs a third.
 */
const LENGTHS: Partial<Record<Script, number>> = {
  Arab: 0.85,
  Hebr: 0.8,
  Deva: 0.65,
  Thai: 0.75,
  Hang: 0.5,
  Kana: 0.5,
  Hani: 0.32,
};
/** The factor of LENGTHS for a script; 1 for Latin, Cyrillic and other scripts without an entry, and for an unknown script. */
export const lengthOfScript = (script: Script | undefined): number =>
  (script === undefined ? undefined : LENGTHS[script]) ?? 1;

/** How many characters the translation of this original usually has in this film. */
const usualOf = ({ original }: SeenLine, { ratio }: FilmRules): number => original.characters * ratio;

/** Whether an original is long enough that the length of its translation tells something. */
export const isLongEnough = (characters: number, script: Script | undefined): boolean =>
  characters >= LEAST_CHARACTERS * lengthOfScript(script);

export const tooShort: Rule = (line, rules) => {
  const usual = usualOf(line, rules);
  const isShort = line.translation.characters < usual * SHORT;
  return isShort && isLongEnough(line.original.characters, rules.sourceScript) ? wordsFor(line, usual) : undefined;
};

export const tooLong: Rule = (line, rules) => {
  const usual = usualOf(line, rules);
  const isLong = line.translation.characters > usual * LONG;
  return isLong && isLongEnough(line.original.characters, rules.sourceScript) ? wordsFor(line, usual) : undefined;
};

const wordsFor = ({ translation }: SeenLine, usual: number): string =>
  `${translation.characters} characters, about ${Math.round(usual)} are usual for this original.`;

import type { FilmRules } from '../film-rules.ts';
import type { Script } from '../scripts.ts';
import type { Rule, SeenLine } from '../seen-line.ts';

/** Short texts differ in length by chance: "Go." is "Vamos embora." (characters of a script with an alphabet). */
const LEAST_CHARACTERS = 15;

/** Against the film's usual length: shorter than the first or longer than the second is doubtful. */
const SHORT = 0.3;
const LONG = 2.5;

/**
 * How many characters say what 1 character of English says, measured on texts that stand in many languages: Chinese
 * says it in a third.
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
export const lengthOfScript = (script: Script | undefined): number =>
  (script === undefined ? undefined : LENGTHS[script]) ?? 1;

/** Characters that the translation of this original usually has in this film. */
const usualOf = ({ original }: SeenLine, { ratio }: FilmRules): number => original.characters * ratio;

/** Long enough that its length says something. */
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

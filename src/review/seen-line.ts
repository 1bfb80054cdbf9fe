import { withPlainLineEnds } from '../subtitles/lines.ts';
import { withoutTags } from '../subtitles/without-tags.ts';
import type { FilmRules } from './film-rules.ts';
import type { Line } from './line.ts';
import { countCharacters } from './visible-text.ts';

/** A text prepared for the rules: cut up and counted once for all of them. */
export interface SeenText {
  /** The whole text, with "\n" for every line end. */
  readonly text: string;
  /** `text` without tags. */
  readonly plain: string;
  /** The lines of `plain`. */
  readonly lines: readonly string[];
  /** Visible characters (graphemes) of all lines together. */
  readonly characters: number;
  /** Visible characters of the longest line. */
  readonly longestLine: number;
}

/** A line with a translation. */
export interface SeenLine {
  readonly original: SeenText;
  readonly translation: SeenText;
  /** How long the line is shown; undefined: the timing cannot be read, or has no length. */
  readonly seconds: number | undefined;
}

/** Looks for one kind of problem: gives a sentence for people; undefined: the line does not have the problem. */
export type Rule = (line: SeenLine, rules: FilmRules) => string | undefined;

/** Mends one kind of problem: gives the translation without it; undefined: a person or a model must write it. */
export type Fix = (line: SeenLine, rules: FilmRules) => string | undefined;

/** Prepares a line for the rules; undefined: it has no translation. `seconds`: by line number (SourceFacts). */
export const seeLine = (
  { number, original, translation }: Line,
  seconds: ReadonlyMap<number, number>,
): SeenLine | undefined =>
  translation === undefined
    ? undefined
    : { original: see(original), translation: see(translation), seconds: seconds.get(number) };

/** Prepares a text for the rules. */
export function see(text: string): SeenText {
  const known = withPlainLineEnds(text);
  const plain = withoutTags(known);
  const lines = plain.includes('\n') ? plain.split('\n') : [plain];
  let characters = 0;
  let longestLine = 0;
  for (const line of lines) {
    const count = countCharacters(line);
    characters += count;
    if (count > longestLine) longestLine = count;
  }
  return { text: known, plain, lines, characters, longestLine };
}

import { withPlainLineEnds } from '../subtitles/lines.ts';
import type { FilmRules } from './film-rules.ts';
import { countCharacters, withoutTags } from './visible-text.ts';

/** A text as the rules look at it: cut up and counted once for all of them. */
export interface SeenText {
  /** As it stands, with "\n" for every line end. */
  readonly text: string;
  /** Without tags. */
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
  /** How long it is shown; undefined: its timing cannot be read. */
  readonly seconds: number | undefined;
}

/** What is wrong in words for people; undefined: nothing. */
export type Rule = (line: SeenLine, rules: FilmRules) => string | undefined;

/** The translation without the problem; undefined: there is none, or it needs somebody who can write. */
export type Fix = (line: SeenLine, rules: FilmRules) => string | undefined;

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

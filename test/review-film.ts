import { scriptOfLanguage } from '../src/languages/scripts.ts';
import { type FilmFacts, filmFacts, sourceFacts } from '../src/review/film-facts.ts';
import { judge } from '../src/review/judge.ts';
import type { Line, ProblemKind } from '../src/review/line.ts';
import { type Limits, limitsFor } from '../src/review/measured-line.ts';

export interface Film {
  /** Language of the originals, BCP 47. */
  readonly from?: string;
  /** Language of the translations, BCP 47. */
  readonly to?: string;
  readonly limits?: Partial<Limits>;
}

/** A line of four seconds. Each line follows the one before. */
export const lineOf = (original: string, translation: string | undefined, number = 1): Line => ({
  number,
  time: `${clock(number * 5)} --> ${clock(number * 5 + 4)}`,
  original,
  translation,
});

const clock = (seconds: number): string =>
  `${[seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')},000`;

/** What is known about single lines before the rules are applied: nothing. */
export const NOTHING_KNOWN = {
  misaligned: new Map(),
  otherLanguage: new Map(),
  noted: new Map(),
  missing: new Set<number>(),
  address: undefined,
};

/** The facts of a short film in two given languages. */
export function factsOf(lines: readonly Line[], { from = 'en', to = 'uk', limits = {} }: Film = {}): FilmFacts {
  const source = { ...sourceFacts(lines), language: from, script: scriptOfLanguage(from) };
  return filmFacts(lines, source, { ...NOTHING_KNOWN, language: to, limits: { ...limitsFor(to), ...limits } });
}

/** The words of one kind of problem in a line. undefined: the line has no such problem. */
export function wordsOfKind(kind: ProblemKind, original: string, translation: string, film?: Film): string | undefined {
  const line = lineOf(original, translation);
  return judge([line], factsOf([line], film))
    .get(1)
    ?.find((problem) => problem.kind === kind)?.words;
}

import { type FilmFacts, filmFacts } from '../src/review/film-facts.ts';
import { judge } from '../src/review/judge.ts';
import { type Limits, limitsFor } from '../src/review/limits.ts';
import type { Line } from '../src/review/line.ts';
import type { ProblemKind } from '../src/review/problem.ts';
import { scriptOfLanguage } from '../src/review/scripts.ts';
import { sourceFacts } from '../src/review/source-facts.ts';

export interface Film {
  /** BCP 47 of the originals. */
  readonly from?: string;
  /** BCP 47 of the translations. */
  readonly to?: string;
  readonly limits?: Partial<Limits>;
}

/** 4 seconds each, one after the other. */
export const lineOf = (original: string, translation: string | undefined, number = 1): Line => ({
  number,
  time: `${clock(number * 5)} --> ${clock(number * 5 + 4)}`,
  original,
  translation,
});

const clock = (seconds: number): string =>
  `${[seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')},000`;

/** The facts of a film whose two languages are known although it has few lines. */
export function factsOf(lines: readonly Line[], { from = 'en', to = 'uk', limits = {} }: Film = {}): FilmFacts {
  const source = { ...sourceFacts(lines), language: from, script: scriptOfLanguage(from) };
  return filmFacts(lines, source, { language: to, limits: { ...limitsFor(to), ...limits }, slid: new Map() });
}

/** What is said of one kind of problem in one line. */
export function wordsOfKind(kind: ProblemKind, original: string, translation: string, film?: Film): string | undefined {
  const line = lineOf(original, translation);
  return judge([line], factsOf([line], film))
    .get(1)
    ?.find((problem) => problem.kind === kind)?.words;
}

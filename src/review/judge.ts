import type { FilmFacts } from './film-facts.ts';
import type { Line } from './line.ts';
import { PROBLEM_KINDS, type Problem, type ProblemKind } from './problem.ts';
import { empty } from './problems/empty.ts';
import { tooLong, tooShort } from './problems/length.ts';
import { lineTooLong, tooManyLines } from './problems/line-breaks.ts';
import { notTranslated } from './problems/not-translated.ts';
import { numbersDiffer } from './problems/numbers-differ.ts';
import { punctuationDiffers } from './problems/punctuation-differs.ts';
import { spacing } from './problems/spacing.ts';
import { tagsDiffer } from './problems/tags-differ.ts';
import { tooFast } from './problems/too-fast.ts';
import { wrongScript } from './problems/wrong-script.ts';
import { type Rule, type SeenLine, seeLine } from './seen-line.ts';

/** The kinds of problems that show in the line alone; the film's facts have the other kinds. */
const RULES: Partial<Record<ProblemKind, Rule>> = {
  'not-translated': notTranslated,
  empty,
  'too-short': tooShort,
  'too-long': tooLong,
  'too-fast': tooFast,
  'line-too-long': lineTooLong,
  'too-many-lines': tooManyLines,
  'numbers-differ': numbersDiffer,
  'tags-differ': tagsDiffer,
  'punctuation-differs': punctuationDiffers,
  'wrong-script': wrongScript,
  spacing,
};

/**
 * The problems of lines (a batch's, or a film's) by line number, in the order of PROBLEM_KINDS; a line without problems is left out.
 * The answer for a batch can be kept until one of its lines changes, or judgedAlike says no.
 */
export function judge(lines: readonly Line[], film: FilmFacts): ReadonlyMap<number, readonly Problem[]> {
  const found = new Map<number, readonly Problem[]>();
  for (const line of lines) {
    const problems = problemsOf(line, film);
    if (problems.length > 0) found.set(line.number, problems);
  }
  return found;
}

function problemsOf(line: Line, film: FilmFacts): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = seeLine(line, film.source.seconds);
  for (const kind of PROBLEM_KINDS) {
    const words = wordsFor(kind, line.number, seen, film);
    if (words !== undefined) problems.push({ kind, words });
  }
  return withoutCovered(problems);
}

function wordsFor(kind: ProblemKind, number: number, line: SeenLine | undefined, film: FilmFacts): string | undefined {
  if (kind === 'timing') return film.source.timing.get(number);
  if (line === undefined) return undefined;
  if (kind === 'slid') return film.slid.get(number);
  if (kind === 'inconsistent') return film.inconsistent.get(number);
  return RULES[kind]?.(line, film.rules);
}

/** Problems that another problem implies, and that are left out beside it: an empty text is also too short and lacks its signs. */
const COVERED: Partial<Record<ProblemKind, readonly ProblemKind[]>> = {
  'not-translated': ['wrong-script', 'too-short', 'too-long'],
  empty: PROBLEM_KINDS.filter((kind) => kind !== 'empty' && kind !== 'timing'),
};

function withoutCovered(problems: readonly Problem[]): readonly Problem[] {
  const covered = problems.flatMap(({ kind }) => COVERED[kind] ?? []);
  return covered.length === 0 ? problems : problems.filter(({ kind }) => !covered.includes(kind));
}

import type { FilmFacts } from './film-facts.ts';
import { type Line, PROBLEM_KINDS, type Problem, type ProblemKind } from './line.ts';
import { type Fix, type MeasuredLine, measureLine, type Rule } from './measured-line.ts';
import { added, addedTakenOff } from './problems/added-by-model.ts';
import { addressDiffers } from './problems/address-differs.ts';
import { balanced, empty, lineTooLong, tooFast, tooLong, tooManyLines, tooShort } from './problems/length-and-speed.ts';
import { notTranslated } from './problems/not-translated.ts';
import { numbersDiffer } from './problems/numbers-differ.ts';
import { marksPutBack, punctuationDiffers, spacesMended, spacing } from './problems/punctuation-and-spacing.ts';
import { tagsDiffer, tagsPutBack } from './problems/tags-differ.ts';
import { wrongScript } from './problems/wrong-script.ts';

/** Kinds of problems that show in the line alone. `fix`: mends one without a model, at least in some lines. null: the film's facts have them. */
const CHECKS: Record<ProblemKind, { readonly rule: Rule; readonly fix?: Fix } | null> = {
  timing: null,
  slid: null,
  inconsistent: null,
  term: null,
  name: null,
  'not-translated': { rule: notTranslated },
  empty: { rule: empty },
  'too-short': { rule: tooShort },
  'too-long': { rule: tooLong },
  'too-fast': { rule: tooFast },
  'line-too-long': { rule: lineTooLong, fix: balanced },
  'too-many-lines': { rule: tooManyLines, fix: balanced },
  added: { rule: added, fix: addedTakenOff },
  'numbers-differ': { rule: numbersDiffer },
  'tags-differ': { rule: tagsDiffer, fix: tagsPutBack },
  'punctuation-differs': { rule: punctuationDiffers, fix: marksPutBack },
  'wrong-script': { rule: wrongScript },
  address: { rule: addressDiffers },
  spacing: { rule: spacing, fix: spacesMended },
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
  const noted = film.noted.get(line.number);
  const seen = measureLine(line, film.source.seconds, noted?.agreed);
  for (const kind of PROBLEM_KINDS) {
    if (kind === 'term' || kind === 'name') {
      const difference = seen && noted?.[kind];
      if (difference) problems.push({ kind, ...difference });
      continue;
    }
    const words = wordsFor(kind, line.number, seen, film);
    if (words === undefined) continue;
    problems.push({ kind, words, ...(kind === 'address' && film.rules.address && { row: film.rules.address.row }) });
  }
  const covered = problems.flatMap(({ kind }) => COVERED[kind] ?? []);
  return covered.length === 0 ? problems : problems.filter(({ kind }) => !covered.includes(kind));
}

function wordsFor(
  kind: ProblemKind,
  number: number,
  line: MeasuredLine | undefined,
  film: FilmFacts,
): string | undefined {
  if (kind === 'timing') return film.source.timing.get(number);
  if (line === undefined) return undefined;
  if (kind === 'slid') return film.misaligned.get(number);
  if (kind === 'inconsistent') return film.inconsistent.get(number);
  return (
    CHECKS[kind]?.rule(line, film.rules) ?? (kind === 'not-translated' ? film.otherLanguage.get(number) : undefined)
  );
}

/** Problems that another problem implies, and that are left out beside it: an empty text is also too short and lacks its signs. */
const COVERED: Partial<Record<ProblemKind, readonly ProblemKind[]>> = {
  'not-translated': ['wrong-script', 'too-short', 'too-long', 'term', 'name', 'address'],
  slid: ['term', 'name'],
  added: ['numbers-differ'],
  empty: PROBLEM_KINDS.filter((kind) => kind !== 'empty' && kind !== 'timing'),
};

/**
 * The line's translation without this problem, where that needs no model; undefined: a person or a model must write it. To be called
 * only when a fix is shown or applied: breaking lines anew takes more time than finding that they are too long.
 */
export function fixOf(line: Line, kind: ProblemKind, film: FilmFacts): string | undefined {
  const seen = measureLine(line, film.source.seconds, film.noted.get(line.number)?.agreed);
  return seen && CHECKS[kind]?.fix?.(seen, film.rules);
}

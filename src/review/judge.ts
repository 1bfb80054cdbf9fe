import type { FilmFacts } from './film-facts.ts';
import { type Line, PROBLEM_KINDS, type Problem, type ProblemKind } from './line.ts';
import { type Fix, type MeasuredLine, measureLine, type Rule } from './measured-line.ts';
import { PROBLEM_KIND_ROWS } from './problem-kinds.ts';
import { added, addedTakenOff } from './problems/added-by-model.ts';
import { addressDiffers } from './problems/address-differs.ts';
import { balanced, empty, lineTooLong, tooFast, tooLong, tooManyLines, tooShort } from './problems/length-and-speed.ts';
import { notTranslated } from './problems/not-translated.ts';
import { numbersDiffer } from './problems/numbers-differ.ts';
import { marksPutBack, punctuationDiffers, spacesMended, spacing } from './problems/punctuation-and-spacing.ts';
import { tagsDiffer, tagsPutBack } from './problems/tags-differ.ts';
import { wrongScript } from './problems/wrong-script.ts';

/** Finds one kind of problem in a line; undefined: the line does not have this problem. `line` is undefined if it has no translation. */
type Find = (
  line: MeasuredLine | undefined,
  film: FilmFacts,
  number: number,
) => string | Pick<Problem, 'words' | 'row'> | undefined;

const byRule =
  (rule: Rule): Find =>
  (line, { rules }) =>
    line && rule(line, rules);

const MISSING_WORDS = 'Translation missing.';

/** How to find each kind of problem. `fix`: corrects it without a model, at least in some lines. */
const CHECKS: Readonly<Record<ProblemKind, { readonly find: Find; readonly fix?: Fix }>> = {
  'not-translated': {
    find: (line, { rules, otherLanguage }, number) => line && (otherLanguage.get(number) ?? notTranslated(line, rules)),
  },
  slid: { find: (line, { misaligned }, number) => line && misaligned.get(number) },
  missing: { find: (line, { missing }, number) => (!line && missing.has(number) ? MISSING_WORDS : undefined) },
  empty: { find: byRule(empty) },
  added: { find: byRule(added), fix: addedTakenOff },
  'too-short': { find: byRule(tooShort) },
  'too-long': { find: byRule(tooLong) },
  'too-fast': { find: byRule(tooFast) },
  'line-too-long': { find: byRule(lineTooLong), fix: balanced },
  'too-many-lines': { find: byRule(tooManyLines), fix: balanced },
  'numbers-differ': { find: byRule(numbersDiffer) },
  'tags-differ': { find: byRule(tagsDiffer), fix: tagsPutBack },
  'punctuation-differs': { find: byRule(punctuationDiffers), fix: marksPutBack },
  'wrong-script': { find: byRule(wrongScript) },
  term: { find: (line, { noted }, number) => line && noted.get(number)?.term },
  name: { find: (line, { noted }, number) => line && noted.get(number)?.name },
  address: {
    find(line, { rules }) {
      const words = line && addressDiffers(line, rules);
      return words === undefined ? undefined : { words, row: rules.address?.row };
    },
  },
  inconsistent: { find: (line, { inconsistent }, number) => line && inconsistent.get(number) },
  spacing: { find: byRule(spacing), fix: spacesMended },
  timing: { find: (_, { source }, number) => source.timing.get(number) },
};

/**
 * Returns the problems by line number, in the order of PROBLEM_KINDS; lines without problems are not in the map. A batch's answer stays valid until
 * one of its lines changes or judgedAlike returns false.
 */
export function judge(lines: readonly Line[], film: FilmFacts): ReadonlyMap<number, readonly Problem[]> {
  const found = new Map<number, readonly Problem[]>();
  for (const [at, line] of lines.entries()) {
    const problems = problemsOf(line, film, lines[at - 1]?.number);
    if (problems.length > 0) found.set(line.number, problems);
  }
  return found;
}

/** Facts that the lines of a batch share: the first of these lines counts for the others. */
const sharedOf = ({ misaligned, otherLanguage }: FilmFacts, kind: ProblemKind) =>
  kind === 'slid' ? misaligned : kind === 'not-translated' ? otherLanguage : undefined;

const measuredIn = ({ source, noted, otherHalves }: FilmFacts, line: Line): MeasuredLine | undefined =>
  measureLine(line, {
    seconds: source.seconds.get(line.number),
    agreed: noted.get(line.number)?.agreed ?? [],
    otherHalf: otherHalves.get(line.number),
  });

/** `before`: the number of the line before, in the same batch. */
function problemsOf(line: Line, film: FilmFacts, before: number | undefined): readonly Problem[] {
  const { number } = line;
  const problems: Problem[] = [];
  const measured = measuredIn(film, line);
  for (const kind of PROBLEM_KINDS) {
    const found = CHECKS[kind].find(measured, film, number);
    if (found === undefined) continue;
    const shared = sharedOf(film, kind);
    const follows = shared?.has(number) && before !== undefined && shared.has(before) ? true : undefined;
    problems.push({ kind, follows, ...(typeof found === 'string' ? { words: found, row: undefined } : found) });
  }
  const implied = problems.flatMap(({ kind }) => PROBLEM_KIND_ROWS[kind].implies);
  return implied.length === 0 ? problems : problems.filter(({ kind }) => !implied.includes(kind));
}

/**
 * Returns the translation without this problem; undefined: a person or a model must correct it. Balancing lines is slower than judging them, so
 * call this function only to show or apply a fix.
 */
export function fixOf(line: Line, kind: ProblemKind, film: FilmFacts): string | undefined {
  const seen = measuredIn(film, line);
  return seen && CHECKS[kind].fix?.(seen, film.rules);
}

import type { ProblemKind } from '../../../../review/line.ts';
import type { Suspect } from '../../../../session/suggest/plan-repair.ts';
import type { Judged } from '../judged.ts';
import { allFacts, type ReviewState } from '../line-facts.ts';
import { roomOf } from './wishes.ts';

/** What a model can mend, in the words that it is told. */
const MENDABLE: Partial<Record<ProblemKind, string>> = {
  'not-translated': 'It is not translated.',
  slid: 'It is the translation of another line.',
  empty: 'It is empty.',
  'too-long': 'It is far too long.',
  'too-fast': 'It is too long to be read in its time:',
};
const USELESS: ReadonlySet<ProblemKind> = new Set(['not-translated', 'slid', 'empty']);

/** The lines with a problem that a model can mend, but for those that are confirmed. */
export function suspectsOf(state: ReviewState, judged: Judged): readonly Suspect[] {
  const suspects: Suspect[] = [];
  for (const { line, problems, marks } of allFacts(state, judged)) {
    const kinds = problems.map(({ kind }) => kind).filter((kind) => MENDABLE[kind] !== undefined);
    if (kinds.length === 0 || marks.confirmed) continue;
    const { number } = line;
    suspects.push({
      number,
      problems: kinds.map((kind) =>
        kind === 'too-fast'
          ? `${MENDABLE[kind]} ${roomOf(state, judged, number)} characters at most.`
          : `${MENDABLE[kind]}`,
      ),
      isSlid: kinds.includes('slid'),
      isUseless: kinds.some((kind) => USELESS.has(kind)),
    });
  }
  return suspects;
}

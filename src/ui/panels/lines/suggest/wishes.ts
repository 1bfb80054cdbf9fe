import { roomFor } from '../../../../review/fit.ts';
import { secondsOf, timingOf } from '../../../../review/timing-of.ts';
import { lineOf } from '../../../../session/lines/lines.ts';
import type { Wish, WishKind } from '../../../../translation/suggestions.ts';
import type { Judged } from '../judged.ts';
import { factsOfLine, type ReviewState } from '../line-facts.ts';

/** The buttons of the dialog, in order. */
export const WISH_WORDS: Readonly<Record<Exclude<WishKind, 'told'>, string>> = {
  again: 'Again',
  shorter: 'Shorter',
  'more-formal': 'More formal',
  'more-casual': 'More casual',
  'more-literal': 'More literal',
  fix: 'Fix what is wrong',
};

/** How many characters a line is to have at most when it is made shorter. */
export function roomOf(state: ReviewState, judged: Judged, number: number): number | undefined {
  const line = lineOf(state, number);
  return line && roomFor(line.translation ?? '', secondsOf(timingOf(line.time)), judged.limits);
}

/** What is doubtful about a line and belongs to its text. */
export function problemsOfText(state: ReviewState, judged: Judged, number: number) {
  const problems = factsOfLine(state, judged, number)?.problems ?? [];
  return problems.filter(({ kind }) => kind !== 'timing');
}

/** The wish for these lines as they are now; `told`: in the person's words. */
export function wishFor(
  state: ReviewState,
  judged: Judged,
  numbers: readonly number[],
  kind: WishKind,
  told = '',
): Wish {
  switch (kind) {
    case 'told':
      return { kind, words: told };
    case 'shorter':
      return {
        kind,
        most: Object.fromEntries(numbers.map((number) => [number, roomOf(state, judged, number) ?? 1])),
      };
    case 'fix': {
      const problems = numbers.flatMap((number) => {
        const words = problemsOfText(state, judged, number).map((problem) => problem.words);
        return words.length === 0 ? [] : [[number, words] as const];
      });
      return { kind, problems: Object.fromEntries(problems) };
    }
    default:
      return { kind };
  }
}

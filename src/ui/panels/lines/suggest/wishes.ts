import { useSyncExternalStore } from 'react';
import { lineOf } from '../../../../film/lines.ts';
import { planSuggestions, type Suspect } from '../../../../film/plan-suggestions.ts';
import type { NewSuggestionRequest } from '../../../../film/session.ts';
import { memoizeByObject } from '../../../../lib/memo.ts';
import type { Tokens } from '../../../../prices/price.ts';
import type { Problem, ProblemKind } from '../../../../review/line.ts';
import { roomFor } from '../../../../review/measured-line.ts';
import { secondsOf, timingOf } from '../../../../subtitles/timing.ts';
import type { Wish, WishKind } from '../../../../translation/suggestions.ts';
import { listen } from '../../../kit/browser.ts';
import { useServices } from '../../../state/services.tsx';
import { useHalfPrice, useModelToAsk, usePriceOf } from '../../../state/use-prices.ts';
import { askWords } from '../../../words/quantities.ts';
import {
  type FilmProblems,
  factsOfBatches,
  factsOfLine,
  type LineFacts,
  type ReviewState,
  useLineJudge,
} from '../line-facts.ts';

/** How many characters a line is to have at most when it is made shorter. */
export function roomOf(state: ReviewState, filmProblems: FilmProblems, number: number): number | undefined {
  const line = lineOf(state, number);
  return line && roomFor(line.translation ?? '', secondsOf(timingOf(line.time)), filmProblems.limits);
}

/** What is doubtful about a line and belongs to its text. */
export const problemsOfText = (state: ReviewState, filmProblems: FilmProblems, number: number) =>
  factsOfLine(state, filmProblems, number)?.problems.filter(({ kind }) => kind !== 'timing') ?? [];

/** Asks the model for other translations of lines as they are now; `told`: in the person's words. */
export function useAsk() {
  const { session } = useServices();
  const plan = usePlan();
  return (...wanted: Parameters<typeof plan>): void => session.ask(plan(...wanted));
}

/** The requests that are sent for that. */
export function usePlan() {
  const { session } = useServices();
  const judge = useLineJudge();
  return (numbers: readonly number[], kind: WishKind, told = ''): readonly NewSuggestionRequest[] => {
    const state = session.store.getState();
    const filmProblems = judge.getSnapshot();
    const ofEach = <Fact>(factOf: (number: number) => Fact): Readonly<Record<number, Fact>> =>
      Object.fromEntries(numbers.map((number) => [number, factOf(number)]));
    function wish(): Wish {
      if (kind === 'told') return { kind, words: told };
      if (kind === 'shorter') return { kind, most: ofEach((number) => roomOf(state, filmProblems, number) ?? 1) };
      if (kind !== 'fix') return { kind };
      return {
        kind,
        problems: ofEach((number) => problemsOfText(state, filmProblems, number).map(({ words }) => words)),
      };
    }
    return planSuggestions(state, numbers, wish());
  };
}

/** What asking takes: "about 1,200 tokens, $0.01–0.02"; without dollars where nobody knows the price. */
export function useAskWords(): (tokens: Tokens) => string {
  const model = useModelToAsk();
  const priceNow = usePriceOf();
  const isHalfPrice = useHalfPrice();
  return (tokens) => askWords({ tokens, price: model && priceNow(model), isHalfPrice });
}

const subscribe = (onChange: () => void) => listen(window, { online: onChange, offline: onChange });

/** Whether the browser believes that it has a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/**
 * What a model can mend, in the words that it is told; null: what our own rules mend, or a person. Of what is too fast the room for it
 * follows; of what differs from the film notes, their row.
 */
const MENDABLE: Record<ProblemKind, string | null> = {
  'not-translated': 'It is not translated.',
  slid: 'It is the translation of another line.',
  empty: 'It is empty.',
  'too-long': 'It is far too long.',
  'too-fast': 'It is too long to be read in its time:',
  term: 'It does not follow the terms:',
  name: 'It does not follow the names of people:',
  address: 'It does not follow how people are addressed:',
  timing: null,
  inconsistent: null,
  'too-short': null,
  'line-too-long': null,
  'too-many-lines': null,
  added: null,
  'numbers-differ': null,
  'tags-differ': null,
  'punctuation-differs': null,
  'wrong-script': null,
  spacing: null,
};
const USELESS: ReadonlySet<ProblemKind> = new Set(['not-translated', 'slid', 'empty']);

const mendableKinds = (problems: readonly Problem[]): readonly ProblemKind[] =>
  problems.map(({ kind }) => kind).filter((kind) => MENDABLE[kind] !== null);

const mendableOfBatch = memoizeByObject((batch: readonly LineFacts[]) =>
  batch.filter(({ problems, marks }) => !marks.confirmed && mendableKinds(problems).length > 0),
);

/** The lines with a problem that a model can mend, but for those that are confirmed: only the batches that have changed are looked at. */
export const suspectLines = (state: ReviewState, filmProblems: FilmProblems): readonly LineFacts[] =>
  factsOfBatches(state, filmProblems).flatMap(mendableOfBatch);

export const suspectsOf = (state: ReviewState, filmProblems: FilmProblems): readonly Suspect[] =>
  suspectLines(state, filmProblems).map(({ line: { number }, problems }) => {
    const kinds = mendableKinds(problems);
    const detail = ({ kind, row }: Problem) => {
      if (kind === 'too-fast') return ` ${roomOf(state, filmProblems, number)} characters at most.`;
      return row === undefined ? '' : ` ${row}.`;
    };
    return {
      number,
      problems: problems.flatMap((problem) =>
        MENDABLE[problem.kind] === null ? [] : `${MENDABLE[problem.kind]}${detail(problem)}`,
      ),
      isMisaligned: kinds.includes('slid'),
      isUseless: kinds.some((kind) => USELESS.has(kind)),
    };
  });

import { useSyncExternalStore } from 'react';
import { lineOf } from '../../../../film/lines.ts';
import { planSuggestions, type Suspect } from '../../../../film/plan-suggestions.ts';
import type { NewSuggestionRequest } from '../../../../film/session.ts';
import { memoizeByObject } from '../../../../lib/memo.ts';
import type { Tokens } from '../../../../prices/price.ts';
import type { Problem, ProblemKind } from '../../../../review/line.ts';
import { roomFor } from '../../../../review/measured-line.ts';
import { PROBLEM_KIND_ROWS } from '../../../../review/problem-kinds.ts';
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

/** How many characters a line may have when it is shortened. */
export function roomOf(state: ReviewState, filmProblems: FilmProblems, number: number): number | undefined {
  const line = lineOf(state, number);
  return line && roomFor(line.translation ?? '', secondsOf(timingOf(line.time)), filmProblems.limits);
}

/** Problems of the line's text itself. */
export const problemsOfText = (state: ReviewState, filmProblems: FilmProblems, number: number) =>
  factsOfLine(state, filmProblems, number)?.problems.filter(({ kind }) => kind !== 'timing') ?? [];

/** Asks the model for other translations of the current lines; `told`: the person's own instruction. */
export function useAsk() {
  const { session } = useServices();
  const plan = usePlan();
  return (...wanted: Parameters<typeof plan>): void => session.ask(plan(...wanted));
}

/** Plans the requests for it. */
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

/** The cost of asking: "about 1,200 tokens, $0.01–0.02", or tokens alone if the price is unknown. */
export function useAskWords(): (tokens: Tokens) => string {
  const model = useModelToAsk();
  const priceNow = usePriceOf();
  const isHalfPrice = useHalfPrice();
  return (tokens) => askWords({ tokens, price: model && priceNow(model), isHalfPrice });
}

const subscribe = (onChange: () => void) => listen(window, { online: onChange, offline: onChange });

/** Whether the browser reports a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

const mendableKinds = (problems: readonly Problem[]): readonly ProblemKind[] =>
  problems.map(({ kind }) => kind).filter((kind) => PROBLEM_KIND_ROWS[kind].sentence !== null);

const mendableOfBatch = memoizeByObject((batch: readonly LineFacts[]) =>
  batch.filter(({ problems, marks }) => !marks.confirmed && mendableKinds(problems).length > 0),
);

/** Unconfirmed lines with a problem that a model can fix. Only changed batches are searched again. */
export const suspectLines = (state: ReviewState, filmProblems: FilmProblems): readonly LineFacts[] =>
  factsOfBatches(state, filmProblems).flatMap(mendableOfBatch);

export const suspectsOf = (state: ReviewState, filmProblems: FilmProblems): readonly Suspect[] =>
  suspectLines(state, filmProblems).map(({ line: { number }, problems }) => {
    const kinds = mendableKinds(problems);
    const sentenceOf = ({ kind, row }: Problem): readonly string[] => {
      const { sentence } = PROBLEM_KIND_ROWS[kind];
      if (sentence === null) return [];
      const words = sentence.replace('ROOM', () => `${roomOf(state, filmProblems, number)}`);
      return [row === undefined ? words : `${words} ${row}.`];
    };
    return {
      number,
      problems: problems.flatMap(sentenceOf),
      isMisaligned: kinds.includes('slid'),
      isUseless: kinds.some((kind) => PROBLEM_KIND_ROWS[kind].isTextUseless),
    };
  });

import { useSyncExternalStore } from 'react';
import { lineOf } from '../../../../film/lines.ts';
import { planSuggestions, type Suspect } from '../../../../film/plan-suggestions.ts';
import type { NewSuggestionRequest } from '../../../../film/session.ts';
import type { Tokens } from '../../../../prices/price.ts';
import type { Problem } from '../../../../review/line.ts';
import { roomFor } from '../../../../review/measured-line.ts';
import { PROBLEM_KIND_ROWS } from '../../../../review/problem-kinds.ts';
import { secondsOf, timingOf } from '../../../../subtitles/timing.ts';
import type { Wish, WishKind } from '../../../../translation/suggestions.ts';
import { listen } from '../../../kit/browser.ts';
import { useServices } from '../../../state/services.tsx';
import { useHalfPrice, useModelToAsk, usePriceOf } from '../../../state/use-prices.ts';
import { askWords } from '../../../words/quantities.ts';
import {
  allFacts,
  type FilmProblems,
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

const isMendable = ({ kind }: Problem): boolean => PROBLEM_KIND_ROWS[kind].sentence !== null;

/** Unconfirmed lines with a problem that a model can fix. */
export const suspectLines = (state: ReviewState, filmProblems: FilmProblems): readonly LineFacts[] =>
  allFacts(state, filmProblems).filter(({ problems, marks }) => !marks.confirmed && problems.some(isMendable));

export const suspectsOf = (state: ReviewState, filmProblems: FilmProblems): readonly Suspect[] =>
  suspectLines(state, filmProblems).map(({ line: { number }, problems }) => {
    const kinds = problems.filter(isMendable).map(({ kind }) => kind);
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

import { useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { resultsOf } from '../../../../engine/batch.ts';
import type { AnalysisState } from '../../../../film/analysis.ts';
import type { Suggestion, Work } from '../../../../film/film.ts';
import type { LineFacts } from '../../../../film/judged-lines.ts';
import { isConfirmed, lineOf, marksOf, stampOfLine } from '../../../../film/lines.ts';
import { planSuggestions, type Suspect } from '../../../../film/plan-suggestions.ts';
import type { NewSuggestionRequest, Session } from '../../../../film/session.ts';
import { MOST_OFFERS, type Offer, type SameLines } from '../../../../film/shared-lines.ts';
import type { SuggestionVerdict } from '../../../../film-worker/calls.ts';
import { countWords } from '../../../../lib/text.ts';
import type { Tokens } from '../../../../prices/price.ts';
import type { Line, Problem } from '../../../../review/line.ts';
import { roomFor } from '../../../../review/measured-line.ts';
import { counts, isToReview, PROBLEM_KIND_ROWS } from '../../../../review/problem-kinds.ts';
import { secondsOf, timingOf } from '../../../../subtitles/timing.ts';
import type { Wish, WishKind } from '../../../../translation/suggestions.ts';
import { listen } from '../../../kit/browser.ts';
import { focusWhenShown } from '../../../kit/focus.ts';
import { useServices, useSession } from '../../../state/services.tsx';
import { useHalfPrice, useModelToAsk, usePriceOf } from '../../../state/use-prices.ts';
import { isUnchanged, suggestedLines, suggestionFailureWords } from '../../../words/failures.ts';
import { askWords } from '../../../words/quantities.ts';
import {
  allFacts,
  type FilmProblems,
  factsOfLine,
  type ReviewState,
  useFilmProblems,
  useLineJudge,
} from '../line-facts.ts';
import { goToRow, type LinesViewStore, lineKey, lineWords, SHOW_ALL } from '../lines-view.ts';

/** How many characters a line may have when it is shortened. */
export function roomOf(state: ReviewState, filmProblems: FilmProblems, number: number): number | undefined {
  const line = lineOf(state, number);
  return line && roomFor(line.translation ?? '', secondsOf(timingOf(line.time)), filmProblems.limits);
}

/** Problems of the line's text itself. */
export const problemsOfText = (state: ReviewState, filmProblems: FilmProblems, number: number) =>
  factsOfLine(state, filmProblems, number)?.problems.filter(({ kind }) => kind !== 'timing') ?? [];

/** Asks the model for other translations of the current lines. `ownWords`: the person's own instruction. */
export function useAsk() {
  const { session } = useServices();
  const plan = usePlan();
  return (...wanted: Parameters<typeof plan>): void => session.ask(plan(...wanted));
}

/** Plans the requests for `useAsk`. */
export function usePlan() {
  const { session } = useServices();
  const judge = useLineJudge();
  return (numbers: readonly number[], kind: WishKind, ownWords = ''): readonly NewSuggestionRequest[] => {
    const state = session.store.getState();
    const filmProblems = judge.getSnapshot();
    const ofEach = <Fact>(factOf: (number: number) => Fact): Readonly<Record<number, Fact>> =>
      Object.fromEntries(numbers.map((number) => [number, factOf(number)]));
    function wish(): Wish {
      if (kind === 'told') return { kind, words: ownWords };
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

type Suggesting = ReviewState & Pick<Work, 'suggestions'>;

/**
 * Lines to review with a problem that a model can fix, and lines that share such a problem with one of them ("follows"). Excludes lines that the model has
 * answered: with the same text again, or with a suggestion that waits for the person and is acceptable or not judged yet.
 */
export function suspectLines(state: Suggesting, filmProblems: FilmProblems, verdicts: Verdicts): readonly LineFacts[] {
  const isAnswered = (line: Line) =>
    state.suggestions[line.number]?.some(
      (one) =>
        one.text !== undefined &&
        one.of === stampOfLine(state, line.number) &&
        (isUnchanged(one) || (knownVerdict(verdicts, line, one)?.isSound ?? true)),
    ) === true;
  const asksFor = (problem: Problem) => isMendable(problem) && counts(problem.kind, filmProblems.countsFit);
  return allFacts(state, filmProblems).filter(
    ({ line, problems, marks }) => !marks.confirmed && problems.some(asksFor) && !isAnswered(line),
  );
}

/** "Ask the model to fix 4 lines and 11 others with the same problem". As in "Review 4 lines", the first number counts the lines to review. */
export function fixWords(suspects: readonly LineFacts[]): string {
  const toReview = suspects.filter(isToReview).length;
  const others = suspects.length - toReview;
  if (toReview === 0) return `Ask the model to fix ${lineWords(others)}`;
  return `Ask the model to fix ${lineWords(toReview)}${others > 0 ? ` and ${countWords(others, 'other')} with the same problem` : ''}`;
}

export const suspectsOf = (...known: Parameters<typeof suspectLines>): readonly Suspect[] => {
  const [state, filmProblems] = known;
  return suspectLines(...known).map(({ line: { number }, problems }) => {
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
};

export const noBetterWords = (count: number): string => `The model has no better text for ${lineWords(count)}.`;

export const REPEAT_WORDS = 'The model repeats its suggestion.';

type State = Pick<Work, 'suggestionRequests' | 'suggestions'>;

/**
 * The announcement for requests that ended between two states, with the suggestions, by line, whose text had been suggested before;
 * undefined: none ended.
 */
export function suggestionNews(before: State, after: State) {
  if (after.suggestions === before.suggestions) return undefined;
  const left = new Set(after.suggestionRequests.map(({ id }) => id));
  const ended = before.suggestionRequests.filter(({ id }) => !left.has(id)).flatMap(({ phrases }) => phrases);
  const newest = ended.flatMap(({ number }) =>
    (after.suggestions[number] ?? []).slice(-1).map((last) => ({ number, last })),
  );
  const came = newest.filter(({ last }) => last.text !== undefined && !isUnchanged(last));
  const unchanged = newest.filter(({ last }) => isUnchanged(last));
  const repeats = came.filter(({ number, last }) => {
    const older = before.suggestions[number] ?? [];
    return !older.includes(last) && older.some(({ text }) => text === last.text);
  });
  const failed = newest.filter(({ last }) => last.failure);
  const lost = failed[0]?.last.failure;
  const again = `The model repeats its suggestion in ${lineWords(repeats.length)}.`;
  const repeated = repeats.length === 0 ? '' : repeats.length === came.length ? REPEAT_WORDS : again;
  const whose = failed.length > 1 ? lineWords(failed.length) : `line ${failed[0]?.number}`;
  const missing = lost ? `No suggestion for ${whose}. ${suggestionFailureWords(lost)}` : '';
  const noBetter = unchanged.length === 0 ? '' : noBetterWords(unchanged.length);
  const more = [repeated, noBetter, missing].filter((words) => words !== '').join(' ');
  const head = came.length === 1 ? `Suggestion for ${came[0]?.number}` : `Suggestions for ${lineWords(came.length)}`;
  const words = came.length === 0 ? more : more === '' ? head : `${head}. ${more}`;
  return words === '' ? undefined : { words, repeats: repeats.map(({ number, last }) => [number, last] as const) };
}

/** Id of the first command of a line's suggestions, which the keyboard goes to. */
export const firstButtonId = (number: number): string => `suggestion-${number}`;

/** Goes to the next line with suggestions, in the film's order with wraparound, whatever the view shows. Returns false if no other line has any. */
export function goToNextSuggestion({ store }: Session, view: LinesViewStore, number: number): boolean {
  const others = suggestedLines(store.getState().suggestions).filter((other) => other !== number);
  const next = others.find((other) => other > number) ?? others[0];
  if (next === undefined) return false;
  goToSuggestion(view, next);
  return true;
}

/** Goes to the suggestions for this line, whatever the view shows. */
export function goToSuggestion(view: LinesViewStore, number: number): void {
  const { active: previousActive, shown } = view.getState();
  goToRow(view, { previousActive, active: lineKey(number), ...(shown?.has(number) === false && SHOW_ALL) });
  focusWhenShown(firstButtonId(number));
}

type SuggestedWork = Pick<Work, 'phrases' | 'batches' | 'marks' | 'suggestions'>;

type Verdicts = AnalysisState['verdicts'];

const UNKNOWN: SuggestionVerdict = { warnings: [], isSound: false };

/** The latest judgements of suggested texts that useVerdictsAsked requested. */
export const useVerdicts = (): Verdicts => useStore(useServices().session.analysis.store, ({ verdicts }) => verdicts);

/** Requests judgements of the suggested texts, again after each change of the suggestions, the lines or the options for judging. */
export function useVerdictsAsked(): void {
  const { session } = useServices();
  const { version } = useFilmProblems();
  const suggestions = useSession((state) => state.suggestions);
  const results = useSession(resultsOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads the session after a change of these
  useEffect(() => {
    const { store, analysis } = session;
    const of = store.getState();
    const asked = Object.entries(of.suggestions).flatMap(([key, all]) =>
      withText(all).map((one) => ({ number: Number(key), one })),
    );
    if (version === undefined || asked.length === 0) return;
    void analysis.orNothing(async () => {
      const texts = asked.map(({ number, one }) => [number, one.text] as const);
      const found = await analysis.ask('verdicts', texts);
      if (!found) return;
      const known = asked.map(({ number, one }, place) => {
        const { translation } = lineOf(of, number) ?? {};
        return [one, { ...(found[place] ?? UNKNOWN), translation }] as const;
      });
      analysis.store.setState({ verdicts: new Map(known) });
    });
  }, [session, version, suggestions, results]);
}

function knownVerdict(verdicts: Verdicts, { translation }: Line, suggestion: Suggestion) {
  const known = verdicts.get(suggestion);
  return known?.translation === translation ? known : undefined;
}

/** The verdict on a text suggested for a line; until it is known, the text is not acceptable. */
export const verdictOn = (...asked: Parameters<typeof knownVerdict>): SuggestionVerdict =>
  knownVerdict(...asked) ?? UNKNOWN;

/** The suggestions with a text, the newest last. A suggestion is stale if it was requested for another text of the line. */
export const withText = (suggestions: readonly Suggestion[] = []) =>
  suggestions.filter(
    (one): one is Suggestion & { readonly text: string } => one.text !== undefined && !isUnchanged(one),
  );

/** What "Use all" could take: the newest suggestion of each line, if the line still has the text (`of`) for which it was requested. */
export const candidates = (state: SuggestedWork, verdicts: Verdicts, ticks: ReadonlyMap<number, boolean>) =>
  Object.keys(state.suggestions).flatMap((key) => {
    const number = Number(key);
    const line = lineOf(state, number);
    const newest = withText(state.suggestions[number]).at(-1);
    if (!line || !newest || newest.of !== stampOfLine(state, number)) return [];
    return {
      number,
      text: newest.text,
      of: newest.of,
      isConfirmed: isConfirmed(marksOf(state, line)),
      isTicked: ticks.get(number) ?? verdictOn(verdicts, line, newest).isSound,
    };
  });

const NO_OFFERS: readonly Offer[] = [];

/** The translations that other films offer for a line, unless it has none yet or a person has confirmed or edited it. Omits the line's own text. */
export function offersOf(offers: SameLines, { number, translation }: Line, isOwnLine: boolean): readonly Offer[] {
  const all = offers.get(number);
  if (!all || translation === undefined || isOwnLine) return NO_OFFERS;
  return all.filter(({ text }) => text !== translation).slice(0, MOST_OFFERS);
}

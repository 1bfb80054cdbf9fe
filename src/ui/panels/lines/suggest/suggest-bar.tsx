import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { resultsOf } from '../../../../engine/batch.ts';
import { isPending } from '../../../../engine/run-state.ts';
import type { AnalysisState } from '../../../../film/analysis.ts';
import type { Suggestion, Work } from '../../../../film/film.ts';
import { isConfirmed, lineOf, marksOf, stampOfLine } from '../../../../film/lines.ts';
import type { Session } from '../../../../film/session.ts';
import type { SuggestionVerdict } from '../../../../film-worker/calls.ts';
import type { Line } from '../../../../review/line.ts';
import { Announced, PlainButton } from '../../../kit/button.tsx';
import { CheckBox } from '../../../kit/choices.tsx';
import { focusWhenShown } from '../../../kit/focus.ts';
import { useServices, useSession } from '../../../state/services.tsx';
import { sharedFailures, suggestedLines, suggestionFailureWords } from '../../../words/failures.ts';
import { type ReviewState, useFilmProblems } from '../line-facts.ts';
import { lineWords, numberText } from '../line-words.ts';
import {
  goToRow,
  type LinesViewStore,
  lineKey,
  lineNumberOf,
  SHOW_ALL,
  thenGrid,
  useLinesStore,
  useLinesView,
} from '../lines-view.ts';
import styles from './suggest.module.css';
import { suspectLines, useAsk } from './wishes.ts';

/** The commands for all suggestions, and for all lines that a model can fix. */
export function SuggestBar({ state }: { state: ReviewState }) {
  useVerdictsAsked();
  return (
    <>
      <News />
      <Asking />
      <Failures />
      <UseAll state={state} />
      <RepairOffer state={state} />
    </>
  );
}

/** Announces new suggestions once. */
function News() {
  const { session } = useServices();
  const store = useLinesStore();
  const [words, setWords] = useState('');
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        const news = suggestionNews(before, after);
        if (news === undefined) return;
        setWords(news.words);
        store.setState(({ saidAgain }) => ({ saidAgain: new Map([...saidAgain, ...news.repeats]) }));
      }),
    [session, store],
  );
  return <Announced name="Suggestions" words={words} />;
}

function Asking() {
  const { session } = useServices();
  const count = useSession(({ suggestionRequests }) =>
    suggestionRequests.reduce((sum, { phrases }) => sum + phrases.length, 0),
  );
  if (count === 0) return null;
  return (
    <span className={styles.fine}>
      The model is asked for {lineWords(count)}
      <PlainButton onClick={thenGrid(session.stopAsking)}>Stop asking</PlainButton>
    </span>
  );
}

/** Failures shared by several lines. */
function Failures() {
  const { session } = useServices();
  const ask = useAsk();
  const failures = sharedFailures(useSession((state) => state.suggestions));
  return failures.map(({ words, numbers, suggestion }) => (
    <span key={words} className={styles.bar}>
      <span className={styles.failure}>
        No suggestion for {lineWords(numbers.length)}. {words}
      </span>
      <PlainButton onClick={thenGrid(() => ask(numbers, suggestion.wish, suggestion.told))}>Ask again</PlainButton>
      <PlainButton onClick={thenGrid(() => session.keepLines(numbers))}>Dismiss</PlainButton>
    </span>
  ));
}

function UseAll({ state: { phrases, batches, marks } }: { state: ReviewState }) {
  const { session } = useServices();
  const store = useLinesStore();
  const verdicts = useVerdicts();
  const suggestions = useSession((state) => state.suggestions);
  const { ticks, keepsConfirmed } = useLinesView(
    useShallow(({ ticks, keepsConfirmed }) => ({ ticks, keepsConfirmed })),
  );
  const lines = suggestedLines(suggestions);
  const ticked = useMemo(() => {
    if (lines.length < 2) return [];
    return candidates({ phrases, batches, marks, suggestions }, verdicts, ticks).filter(({ isTicked }) => isTicked);
  }, [phrases, batches, marks, suggestions, lines, verdicts, ticks]);
  if (lines.length < 2) return null;
  const unconfirmed = ticked.filter(({ isConfirmed }) => !isConfirmed);
  const uses = keepsConfirmed ? unconfirmed : ticked;
  return (
    <span className={styles.bar}>
      {ticked.length > unconfirmed.length && (
        <CheckBox checked={keepsConfirmed} onChange={(checked) => store.setState({ keepsConfirmed: checked })}>
          Leave confirmed lines as they are
        </CheckBox>
      )}
      <PlainButton onClick={() => goToNextSuggestion(session, store, lineNumberOf(store.getState().active) ?? 0)}>
        Next of {numberText(lines.length)} suggestions
      </PlainButton>
      <PlainButton disabled={uses.length === 0} onClick={thenGrid(() => session.takeSuggestions(uses))}>
        Use all {numberText(uses.length)}
      </PlainButton>
      <PlainButton onClick={thenGrid(() => session.keepLines(lines))}>Keep all mine</PlainButton>
    </span>
  );
}

function RepairOffer({ state }: { state: ReviewState }) {
  const store = useLinesStore();
  const filmProblems = useFilmProblems();
  const hasEnded = useSession((session) => !isPending(session) && session.suggestionRequests.length === 0);
  const count = useMemo(
    () => (hasEnded ? suspectLines(state, filmProblems).length : 0),
    [hasEnded, state, filmProblems],
  );
  if (count === 0) return null;
  return (
    <PlainButton onClick={() => store.setState({ question: { kind: 'repair' } })}>
      Repair the suspects ({numberText(count)})
    </PlainButton>
  );
}

export const REPEAT_WORDS = 'The model said the same again.';

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
  const came = newest.filter(({ last }) => last.text !== undefined);
  const repeats = came.filter(({ number, last }) => {
    const older = before.suggestions[number] ?? [];
    return !older.includes(last) && older.some(({ text }) => text === last.text);
  });
  const failed = newest.filter(({ last }) => last.failure);
  const lost = failed[0]?.last.failure;
  const again = `For ${numberText(repeats.length)} of them the model said the same again.`;
  const repeated = repeats.length === 0 ? '' : repeats.length === came.length ? REPEAT_WORDS : again;
  const whose = failed.length > 1 ? lineWords(failed.length) : failed[0]?.number;
  const missing = lost ? `No suggestion for ${whose}. ${suggestionFailureWords(lost)}` : '';
  const more = `${repeated} ${missing}`.trim();
  const head = came.length === 1 ? `Suggestion for ${came[0]?.number}` : `Suggestions for ${lineWords(came.length)}`;
  const words = came.length === 0 ? more : more === '' ? head : `${head}. ${more}`;
  return words === '' ? undefined : { words, repeats: repeats.map(({ number, last }) => [number, last] as const) };
}

/** Where the keyboard enters a line's suggestions: the first command. */
export const firstButtonId = (number: number): string => `suggestion-${number}`;

/** Goes to the next line with suggestions, in the film's order with wraparound, whatever the view shows. Returns false if no other line has any. */
export function goToNextSuggestion({ store }: Session, view: LinesViewStore, number: number): boolean {
  const others = suggestedLines(store.getState().suggestions).filter((other) => other !== number);
  const next = others.find((other) => other > number) ?? others[0];
  if (next === undefined) return false;
  const { active: previousActive, shown } = view.getState();
  goToRow(view, { previousActive, active: lineKey(next), ...(shown?.has(next) === false && SHOW_ALL) });
  focusWhenShown(firstButtonId(next));
  return true;
}

type SuggestedWork = Pick<Work, 'phrases' | 'batches' | 'marks' | 'suggestions'>;

export type Verdicts = AnalysisState['verdicts'];

const UNKNOWN: SuggestionVerdict = { warnings: [], isSound: false };

/** The latest verdicts that useVerdictsAsked has requested. */
export const useVerdicts = (): Verdicts => useStore(useServices().session.analysis.store, ({ verdicts }) => verdicts);

/** Has the suggested texts judged, and again after each change of the suggestions, the lines or the options of judging. */
export function useVerdictsAsked(): void {
  const { session } = useServices();
  const { version } = useFilmProblems();
  const suggestions = useSession((state) => state.suggestions);
  const results = useSession(resultsOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is read from the session, after a change of these
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

/** The verdict on a text suggested for a line; until it is known, the text is not acceptable. */
export function verdictOn(verdicts: Verdicts, { translation }: Line, suggestion: Suggestion): SuggestionVerdict {
  const known = verdicts.get(suggestion);
  return known && known.translation === translation ? known : UNKNOWN;
}

/** The suggestions with a text, the newest last. A suggestion is stale if it was requested for another text of the line. */
export const withText = (suggestions: readonly Suggestion[] = []) =>
  suggestions.filter((one): one is Suggestion & { readonly text: string } => one.text !== undefined);

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

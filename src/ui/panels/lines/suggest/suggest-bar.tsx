import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isPending } from '../../../../engine/run-state.ts';
import { Announced, PlainButton } from '../../../kit/button.tsx';
import { CheckBox } from '../../../kit/fields.tsx';
import { useServices, useSession } from '../../../state/services.tsx';
import { ownFailures, sharedFailures, suggestedLines, unchangedLines } from '../../../words/failures.ts';
import { type ReviewState, useFilmProblems } from '../line-facts.ts';
import { lineNumberOf, lineWords, numberText, thenGrid, useLinesStore, useLinesView } from '../lines-view.ts';
import { wrongLanguageWords } from '../review.tsx';
import styles from './suggest.module.css';
import {
  candidates,
  fixWords,
  goToNextSuggestion,
  goToSuggestion,
  noBetterWords,
  suggestionNews,
  suspectLines,
  useAsk,
  useVerdicts,
  useVerdictsAsked,
} from './wishes.ts';

/** The commands for all suggestions, and for all lines that a model can fix. */
export function SuggestBar({ state }: { state: ReviewState }) {
  useVerdictsAsked();
  return (
    <>
      <News />
      <Asking />
      <Failures />
      <NoBetter />
      <OneAnswer />
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
      The model is working on {lineWords(count)}
      <PlainButton onClick={thenGrid(() => session.stop('suggestions'))}>Stop asking</PlainButton>
    </span>
  );
}

/** Failures shared by several lines. */
function Failures() {
  const { session } = useServices();
  const ask = useAsk();
  const suggestions = useSession((state) => state.suggestions);
  const failures = useMemo(() => sharedFailures(suggestions), [suggestions]);
  return failures.map(({ words, numbers, suggestion }) => (
    <span key={words} className={styles.bar}>
      <span className={styles.failure}>
        No suggestion for {lineWords(numbers.length)}. {words}
      </span>
      <PlainButton onClick={thenGrid(() => ask(numbers, suggestion.wish, suggestion.told))}>Again</PlainButton>
      <PlainButton onClick={thenGrid(() => session.keepLines(numbers))}>Dismiss</PlainButton>
    </span>
  ));
}

/** The lines for which the model repeated the wrong text. */
function NoBetter() {
  const { session } = useServices();
  const suggestions = useSession((state) => state.suggestions);
  const numbers = useMemo(() => unchangedLines(suggestions), [suggestions]);
  if (numbers.length === 0) return null;
  return (
    <span className={styles.bar}>
      <span className={styles.fine}>{noBetterWords(numbers.length)}</span>
      <PlainButton onClick={thenGrid(() => session.keepLines(numbers))}>Dismiss</PlainButton>
    </span>
  );
}

/** A button that goes to the answer for a single line, which may arrive out of sight. */
function OneAnswer() {
  const store = useLinesStore();
  const suggestions = useSession((state) => state.suggestions);
  const given = useMemo(() => suggestedLines(suggestions), [suggestions]);
  const missing = useMemo(() => ownFailures(suggestions), [suggestions]);
  const answers = [
    ['1 suggestion', given],
    ['No suggestion', missing],
  ] as const;
  return answers.map(
    ([words, [number, ...others]]) =>
      number !== undefined &&
      others.length === 0 && (
        <PlainButton key={words} onClick={() => goToSuggestion(store, number)}>
          {words} (line {number})
        </PlainButton>
      ),
  );
}

function UseAll({ state: { phrases, batches, marks } }: { state: ReviewState }) {
  const { session } = useServices();
  const store = useLinesStore();
  const suggestions = useSession((state) => state.suggestions);
  const verdicts = useVerdicts();
  const { ticks, keepsConfirmed } = useLinesView(
    useShallow(({ ticks, keepsConfirmed }) => ({ ticks, keepsConfirmed })),
  );
  const lines = useMemo(() => suggestedLines(suggestions), [suggestions]);
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
        Next suggestion ({numberText(lines.length)})
      </PlainButton>
      <PlainButton disabled={uses.length === 0} onClick={thenGrid(() => session.takeSuggestions(uses))}>
        Use all {numberText(uses.length)}
      </PlainButton>
      <PlainButton onClick={thenGrid(() => session.keepLines(lines))}>Discard all</PlainButton>
    </span>
  );
}

function RepairOffer({ state }: { state: ReviewState }) {
  const store = useLinesStore();
  const filmProblems = useFilmProblems();
  const hasEnded = useSession((session) => !isPending(session) && session.suggestionRequests.length === 0);
  const suggestions = useSession((now) => now.suggestions);
  const verdicts = useVerdicts();
  const suspects = useMemo(
    () => (hasEnded ? suspectLines({ ...state, suggestions }, filmProblems, verdicts) : []),
    [hasEnded, state, suggestions, filmProblems, verdicts],
  );
  // A whole film in the wrong language is translated again, not fixed line by line.
  if (suspects.length === 0 || wrongLanguageWords(filmProblems) !== '') return null;
  return (
    <PlainButton onClick={() => store.setState({ question: { kind: 'repair' } })}>{fixWords(suspects)}</PlainButton>
  );
}

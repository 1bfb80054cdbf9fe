import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isHolder, isPending } from '../../../../engine/run-state.ts';
import { Button, VisuallyHidden } from '../../../kit/button.tsx';
import { CheckBox } from '../../../kit/fields.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import type { ReviewState } from '../line-facts.ts';
import { countText, lineWords } from '../line-words.ts';
import { focusGrid, lineKey, useLinesStore, useLinesView } from '../lines-view.ts';
import { useJudged } from '../use-judged.ts';
import { sharedFailures, suggestedLines } from './failure-words.ts';
import { candidates } from './judge-suggestion.ts';
import { goToNextSuggestion } from './next-suggestion.ts';
import styles from './suggest.module.css';
import { saidAgain, suggestionNews } from './suggestion-news.ts';
import { suspectsOf } from './suspects.ts';
import { useAsk } from './use-ask.ts';

/** The commands for all suggestions, and for all lines that a model can mend. */
export function SuggestBar({ state }: { state: ReviewState }) {
  const holds = useSession(isHolder);
  return (
    <>
      <News />
      {holds && (
        <>
          <Asking />
          <Failures />
          <UseAll state={state} />
          <RepairOffer state={state} />
        </>
      )}
    </>
  );
}

/** Says once what has come. */
function News() {
  const { session } = useServices();
  const store = useLinesStore();
  const [words, setWords] = useState('');
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        const news = suggestionNews(before, after);
        if (news === undefined) return;
        setWords(news);
        const found = saidAgain(before, after);
        if (found.size > 0) store.setState((view) => ({ saidAgain: new Map([...view.saidAgain, ...found]) }));
      }),
    [session, store],
  );
  return (
    <VisuallyHidden>
      <span role="status" aria-label="Suggestions">
        {words}
      </span>
    </VisuallyHidden>
  );
}

function Asking() {
  const { session } = useServices();
  const count = useSession(({ asks }) => asks.reduce((sum, { phrases }) => sum + phrases.length, 0));
  if (count === 0) return null;
  return (
    <span className={styles.fine}>
      The model is asked for {lineWords(count)}
      <Button
        variant="plain"
        onClick={() => {
          session.stopAsking();
          focusGrid();
        }}
      >
        Stop asking
      </Button>
    </span>
  );
}

/** What has failed for several lines alike. */
function Failures() {
  const { session } = useServices();
  const ask = useAsk();
  const failures = sharedFailures(useSession((state) => state.suggestions));
  return failures.map(({ words, numbers, suggestion }) => (
    <span key={words} className={styles.bar}>
      <span className={styles.failure}>
        No suggestion for {lineWords(numbers.length)}. {words}
      </span>
      <Button
        variant="plain"
        onClick={() => {
          ask(numbers, suggestion.wish, suggestion.told);
          focusGrid();
        }}
      >
        Ask again
      </Button>
      <Button
        variant="plain"
        onClick={() => {
          session.keepLines(numbers);
          focusGrid();
        }}
      >
        Dismiss
      </Button>
    </span>
  ));
}

function UseAll({ state: { phrases, results, marks } }: { state: ReviewState }) {
  const { session } = useServices();
  const store = useLinesStore();
  const judged = useJudged();
  const suggestions = useSession((state) => state.suggestions);
  const { ticks, keepsConfirmed } = useLinesView(
    useShallow(({ ticks, keepsConfirmed }) => ({ ticks, keepsConfirmed })),
  );
  const count = suggestedLines(suggestions).length;
  const all = useMemo(
    () => (count > 1 ? candidates({ phrases, results, marks, suggestions }, judged, ticks) : []),
    [phrases, results, marks, suggestions, count, judged, ticks],
  );
  if (count < 2) return null;
  const ticked = all.filter(({ isTicked }) => isTicked);
  const confirmed = ticked.filter(({ isConfirmed }) => isConfirmed).length;
  const uses = ticked.filter(({ isConfirmed }) => !isConfirmed || !keepsConfirmed);
  const settle = (command: () => void) => () => {
    command();
    focusGrid();
  };
  function goOn() {
    const { active } = store.getState();
    goToNextSuggestion(session, store, phrases.find(({ number }) => lineKey(number) === active)?.number ?? 0);
  }

  return (
    <span className={styles.bar}>
      {confirmed > 0 && (
        <CheckBox checked={keepsConfirmed} onChange={(checked) => store.setState({ keepsConfirmed: checked })}>
          Leave confirmed lines as they are
        </CheckBox>
      )}
      <Button variant="plain" onClick={goOn}>
        Next of {countText(count)} suggestions
      </Button>
      <Button variant="plain" disabled={uses.length === 0} onClick={settle(() => session.takeSuggestions(uses))}>
        Use all {countText(uses.length)}
      </Button>
      <Button variant="plain" onClick={settle(() => session.keepLines(suggestedLines(suggestions)))}>
        Keep all mine
      </Button>
    </span>
  );
}

function RepairOffer({ state }: { state: ReviewState }) {
  const store = useLinesStore();
  const judged = useJudged();
  const hasEnded = useSession((session) => !isPending(session) && session.asks.length === 0);
  const count = useMemo(() => (hasEnded ? suspectsOf(state, judged).length : 0), [hasEnded, state, judged]);
  if (count === 0) return null;
  return (
    <Button variant="plain" onClick={() => store.setState({ question: { kind: 'repair' } })}>
      Repair the suspects ({countText(count)})
    </Button>
  );
}

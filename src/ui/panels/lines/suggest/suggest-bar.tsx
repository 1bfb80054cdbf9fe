import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isPending } from '../../../../engine/run-state.ts';
import type { SessionState, Suggestion } from '../../../../film/film.ts';
import type { Session } from '../../../../film/session.ts';
import { Announced, Button } from '../../../kit/button.tsx';
import { CheckBox } from '../../../kit/fields.tsx';
import { focusWhenShown } from '../../../kit/focus.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { sharedFailures, suggestedLines, suggestionFailureWords } from '../../../words/failures.ts';
import type { ReviewState } from '../line-facts.ts';
import { useJudged } from '../line-judge.ts';
import { lineWords, numberText } from '../line-words.ts';
import { type LinesViewStore, lineKey, SHOW_ALL, thenGrid, useLinesStore, useLinesView } from '../lines-view.ts';
import { candidates, useVerdicts, useVerdictsAsked } from './judge-suggestion.ts';
import styles from './suggest.module.css';
import { suspectsOf, useAsk } from './wishes.ts';

/** The commands for all suggestions, and for all lines that a model can mend. */
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
  return <Announced name="Suggestions" words={words} />;
}

function Asking() {
  const { session } = useServices();
  const count = useSession(({ asks }) => asks.reduce((sum, { phrases }) => sum + phrases.length, 0));
  if (count === 0) return null;
  return (
    <span className={styles.fine}>
      The model is asked for {lineWords(count)}
      <Button variant="plain" onClick={thenGrid(session.stopAsking)}>
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
      <Button variant="plain" onClick={thenGrid(() => ask(numbers, suggestion.wish, suggestion.told))}>
        Ask again
      </Button>
      <Button variant="plain" onClick={thenGrid(() => session.keepLines(numbers))}>
        Dismiss
      </Button>
    </span>
  ));
}

function UseAll({ state: { phrases, results, marks } }: { state: ReviewState }) {
  const { session } = useServices();
  const store = useLinesStore();
  const verdicts = useVerdicts();
  const suggestions = useSession((state) => state.suggestions);
  const { ticks, keepsConfirmed } = useLinesView(
    useShallow(({ ticks, keepsConfirmed }) => ({ ticks, keepsConfirmed })),
  );
  const count = suggestedLines(suggestions).length;
  const all = useMemo(
    () => (count > 1 ? candidates({ phrases, results, marks, suggestions }, verdicts, ticks) : []),
    [phrases, results, marks, suggestions, count, verdicts, ticks],
  );
  if (count < 2) return null;
  const ticked = all.filter(({ isTicked }) => isTicked);
  const confirmed = ticked.filter(({ isConfirmed }) => isConfirmed).length;
  const uses = ticked.filter(({ isConfirmed }) => !isConfirmed || !keepsConfirmed);
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
        Next of {numberText(count)} suggestions
      </Button>
      <Button variant="plain" disabled={uses.length === 0} onClick={thenGrid(() => session.takeSuggestions(uses))}>
        Use all {numberText(uses.length)}
      </Button>
      <Button variant="plain" onClick={thenGrid(() => session.keepLines(suggestedLines(suggestions)))}>
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
      Repair the suspects ({numberText(count)})
    </Button>
  );
}

type State = Pick<SessionState, 'asks' | 'suggestions'>;

export const REPEAT_WORDS = 'The model said the same again.';

/** The suggestions of an ask that has ended between two states whose text was suggested for their line before, by number. */
function saidAgain(before: State, after: State): ReadonlyMap<number, Suggestion> {
  return new Map(
    endedLines(before, after).flatMap((number) => {
      const older = before.suggestions[number] ?? [];
      const last = after.suggestions[number]?.at(-1);
      const isRepeat =
        last?.text !== undefined && !older.includes(last) && older.some(({ text }) => text === last.text);
      return isRepeat ? [[number, last] as const] : [];
    }),
  );
}

/** What is said of an ask that has ended between two states; undefined: none has. */
export function suggestionNews(before: State, after: State): string | undefined {
  const numbers = endedLines(before, after);
  if (numbers.length === 0) return undefined;
  const newest = numbers.map((number) => ({ number, last: after.suggestions[number]?.at(-1) }));
  const came = newest.filter(({ last }) => last?.text !== undefined);
  const failures = newest.filter(({ last }) => last?.failure);
  const [failed] = failures;
  const whose = failures.length > 1 ? `${numberText(failures.length)} lines` : failed?.number;
  const [first] = came;
  const why = failed?.last?.failure ? suggestionFailureWords(failed.last.failure) : '';
  if (!first) return failed && `No suggestion for ${whose}. ${why}`;
  const words =
    came.length === 1 ? `Suggestion for ${first.number}` : `Suggestions for ${numberText(came.length)} lines`;
  const more = [
    ...repeatNews(saidAgain(before, after).size, came.length),
    ...(failed ? [`No suggestion for ${whose}. ${why}`] : []),
  ];
  return more.length === 0 ? words : `${words}. ${more.join(' ')}`;
}

function repeatNews(repeats: number, came: number): readonly string[] {
  if (repeats === 0) return [];
  return [repeats === came ? REPEAT_WORDS : `For ${numberText(repeats)} of them the model said the same again.`];
}

/** The lines of the asks that have ended between two states, if that has changed suggestions. */
function endedLines(before: State, after: State): readonly number[] {
  if (after.suggestions === before.suggestions) return [];
  const left = new Set(after.asks.map(({ id }) => id));
  return before.asks.filter(({ id }) => !left.has(id)).flatMap(({ phrases }) => phrases.map(({ number }) => number));
}

/** Where the keyboard goes in a line's suggestions: the first command. */
export const firstButtonId = (number: number): string => `suggestion-${number}`;

/**
 * Brings the next line with suggestions into sight, in the order of the film and round its end, whatever the view shows. False: no line but
 * this one has any.
 */
export function goToNextSuggestion({ store }: Session, view: LinesViewStore, number: number): boolean {
  const others = suggestedLines(store.getState().suggestions).filter((other) => other !== number);
  const next = others.find((other) => other > number) ?? others[0];
  if (next === undefined) return false;
  const { active: held, shown } = view.getState();
  view.setState({ held, active: lineKey(next), ...(shown?.has(next) === false && SHOW_ALL), reveal: {} });
  focusWhenShown(firstButtonId(next));
  return true;
}

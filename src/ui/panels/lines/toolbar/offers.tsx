import { type MouseEvent, memo, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShallow } from 'zustand/react/shallow';
import { lineOf, marksOf } from '../../../../film/lines.ts';
import { withTerm } from '../../../../notes/film-reading.ts';
import { shows } from '../../../../review/filter.ts';
import { hasWords, LINES_OF_A_TERM } from '../../../../review/kept-term.ts';
import { isTextField, useSmall } from '../../../kit/browser.ts';
import { Announced, PlainButton } from '../../../kit/button.tsx';
import { useServices, useSession } from '../../../state/services.tsx';
import { undoWords } from '../../../words/undo-words.ts';
import { keptWords, NewTerm } from '../grid/line-terms.tsx';
import {
  allFacts,
  fineLines,
  type LineFacts,
  type ReviewState,
  shownBy,
  useFilmProblems,
  useLineJudge,
  useReviewState,
} from '../line-facts.ts';
import { lineWords, numberText } from '../line-words.ts';
import styles from '../lines.module.css';
import { noteEdit, thenGrid, useLinesStore, useLinesView } from '../lines-view.ts';
import { SuggestBar } from '../suggest/suggest-bar.tsx';

/**
 * Below the grid: what can be done as things stand. These commands come and go by themselves; above the grid they would push down the line
 * that a person is typing in.
 */
export const Offers = memo(function Offers({ state }: { state: ReviewState }) {
  const filmProblems = useFilmProblems();
  const judge = useLineJudge();
  return (
    <div className={styles.offers} {...useOnePress()}>
      {filmProblems.rulesFailed && (
        <span role="alert" className={styles.gone}>
          The lines are not checked for problems: a part of the page could not be loaded.
          <PlainButton onClick={() => judge.choose({})}>Try again</PlainButton>
        </span>
      )}
      <Refresh state={state} />
      <SelectionCommands />
      <ConfirmAll state={state} />
      <SuggestBar state={state} />
      <RepeatsOffer />
      <TermOffer />
    </div>
  );
});

/** Within this time, and as near (CSS px), the second half of a double press comes. */
const DOUBLE_PRESS_MS = 500;
const DOUBLE_PRESS_PX = 24;

/** For a row whose buttons come and go: where a pressed button has gone, the second half of a double press does nothing on what stands there. */
function useOnePress() {
  const last = useRef<{ readonly button: Element; readonly atMs: number; readonly x: number; readonly y: number }>(
    null,
  );
  return {
    onMouseDown(event: MouseEvent) {
      // The focus stays where the first half has put it.
      if (event.detail > 1 && !isTextField(event.target)) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      const button = (event.target as Element).closest('button');
      const { detail, timeStamp: atMs, clientX: x, clientY: y } = event;
      const before = last.current;
      const isNear = before !== null && Math.hypot(x - before.x, y - before.y) < DOUBLE_PRESS_PX;
      // A key has no detail.
      const isSecond = detail > 1 || (detail === 1 && isNear && atMs - before.atMs < DOUBLE_PRESS_MS);
      if (isSecond && before?.button.isConnected === false) event.stopPropagation();
      else last.current = button && { button, atMs, x, y };
    },
  };
}

/** Brings the offer in which it stands into sight as it comes, above the bar of a small window. */
const InSight = () => <span ref={bringIntoSight} />;
const bringIntoSight = (mark: HTMLElement | null): void => mark?.parentElement?.scrollIntoView({ block: 'nearest' });

/** Lines that were shown when the option was chosen do not match it any more. */
function Refresh({ state }: { state: ReviewState }) {
  const { session } = useServices();
  const store = useLinesStore();
  const filmProblems = useFilmProblems();
  const { show, kind, shown } = useLinesView(useShallow(({ show, kind, shown }) => ({ show, kind, shown })));
  const gone = useMemo(() => {
    const isGone = (facts: LineFacts) => shown?.has(facts.line.number) && !shows(show, facts, kind);
    return shown === null ? 0 : allFacts(state, filmProblems).filter(isGone).length;
  }, [state, filmProblems, show, kind, shown]);
  if (gone === 0) return null;
  return (
    <span className={styles.gone}>
      {gone === 1 ? '1 line no longer matches' : `${numberText(gone)} lines no longer match`}
      <PlainButton
        onClick={thenGrid(() => {
          const matching = shownBy(session.store.getState(), filmProblems, show, kind);
          store.setState({ shown: matching, open: null, selected: new Set() });
        })}
      >
        Refresh
      </PlainButton>
    </span>
  );
}

function SelectionCommands() {
  const { session } = useServices();
  const store = useLinesStore();
  const selected = useLinesView((view) => view.selected);
  const numbers = [...selected];
  const words = selected.size > 0 && `${lineWords(selected.size)} selected`;
  return (
    <>
      <Announced name="Selection" words={words} className={styles.selection} />
      {words && (
        <span className={styles.selection}>
          <PlainButton onClick={() => store.setState({ question: { kind: 'lines', numbers } })}>
            Translate again
          </PlainButton>
          <PlainButton onClick={() => session.markLines(numbers, { confirmed: true })}>Confirm</PlainButton>
          <PlainButton onClick={() => session.markLines(numbers, { flagged: true })}>Flag</PlainButton>
        </span>
      )}
    </>
  );
}

function ConfirmAll({ state }: { state: ReviewState }) {
  const { session } = useServices();
  const filmProblems = useFilmProblems();
  const count = useMemo(() => fineLines(state, filmProblems).length, [state, filmProblems]);
  if (count === 0) return null;
  return (
    <PlainButton
      onClick={thenGrid(() =>
        session.markLines(fineLines(session.store.getState(), filmProblems), { confirmed: true }),
      )}
    >
      Confirm all without problems ({numberText(count)})
    </PlainButton>
  );
}

const MOST_NAMED = 5;

/** "Also 45, 210, 388": the same edit where the same original had the same translation. Offered, never done by itself. */
function RepeatsOffer() {
  const { session } = useServices();
  const store = useLinesStore();
  const repeats = useLinesView((view) => view.repeats);
  const state = useReviewState();
  if (repeats === null) return null;
  const { edited, before, text } = repeats;
  // Undo has taken the edit back.
  if (lineOf(state, edited)?.translation !== text) return null;
  // They have the translation of before, and nobody has confirmed that.
  const numbers = repeats.numbers.filter((number) => {
    const line = lineOf(state, number);
    return line?.translation === before && !marksOf(state, line).confirmed;
  });
  if (numbers.length === 0) return null;
  const named = numbers.slice(0, MOST_NAMED).join(', ');
  return (
    <span role="status" className={styles.selection}>
      Also {named}
      {numbers.length > MOST_NAMED && ' …'}
      <PlainButton
        onClick={() => {
          session.changeLines(numbers.map((number) => ({ number, text })));
          noteEdit(store, numbers, before, text);
          store.setState({ repeats: null });
        }}
      >
        Change {numberText(numbers.length)}
      </PlainButton>
      <PlainButton onClick={() => store.setState({ repeats: null })}>Leave them</PlainButton>
    </span>
  );
}

/** A word that was replaced in several lines is agreed on: all requests from now on may say so. */
function TermOffer() {
  const { session } = useServices();
  const store = useLinesStore();
  const offer = useLinesView((view) => view.termOffer);
  const terms = useSession((state) => state.notes.terms);
  const state = useReviewState();
  /** The words of which a person is asked what they translate. */
  const [asked, setAsked] = useState<string>();
  /** Names the step that has kept a term. */
  const [kept, setKept] = useState<string>();
  const form = useRef<HTMLSpanElement>(null);
  if (offer === null) return kept && <KeptTerm step={kept} />;
  const { words } = offer;
  const isTerm = terms.some(({ translation }) => hasWords(translation, words));
  // Undo takes them out again.
  const numbers = offer.numbers.filter((number) => hasWords(lineOf(state, number)?.translation ?? '', words));
  if (isTerm || numbers.length < LINES_OF_A_TERM) return null;
  const step = keptWords({ source: '', translation: words, note: '' });
  const end = thenGrid(() => {
    setAsked(undefined);
    setKept(step);
    store.setState({ termOffer: null });
  });

  async function keep(): Promise<void> {
    const { phrases } = session.store.getState();
    let source: string | undefined;
    await session.analysis.orNothing(async () => {
      source = await session.analysis.ask('commonWord', numbers);
    });
    const { notes, phrases: now } = session.store.getState();
    // Meanwhile another film was opened, or the offer was left.
    if (now !== phrases || store.getState().termOffer?.words !== words) return;
    if (source) {
      const term = { source, translation: words, note: '' };
      const { notes: next, replaced } = withTerm(notes, term);
      session.changeNotes(next, keptWords(term, replaced));
      return end();
    }
    flushSync(() => setAsked(words));
    form.current?.querySelector('input')?.focus();
  }
  return (
    <span ref={form} role="status" className={styles.selection}>
      <InSight />
      <span dir="auto">{words}</span> in {lineWords(numbers.length)}
      {asked === words ? (
        <NewTerm sides={{ source: '', translation: words }} step={step} onEnd={end} />
      ) : (
        <PlainButton onClick={() => void keep()}>Keep as a term</PlainButton>
      )}
      <PlainButton onClick={end}>Leave it</PlainButton>
    </span>
  );
}

/** What was kept, with Undo: in a small window the page's own is above what is in sight. */
function KeptTerm({ step }: { step: string }) {
  const { session } = useServices();
  const isSmall = useSmall();
  const undo = useSession((state) => state.undo);
  if (!isSmall || undo?.command !== 'change-notes' || !undo.words.startsWith(step)) return null;
  return (
    <span className={styles.selection}>
      <InSight />
      {undoWords(undo)}
      <PlainButton onClick={thenGrid(() => session.undo())}>Undo</PlainButton>
    </span>
  );
}

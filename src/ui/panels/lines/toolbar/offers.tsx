import { type MouseEvent, memo, useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { LineFacts } from '../../../../film/judged-lines.ts';
import { lineOf, marksOf } from '../../../../film/lines.ts';
import { type Filter, shows } from '../../../../review/problem-kinds.ts';
import { isTextField } from '../../../kit/browser.ts';
import { Announced, PlainButton } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { NAMED_AT_MOST } from '../../../words/undo-words.ts';
import {
  allFacts,
  choiceOf,
  fineLines,
  type ReviewState,
  useFilmProblems,
  useLineJudge,
  useReviewState,
} from '../line-facts.ts';
import styles from '../lines.module.css';
import { lineWords, numberText, showLines, thenGrid, useLinesStore, useLinesView } from '../lines-view.ts';
import { NextFilm, OtherLanguage } from '../review.tsx';
import { SuggestBar } from '../suggest/suggest-bar.tsx';

/** Commands that appear and disappear automatically. They are below the grid: above it they would move the line that a person is editing. */
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
      <OtherLanguage />
      <Refresh state={state} />
      <SelectionCommands />
      <ConfirmAll state={state} />
      <NextFilm state={state} />
      <SuggestBar state={state} />
      <RepeatsOffer />
    </div>
  );
});

/** The second press of a double press comes within this time and distance (CSS px). */
const DOUBLE_PRESS_MS = 500;
const DOUBLE_PRESS_PX = 24;

/** For a row whose buttons appear and disappear: the second press of a double press must not press a button that has replaced the first one. */
function useOnePress() {
  const last = useRef<{ readonly button: Element; readonly atMs: number; readonly x: number; readonly y: number }>(
    null,
  );
  return {
    onMouseDown(event: MouseEvent) {
      // Keeps the focus where the first press put it.
      if (event.detail > 1 && !isTextField(event.target)) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      const button = (event.target as Element).closest('button');
      const { detail, timeStamp: atMs, clientX: x, clientY: y } = event;
      const before = last.current;
      const isNear = before !== null && Math.hypot(x - before.x, y - before.y) < DOUBLE_PRESS_PX;
      // A click by key has no detail.
      const isSecond = detail > 1 || (detail === 1 && isNear && atMs - before.atMs < DOUBLE_PRESS_MS);
      if (isSecond && before?.button.isConnected === false) event.stopPropagation();
      else last.current = button && { button, atMs, x, y };
    },
  };
}

/** In these options a line that no longer matches is done. In the others it need not be: it is not flagged any more, or has another kind of problem. */
const OF_DONE: ReadonlySet<Filter> = new Set<Filter>(['to-review', 'problems', 'fit', 'failed']);

function goneWords(count: number, areDone: boolean): string {
  if (count === 1) return `1 line ${areDone ? 'is done: it ' : ''}no longer matches this filter.`;
  return `${numberText(count)} lines ${areDone ? 'are done: they ' : ''}no longer match this filter.`;
}

/** Offered when shown lines no longer match the chosen option. */
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
      {goneWords(gone, kind === '' && OF_DONE.has(show))}
      <PlainButton
        onClick={thenGrid(() => {
          const choice = choiceOf(session.store.getState(), filmProblems, show, kind);
          showLines(store, { ...choice, open: null, selected: new Set() });
        })}
      >
        {gone === 1 ? 'Hide it' : 'Hide them'}
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
          <PlainButton title="Alt+Enter" onClick={() => store.setState({ question: { kind: 'lines', numbers } })}>
            Translate again
          </PlainButton>
          <PlainButton title="Ctrl+Enter" onClick={() => session.markLines(numbers, { confirmed: true })}>
            Confirm
          </PlainButton>
          <PlainButton onClick={() => session.markLines(numbers, { flagged: true })}>Flag</PlainButton>
        </span>
      )}
    </>
  );
}

const UNFIT_ID = 'unfit-lines';

function ConfirmAll({ state }: { state: ReviewState }) {
  const { session } = useServices();
  const filmProblems = useFilmProblems();
  const { numbers, unfit } = useMemo(() => fineLines(state, filmProblems), [state, filmProblems]);
  if (numbers.length === 0) return null;
  return (
    <>
      <PlainButton
        aria-describedby={UNFIT_ID}
        onClick={thenGrid(() =>
          session.markLines(fineLines(session.store.getState(), filmProblems).numbers, { confirmed: true }),
        )}
      >
        Confirm all without problems ({numberText(numbers.length)})
      </PlainButton>
      {unfit > 0 && (
        <span id={UNFIT_ID} className={styles.count}>
          {unfit === 1
            ? '1 of these lines is too fast or too long. This confirms it, too.'
            : `${numberText(unfit)} of these lines are too fast or too long. This confirms them, too.`}
        </span>
      )}
    </>
  );
}

const repeatsWords = (count: number, named: string): string =>
  count === 1
    ? `Line ${named} still has the old text. Change it, too?`
    : `Lines ${named} still have the old text. Change them, too?`;

/** "Lines 45, 210, 388": offers the same edit for lines with the same original and translation. */
function RepeatsOffer() {
  const { session } = useServices();
  const store = useLinesStore();
  const repeats = useLinesView((view) => view.repeats);
  const state = useReviewState();
  if (repeats === null) return null;
  const { edited, before, text } = repeats;
  // Undo has reverted the edit.
  if (lineOf(state, edited)?.translation !== text) return null;
  // Lines that still have the old translation and are not confirmed.
  const numbers = repeats.numbers.filter((number) => {
    const line = lineOf(state, number);
    return line?.translation === before && !marksOf(state, line).confirmed;
  });
  if (numbers.length === 0) return null;
  const named = numbers.slice(0, NAMED_AT_MOST).join(', ') + (numbers.length > NAMED_AT_MOST ? ' …' : '');
  return (
    <span role="status" className={styles.selection}>
      {repeatsWords(numbers.length, named)}
      <PlainButton
        onClick={() => {
          session.changeLines(numbers.map((number) => ({ number, text })));
          store.setState({ repeats: null });
        }}
      >
        {numbers.length === 1 ? 'Change 1 line' : `Change ${numberText(numbers.length)} lines`}
      </PlainButton>
      <PlainButton onClick={() => store.setState({ repeats: null })}>
        {numbers.length === 1 ? 'Do not change it' : 'Do not change them'}
      </PlainButton>
    </span>
  );
}

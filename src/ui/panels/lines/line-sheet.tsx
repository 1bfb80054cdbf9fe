import { useEffect, useRef } from 'react';
import { batchOfLine, isReadable, placeOf } from '../../../film/lines.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { useServices } from '../../state/services.tsx';
import { LineText, textDirection } from './grid/line-text.tsx';
import { OpenLine, takeTypedBack } from './grid/open-line.tsx';
import { factsOfLine, type ReviewState } from './line-facts.ts';
import { useJudged } from './line-judge.ts';
import styles from './lines.module.css';
import { EDITOR_ID, lineKey, useLinesStore } from './lines-view.ts';

/** On a narrow screen: one line in a sheet over the whole page, its commands above the keyboard. */
export function LineSheet({ state, number }: { state: ReviewState; number: number }) {
  const { session, page } = useServices();
  const store = useLinesStore();
  const judged = useJudged();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The dialog gives the focus to its first button: it belongs to the text.
    document.getElementById(EDITOR_ID)?.focus();
    // The keyboard on the screen covers a part of the page: the commands stay above it.
    const fit = () => {
      if (dialog.current && window.visualViewport) dialog.current.style.height = `${window.visualViewport.height}px`;
    };
    window.visualViewport?.addEventListener('resize', fit);
    return () => window.visualViewport?.removeEventListener('resize', fit);
  }, []);

  const facts = factsOfLine(state, judged, number);
  const place = placeOf(state.phrases, number) ?? 0;
  if (!facts) return null;
  const { line } = facts;
  const canEdit = (each: number) => isReadable(state.results[batchOfLine(state.phrases, each) ?? -1]);
  const before = state.phrases[place - 1]?.number;
  const after = state.phrases[place + 1]?.number;
  const goTo = (next: number | undefined) =>
    store.setState(
      next === undefined || !canEdit(next) ? { open: null } : { open: next, active: lineKey(next), reveal: {} },
    );

  function confirm(): void {
    // What is written is committed first: the box loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    session.markLines([number], { confirmed: true });
    goTo(after);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Line ${number}`}
      className={styles.sheet}
      onCancel={() => takeTypedBack({ session, page }, number)}
      onClose={() => {
        store.setState({ open: null, active: lineKey(number), reveal: {} });
        focusSoon(lineKey(number));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        confirm();
      }}
    >
      <div className={styles.sheetHead}>
        <strong>Line {number}</strong>
        <PlainButton onClick={() => dialog.current?.close()}>Close</PlainButton>
      </div>
      <p className={styles.sheetOriginal} dir={textDirection(line.original)}>
        <LineText text={line.original} />
      </p>
      <OpenLine
        key={number}
        line={line}
        problems={facts.problems}
        before={facts.marks.before}
        dismissed={facts.marks.dismissed}
        canEdit={canEdit(number)}
      />
      <Button onClick={() => store.setState({ question: { kind: 'lines', numbers: [number] } })}>
        Translate again
      </Button>
      <div className={styles.sheetActions}>
        <Button aria-label="Previous line" disabled={before === undefined} onClick={() => goTo(before)}>
          ‹
        </Button>
        <Button variant="primary" inBar={false} onClick={confirm}>
          Confirm
        </Button>
        <Button aria-label="Next line" disabled={after === undefined} onClick={() => goTo(after)}>
          ›
        </Button>
      </div>
    </dialog>
  );
}

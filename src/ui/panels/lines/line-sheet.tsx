import { useEffect, useRef } from 'react';
import { batchOfLine, isReadable, lineOf, marksOf, placeOf } from '../../../session/lines.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus-soon.ts';
import { useServices } from '../../state/services.tsx';
import { EDITOR_ID } from './field-ids.ts';
import { OpenLine } from './grid/open-line.tsx';
import { problemsOf, type ReviewState } from './line-facts.ts';
import styles from './lines.module.css';
import { lineKey, useLinesStore } from './lines-view.ts';
import { useSuggestStore } from './suggest/suggest-view.ts';
import { useJudged } from './use-judged.ts';

interface LineSheetProps {
  readonly state: ReviewState;
  readonly number: number;
}

/** On a narrow screen: one line in a sheet over the whole page, its commands above the keyboard. */
export function LineSheet({ state, number }: LineSheetProps) {
  const { session } = useServices();
  const store = useLinesStore();
  const suggest = useSuggestStore();
  const judged = useJudged();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The dialog gives the focus to its first button: it belongs to the text.
    document.getElementById(EDITOR_ID)?.focus();
  }, []);

  const line = lineOf(state, number);
  const place = placeOf(state.phrases, number) ?? 0;
  if (!line) return null;
  const canEdit = (each: number) => isReadable(state.results[batchOfLine(state.phrases, each) ?? -1]);
  const before = state.phrases[place - 1]?.number;
  const after = state.phrases[place + 1]?.number;
  const goTo = (next: number | undefined) =>
    store.setState(
      next === undefined || !canEdit(next)
        ? { open: null }
        : { open: next, active: lineKey(next), reveal: { key: lineKey(next) } },
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
      onCancel={() => {
        // Esc takes back what was typed.
        const box = document.getElementById(EDITOR_ID);
        const now = lineOf(session.store.getState(), number)?.translation ?? '';
        if (box instanceof HTMLTextAreaElement) box.value = now;
      }}
      onClose={() => {
        store.setState({ open: null, reveal: { key: lineKey(number) } });
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
        <Button look="plain" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      <p className={styles.sheetOriginal} dir="auto">
        {line.original}
      </p>
      <OpenLine
        key={number}
        line={line}
        problems={problemsOf(state, judged, line, batchOfLine(state.phrases, number) ?? 0)}
        film={judged.film}
        language={judged.language}
        limits={judged.limits}
        before={marksOf(state, line).before}
        canEdit={canEdit(number)}
      />
      <Button onClick={() => suggest.setState({ question: { kind: 'lines', numbers: [number] } })}>
        Translate again
      </Button>
      <div className={styles.sheetActions}>
        <Button aria-label="Previous line" disabled={before === undefined} onClick={() => goTo(before)}>
          ‹
        </Button>
        <Button look="primary" onClick={confirm}>
          Confirm
        </Button>
        <Button aria-label="Next line" disabled={after === undefined} onClick={() => goTo(after)}>
          ›
        </Button>
      </div>
    </dialog>
  );
}

import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { batchOfLine, isReadable, placeOf } from '../../../film/lines.ts';
import { keyName, listen } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { FILM_ID } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { LineText, textDirection } from './grid/line-text.tsx';
import { OpenLine, takeTypedBack } from './grid/open-line.tsx';
import { factsOfLine, type ReviewState } from './line-facts.ts';
import { useJudged } from './line-judge.ts';
import styles from './lines.module.css';
import { EDITOR_ID, lineKey, useLinesStore } from './lines-view.ts';

/** On a narrow screen: one line in a sheet over the page, but not over the film, its commands above the keyboard. */
export function LineSheet({ state, number }: { state: ReviewState; number: number }) {
  const { session, page, video } = useServices();
  const player = useStore(video.playback, (playback) => playback.player);
  const store = useLinesStore();
  const judged = useJudged();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The dialog gives the focus to its first button: it belongs to the text.
    document.getElementById(EDITOR_ID)?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a film may come, or go, while the sheet is open
  useEffect(() => {
    const film = document.getElementById(FILM_ID);
    film?.scrollIntoView({ block: 'start' });
    const put = (name: string, px = 0) => dialog.current?.style.setProperty(name, `${px}px`);
    const belowFilm = () => put('--film-end', film?.querySelector('video')?.getBoundingClientRect().bottom);
    belowFilm();
    const { visualViewport } = window;
    if (!visualViewport) return undefined;
    // The keyboard on the screen covers a part of the page: the commands stay above it.
    return listen(visualViewport, {
      resize() {
        put('--visible-height', visualViewport.height);
        belowFilm();
      },
    });
  }, [player]);

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
        const key = keyName(event);
        if (key === 'Control+Enter') confirm();
        else if (player && (key === 'F9' || key === 'Shift+F9')) {
          if (!event.repeat) player.play(event.shiftKey ? 'on' : 'line', number);
        } else return;
        event.preventDefault();
      }}
    >
      <div className={styles.sheetHead}>
        <strong>Line {number}</strong>
        {player && (
          <PlainButton className={styles.sheetPlay} title="F9" onClick={() => player.play('line', number)}>
            Play the line
          </PlainButton>
        )}
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

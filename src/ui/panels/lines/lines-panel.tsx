import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { batchOfLine, isReadable, lineOf, linesToMove, marksOf, placeOf } from '../../../film/lines.ts';
import { languageOfPhrases } from '../../../languages/guess-language.ts';
import { moveFirstWordsUp, moveLastWordsDown } from '../../../review/text/move-words.ts';
import { keyName, listen, useNarrow } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { focusSoon, placeByArrow } from '../../kit/focus.ts';
import { Nothing } from '../../kit/lazy-part.tsx';
import { openPopover } from '../../kit/overlays.ts';
import { FILM_ID, LINES_ACTIONS_ID, LINES_ID } from '../../kit/panel.tsx';
import { runPart } from '../../state/parts.ts';
import { ServicesContext, useServices } from '../../state/services.tsx';
import { LineText, textDirection } from './grid/line-text.tsx';
import { LinesGrid } from './grid/lines-grid.tsx';
import { OpenLine, takeTypedBack } from './grid/open-line.tsx';
import { nextToConfirm } from './grid/use-grid-keys.ts';
import { factsOfLine, type ReviewState, useFilmProblems, useReviewState } from './line-facts.ts';
import styles from './lines.module.css';
import {
  CONFIRM_WORDS,
  goToRow,
  KEEP_ORIGINAL,
  keepOriginal,
  keyNames,
  type LineKey,
  lineKey,
  MOVE_WORDS,
  useLinesStore,
  useLinesView,
} from './lines-view.ts';
import { QuestionDialog } from './suggest/ask-dialog.tsx';
import { LinesToolbar } from './toolbar/lines-toolbar.tsx';
import { Offers } from './toolbar/offers.tsx';

const BehindNotice = runPart.component((part) => part.BehindNotice, { Fallback: Nothing });

interface LinesPanelProps {
  /** Beside the tools. */
  readonly notes: ReactNode;
  readonly notices: ReactNode;
  /** On a phone the errors are above the batches instead. */
  readonly errors: ReactNode;
  readonly actions: ReactNode;
}

export function LinesPanel({ notes, notices, errors, actions }: LinesPanelProps) {
  const state = useReviewState();
  // Counts are drawn a moment after an edited line.
  const counted = useDeferredValue(state);
  // On a phone lines are cards, and the open line gets a sheet of its own.
  const narrow = useNarrow();
  const sheet = useLinesView(({ open }) => (narrow ? open : null));
  const question = useLinesView((view) => view.question);
  return (
    <section id={LINES_ID} tabIndex={-1} aria-label="Lines" className={styles.panel}>
      <LinesToolbar state={counted} notes={notes} />
      <BehindNotice className={styles.notice} />
      <DrawnFirst>
        <LinesGrid narrow={narrow} />
      </DrawnFirst>
      <Offers state={counted} />
      <RowMenu />
      {sheet !== null && <LineSheet state={state} number={sheet} />}
      {question && <QuestionDialog question={question} />}
      <div className={styles.errors}>
        {notices}
        {!narrow && errors}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups commands, not form fields */}
      <div
        id={LINES_ACTIONS_ID}
        tabIndex={-1}
        role="group"
        aria-label="Lines: commands"
        className={styles.actions}
        data-one-row
      >
        {actions}
      </div>
    </section>
  );
}

/** Everything in it shows another film of the series before the panels around it do. */
function DrawnFirst({ children }: { children: ReactNode }) {
  const services = useServices();
  const { shown } = services;
  const ofLines = useMemo(() => ({ ...services, shown: { ...shown, ...shown.ofLines } }), [services, shown]);
  return <ServicesContext value={ofLines}>{children}</ServicesContext>;
}

/** On a phone: the open line in a sheet that leaves the video visible, with its commands above the keyboard. */
function LineSheet({ state, number }: { state: ReviewState; number: number }) {
  const { session, page, video } = useServices();
  const player = useStore(video.store, ({ player }) => player);
  const store = useLinesStore();
  const filmProblems = useFilmProblems();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // A dialog focuses its first button, but the text box should have the focus.
    store.box.current?.focus();
  }, [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a video may be opened or closed while the sheet is open
  useEffect(() => {
    const film = document.getElementById(FILM_ID);
    film?.scrollIntoView({ block: 'start' });
    const put = (name: string, px = 0) => dialog.current?.style.setProperty(name, `${px}px`);
    const belowFilm = () => put('--film-end', film?.querySelector('video')?.getBoundingClientRect().bottom);
    belowFilm();
    const { visualViewport } = window;
    if (!visualViewport) return undefined;
    // The on-screen keyboard covers part of the page: the commands move above it.
    return listen(visualViewport, {
      resize() {
        put('--visible-height', visualViewport.height);
        belowFilm();
      },
    });
  }, [player]);

  const facts = factsOfLine(state, filmProblems, number);
  const place = placeOf(state.phrases, number) ?? 0;
  if (!facts) return null;
  const { line } = facts;
  const canEdit = (each: number) => isReadable(state, batchOfLine(state.phrases, each));
  const before = state.phrases[place - 1]?.number;
  const after = state.phrases[place + 1]?.number;
  function goTo(next: number | undefined): void {
    if (next === undefined || !canEdit(next)) dialog.current?.close();
    else goToRow(store, { open: next, active: lineKey(next) });
  }

  function confirm(): void {
    session.markLines([number], { confirmed: true });
    const view = store.getState();
    const isThere = (each: number) => (view.shown === null || view.shown.has(each)) && canEdit(each);
    goTo(nextToConfirm(state, filmProblems, view, number, new Set([number]), isThere));
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Line ${number}`}
      className={styles.sheet}
      onCancel={() => takeTypedBack({ session, page }, number, store.box.current)}
      onClose={() => {
        goToRow(store, { open: null, active: lineKey(number) });
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
      <p className={styles.sheetOriginal} dir={textDirection(line.original)} lang={languageOfPhrases(state.phrases)}>
        <LineText text={line.original} hits={[]} />
      </p>
      <OpenLine
        key={number}
        line={line}
        problems={facts.problems}
        before={facts.marks.before}
        dismissed={facts.marks.dismissed}
        canEdit={canEdit(number)}
      />
      <Button
        onClick={() => {
          // Commits what was typed, so that suggestions are compared with it.
          session.takeTyped.call('saving');
          store.setState({ question: { kind: 'lines', numbers: [number] } });
        }}
      >
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

/** The keys of a line's commands in its menu. */
const ITEM_KEYS: Readonly<Record<string, LineKey | 'F9'>> = {
  Edit: 'Enter',
  [CONFIRM_WORDS.confirm]: 'Control+Enter',
  'Play the line': 'F9',
  'Translate again': 'Alt+Enter',
};

/** The menu of commands for one line; all rows share it. */
function RowMenu() {
  const { session, video } = useServices();
  const player = useStore(video.store, (state) => state.player);
  const store = useLinesStore();
  const menu = useLinesView((view) => view.menu);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = list.current;
    if (!menu || !element) return undefined;
    const end = openPopover(element, menu.button, { align: 'end', onLeave: () => store.setState({ menu: null }) });
    element.querySelector<HTMLElement>('button:not([disabled])')?.focus();
    return end;
  }, [menu, store]);

  if (!menu) return null;
  const { number, button } = menu;
  const state = session.store.getState();
  const line = lineOf(state, number);
  const { confirmed = false, flagged = false } = line ? marksOf(state, line) : {};
  const hasText = line?.translation !== undefined && line.translation.trim() !== '';

  function close(): void {
    store.setState({ menu: null });
    button.focus();
  }
  /** Both lines' texts after first words move to the line before (-1), or last words to the line after; undefined: nothing can move. */
  function wordsMoved(step: 1 | -1) {
    const place = placeOf(state.phrases, number) ?? Number.NaN;
    const other = lineOf(state, state.phrases[place + step]?.number ?? Number.NaN);
    if (!line?.translation || !other?.translation) return undefined;
    const [earlier, later] = step === 1 ? [line, other] : [other, line];
    const texts = [earlier.translation ?? '', later.translation ?? ''] as const;
    const [first, second] = (step === 1 ? moveLastWordsDown : moveFirstWordsUp)(texts) ?? [];
    if (first === undefined || second === undefined) return undefined;
    const changes = [
      { number: earlier.number, text: first },
      { number: later.number, text: second },
    ];
    return () => session.changeLines(changes, `moving words between lines ${earlier.number} and ${later.number}`);
  }
  const isMovable = linesToMove(state, number).length > 0;
  const canEdit = isReadable(state, batchOfLine(state.phrases, number));
  /** An item without a function is disabled. */
  const items: readonly (readonly [words: string, act: (() => void) | false | undefined])[] = [
    ['Edit', canEdit && (() => store.setState({ open: number, active: lineKey(number) }))],
    ...(player ? [['Play the line', () => player.play('line', number)] as const] : []),
    [
      confirmed ? CONFIRM_WORDS.takeBack : CONFIRM_WORDS.confirm,
      hasText && (() => session.markLines([number], { confirmed: !confirmed })),
    ],
    [flagged ? 'Remove flag' : 'Flag', () => session.markLines([number], { flagged: !flagged })],
    ['Translate again', () => store.setState({ question: { kind: 'lines', numbers: [number] } })],
    ...(canEdit && !hasText ? [[KEEP_ORIGINAL, () => keepOriginal(session, number)] as const] : []),
    ['Move first words up', wordsMoved(-1)],
    ['Move last words down', wordsMoved(1)],
    [MOVE_WORDS.earlier, isMovable && (() => session.moveTranslations(number, -1))],
    [MOVE_WORDS.later, isMovable && (() => session.moveTranslations(number, 1))],
  ];
  return (
    <div
      ref={list}
      role="menu"
      aria-label={`Actions for ${number}`}
      popover="manual"
      className={styles.menu}
      onKeyDown={(event) => {
        const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not([disabled])')];
        const place = buttons.indexOf(document.activeElement as HTMLElement);
        const next = placeByArrow(event.key, place, buttons.length, ['ArrowUp', 'ArrowDown']);
        if (next !== undefined) buttons[next]?.focus();
        else if (event.key === 'Escape' || event.key === 'Tab') close();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {items.map(([words, act]) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={!act}
          aria-keyshortcuts={ITEM_KEYS[words]}
          className={styles.menuItem}
          onClick={() => {
            close();
            if (act) act();
          }}
        >
          {words}
          {ITEM_KEYS[words] && <kbd aria-hidden>{keyNames(ITEM_KEYS[words]).join('+')}</kbd>}
        </button>
      ))}
    </div>
  );
}

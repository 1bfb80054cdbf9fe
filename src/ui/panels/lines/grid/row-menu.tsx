import { useEffect, useRef } from 'react';
import { lineOf, linesToMove, marksOf, placeOf } from '../../../../film/lines.ts';
import { moveFirstWordsUp, moveLastWordsDown } from '../../../../review/text/move-words.ts';
import { placeByArrow } from '../../../kit/focus.ts';
import { openPopover } from '../../../kit/popover.ts';
import { useServices } from '../../../state/services.tsx';
import { MOVE_WORDS } from '../line-words.ts';
import styles from '../lines.module.css';
import { lineKey, useLinesStore, useLinesView } from '../lines-view.ts';

/** The menu of commands for one line; all rows share it. */
export function RowMenu() {
  const { session } = useServices();
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
    return () => session.changeLines(changes, `Moved words between lines ${earlier.number} and ${later.number}`);
  }
  const isMovable = linesToMove(state, number).length > 0;
  /** An item without a function is disabled. */
  const items: readonly (readonly [words: string, act: (() => void) | false | undefined])[] = [
    ['Edit', line?.translation !== undefined && (() => store.setState({ open: number, active: lineKey(number) }))],
    [
      confirmed ? 'Take confirmation back' : 'Confirm',
      hasText && (() => session.markLines([number], { confirmed: !confirmed })),
    ],
    [flagged ? 'Remove flag' : 'Flag', () => session.markLines([number], { flagged: !flagged })],
    ['Translate again', () => store.setState({ question: { kind: 'lines', numbers: [number] } })],
    ['Move first words up', wordsMoved(-1)],
    [MOVE_WORDS.later, isMovable && (() => session.moveTranslations(number, 1))],
    [MOVE_WORDS.earlier, isMovable && (() => session.moveTranslations(number, -1))],
    ['Move last words down', wordsMoved(1)],
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
          className={styles.menuItem}
          onClick={() => {
            close();
            if (act) act();
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { lineOf, linesToMove, marksOf, placeOf } from '../../../../film/lines.ts';
import type { Line } from '../../../../review/line.ts';
import { moveFirstWordsUp, moveLastWordsDown } from '../../../../review/text/move-words.ts';
import { placeByArrow } from '../../../kit/focus.ts';
import { useServices } from '../../../state/services.tsx';
import { MOVE_WORDS } from '../line-words.ts';
import styles from '../lines.module.css';
import { lineKey, useLinesStore, useLinesView } from '../lines-view.ts';

/** What can be done with one line. One menu for all rows. */
export function RowMenu() {
  const { session } = useServices();
  const store = useLinesStore();
  const menu = useLinesView((view) => view.menu);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = list.current;
    if (!menu || !element) return;
    const { bottom, right } = menu.button.getBoundingClientRect();
    element.showPopover?.();
    const { offsetHeight, offsetWidth } = element;
    element.style.top = `${Math.min(bottom, window.innerHeight - offsetHeight - EDGE_PX)}px`;
    element.style.left = `${Math.max(EDGE_PX, right - offsetWidth)}px`;
    element.querySelector<HTMLElement>('button:not([disabled])')?.focus();
  }, [menu]);

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
  /** This line and the one before or after it, the earlier one first; undefined where one has no text. */
  function neighbours(step: 1 | -1): readonly [Line, Line] | undefined {
    const place = placeOf(state.phrases, number);
    const other = place === undefined ? undefined : state.phrases[place + step];
    const otherLine = other && lineOf(state, other.number);
    if (!line?.translation || !otherLine?.translation) return undefined;
    return step === 1 ? [line, otherLine] : [otherLine, line];
  }
  /** undefined: nothing can be moved. */
  function textsMoved(moved: typeof moveFirstWordsUp, step: 1 | -1) {
    const [earlier, later] = neighbours(step) ?? [];
    const texts = earlier && later && moved([earlier.translation ?? '', later.translation ?? ''], 'clause');
    return texts && { earlier, later, texts };
  }
  function move(moved: typeof moveFirstWordsUp, step: 1 | -1): void {
    const found = textsMoved(moved, step);
    if (!found) return;
    const { earlier, later, texts } = found;
    session.changeLines(
      [
        { number: earlier.number, text: texts[0] },
        { number: later.number, text: texts[1] },
      ],
      `Moved words between lines ${earlier.number} and ${later.number}`,
    );
  }
  const items: readonly (readonly [words: string, act: () => void, disabled?: boolean])[] = [
    ['Edit', () => store.setState({ open: number, active: lineKey(number) }), line?.translation === undefined],
    [
      confirmed ? 'Take confirmation back' : 'Confirm',
      () => session.markLines([number], { confirmed: !confirmed }),
      !hasText,
    ],
    [flagged ? 'Remove flag' : 'Flag', () => session.markLines([number], { flagged: !flagged })],
    ['Translate again', () => store.setState({ question: { kind: 'lines', numbers: [number] } })],
    ['Move first words up', () => move(moveFirstWordsUp, -1), !textsMoved(moveFirstWordsUp, -1)],
    [MOVE_WORDS.later, () => session.moveTranslations(number, 1), linesToMove(state, number).length === 0],
    [MOVE_WORDS.earlier, () => session.moveTranslations(number, -1), linesToMove(state, number).length === 0],
    ['Move last words down', () => move(moveLastWordsDown, 1), !textsMoved(moveLastWordsDown, 1)],
  ];
  return (
    <div
      ref={list}
      role="menu"
      aria-label={`Actions for ${number}`}
      popover="auto"
      className={styles.menu}
      onToggle={({ newState }) => {
        if (newState === 'closed') store.setState({ menu: null });
      }}
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
      {items.map(([words, act, disabled = false]) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={disabled}
          className={styles.menuItem}
          onClick={() => {
            close();
            act();
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

const EDGE_PX = 8;

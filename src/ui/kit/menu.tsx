import { type ReactNode, useEffect, useState } from 'react';
import { listen } from './browser.ts';
import { useTouched } from './lazy-part.tsx';
import styles from './menu.module.css';

interface MenuProps {
  /** Accessible name. */
  readonly name: string;
  /** What is shown; default: the name. */
  readonly label?: ReactNode;
  /** The commands; drawn when somebody has touched the page. */
  readonly children: ReactNode;
}

/** Commands behind a word. It closes after a command (unless that has the attribute data-stays), by Escape and by a click elsewhere. */
export function Menu({ name, label, children }: MenuProps) {
  const touched = useTouched();
  const [opened, setOpened] = useState<HTMLDetailsElement | null>(null);
  useEffect(() => {
    if (!opened) return;
    const hear = (event: Event) => {
      if (event instanceof KeyboardEvent) event.key === 'Escape' && close(opened);
      else if (!opened.contains(event.target as Node)) opened.open = false;
    };
    return listen(window, { pointerdown: hear, focusin: hear, keydown: hear });
  }, [opened]);

  return (
    <details className={styles.menu} onToggle={({ currentTarget: menu }) => setOpened(menu.open ? menu : null)}>
      <summary className={styles.summary} aria-label={name}>
        {/* Else assistive technology would read a sign as the name's description. */}
        {label ? <span aria-hidden>{label}</span> : name}
      </summary>
      {touched && (
        <div
          className={styles.items}
          onClickCapture={({ target }) => {
            const command = (target as Element).closest('button');
            if (opened && command && !('stays' in command.dataset)) close(opened);
          }}
        >
          {children}
        </div>
      )}
    </details>
  );
}

function close(menu: HTMLDetailsElement): void {
  menu.open = false;
  // The command is out of sight: what it opens gives the focus back to the menu.
  menu.querySelector('summary')?.focus();
}

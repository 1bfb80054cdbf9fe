import { type ReactNode, useEffect, useState } from 'react';
import { listen } from './browser.ts';
import { useTouched } from './lazy-part.tsx';
import styles from './menu.module.css';

interface MenuProps {
  readonly name: string;
  /** Default: the name. */
  readonly label?: ReactNode;
  /** Drawn once somebody has touched the page. */
  readonly children: ReactNode;
}

/** A menu of commands. It closes on Escape, on an outside click, and after a command without the attribute data-stays. */
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
        {/* Otherwise screen readers would read the sign as a description. */}
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
  // The pressed command is hidden now, so whatever it opened returns the focus to the menu button.
  menu.querySelector('summary')?.focus();
}

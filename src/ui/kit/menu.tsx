import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
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
export function Menu({ name, label = name, children }: MenuProps) {
  const touched = useTouched();
  const menu = useRef<HTMLDetailsElement>(null);

  function close(): void {
    if (!menu.current) return;
    menu.current.open = false;
    // The command is out of sight: what it opens gives the focus back to the menu.
    menu.current.querySelector('summary')?.focus();
  }
  const onElsewhere = useEffectEvent((event: Event) => {
    if (!menu.current?.open) return;
    if (event instanceof KeyboardEvent) event.key === 'Escape' && close();
    else if (!menu.current.contains(event.target as Node)) menu.current.open = false;
  });
  useEffect(() => {
    const hear = (event: Event) => onElsewhere(event);
    return listen(window, { pointerdown: hear, focusin: hear, keydown: hear });
  }, []);

  return (
    <details ref={menu} className={styles.menu}>
      <summary className={styles.summary} aria-label={name}>
        {label}
      </summary>
      {touched && (
        <div
          className={styles.items}
          onClickCapture={({ target }) => {
            const command = (target as Element).closest('button');
            if (command && !('stays' in command.dataset)) close();
          }}
        >
          {children}
        </div>
      )}
    </details>
  );
}

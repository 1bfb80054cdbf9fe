import { type ReactNode, useEffect, useRef } from 'react';
import { listen } from './browser.ts';
import styles from './menu.module.css';

/** The commands of a Menu, which closes after a command (unless that has the attribute data-stays), by Escape and by a click elsewhere. */
export function MenuItems({ children }: { children: ReactNode }) {
  const items = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const menu = items.current?.closest('details');
    if (!menu) return;
    function close(menu: HTMLDetailsElement): void {
      menu.open = false;
      // The command is out of sight: what it opens gives the focus back to the menu.
      menu.querySelector('summary')?.focus();
    }
    const onElsewhere = (event: Event) => {
      if (!menu.open) return;
      if (event instanceof KeyboardEvent) event.key === 'Escape' && close(menu);
      else if (!menu.contains(event.target as Node)) menu.open = false;
    };
    const onCommand = ({ target }: Event) => {
      const command = target instanceof Element && target.closest('button');
      if (menu.open && command && !('stays' in command.dataset)) close(menu);
    };
    const unlisten = listen(window, { pointerdown: onElsewhere, focusin: onElsewhere, keydown: onElsewhere });
    const ignore = listen(menu, { click: onCommand }, { capture: true });
    return () => {
      unlisten();
      ignore();
    };
  }, []);

  return (
    <div ref={items} className={styles.items}>
      {children}
    </div>
  );
}

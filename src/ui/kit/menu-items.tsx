import { type ReactNode, useEffect, useRef } from 'react';
import styles from './menu.module.css';

const KINDS = ['pointerdown', 'focusin', 'keydown'] as const;

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
    for (const kind of KINDS) window.addEventListener(kind, onElsewhere);
    menu.addEventListener('click', onCommand, { capture: true });
    return () => {
      for (const kind of KINDS) window.removeEventListener(kind, onElsewhere);
      menu.removeEventListener('click', onCommand, { capture: true });
    };
  }, []);

  return (
    <div ref={items} className={styles.items}>
      {children}
    </div>
  );
}

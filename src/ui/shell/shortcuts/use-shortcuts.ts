import { useEffect } from 'react';
import { useServices } from '../../state/services.tsx';
import { shortcutOf } from './shortcuts.ts';

/** Whether something stands over the page, such as a sheet or the list of models: its keys are its own then. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open], [role=dialog]') !== null;

/** The grid of lines uses some of these keys for itself. */
function isOwnKey({ target, key }: KeyboardEvent): boolean {
  const own = target instanceof Element ? target.closest<HTMLElement>('[data-own-keys]') : null;
  return own?.dataset.ownKeys?.split(' ').includes(key) === true;
}

/** Handles the page's shortcuts while it is shown, except while a dialog is open. */
export function useShortcuts(): void {
  const services = useServices();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isDialogOpen()) return;
      if (services.page.getState().viewKeys?.(event)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (isOwnKey(event)) return;
      if (shortcutOf(event)?.run(services)) event.preventDefault();
    };
    // In the capturing phase, before a text box takes Ctrl+Enter as a line end.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [services]);
}

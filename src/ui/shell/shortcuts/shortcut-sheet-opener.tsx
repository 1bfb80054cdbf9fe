import { useEffect } from 'react';
import { useStore } from 'zustand';
import { later } from '../../kit/later.tsx';
import { useServices } from '../../state/services.tsx';
import { isDialogOpen } from './is-dialog-open.ts';

const ShortcutSheet = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './shortcut-sheet.tsx')).ShortcutSheet,
);

/** The list of shortcuts while it is open; "?" outside of text opens it. */
export function ShortcutSheetOpener() {
  const { page } = useServices();
  const isOpen = useStore(page, (state) => state.shortcutsShown);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key !== '?' ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        isDialogOpen() ||
        isText(event.composedPath()[0])
      )
        return;
      event.preventDefault();
      page.setState({ shortcutsShown: true });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [page]);
  return isOpen && <ShortcutSheet onClose={() => page.setState({ shortcutsShown: false })} />;
}

const isText = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.role === 'textbox');

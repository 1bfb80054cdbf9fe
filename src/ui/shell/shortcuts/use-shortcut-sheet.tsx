import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

/** The list of shortcuts while it is open, and what opens it; "?" outside of text does so too. */
export function useShortcutSheet(): { readonly sheet: ReactNode; readonly open: () => void } {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.altKey || event.metaKey || isText(event.composedPath()[0]))
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const sheet = open && (
    <Suspense>
      <ShortcutSheet onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { sheet, open: () => setOpen(true) };
}

const isText = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.role === 'textbox');

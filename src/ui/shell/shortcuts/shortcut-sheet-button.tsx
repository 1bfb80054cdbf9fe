import Keyboard from 'lucide-react/icons/keyboard';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../../kit/button.tsx';

const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

/** Opens the list of shortcuts, by click or by "?" outside of text. */
export function ShortcutSheetButton() {
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
  return (
    <>
      <Button
        look="plain"
        icon={<Keyboard aria-hidden />}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ShortcutSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const isText = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.role === 'textbox');

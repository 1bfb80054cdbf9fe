import { ShortcutSheetOpener } from '../shortcuts/shortcut-sheet-opener.tsx';
import { Announcer } from './announcer.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import { usePageTitle } from './use-page-title.ts';

/** What a page does without that nobody has touched and that has no film. Its own component, so that a step of a run draws it alone. */
export function Watches() {
  usePageTitle();
  useLeaveGuard();
  return (
    <>
      <Announcer />
      <ShortcutSheetOpener />
    </>
  );
}

import { Announcer } from './announcer.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import { usePageTitle } from './use-page-title.ts';

/** Follows each step of a run; its own component, so that App is not drawn each time. */
export function RunWatch() {
  usePageTitle();
  useLeaveGuard();
  return <Announcer />;
}

import { errorText } from './lib/errors.ts';
import type { SessionPersistence } from './storage/film-storage.ts';
import type { SettingsPersistence } from './storage/settings-storage.ts';
import type { PageStore } from './ui/state/page-state.ts';

/** What nobody caught is shown, not swallowed. */
export function reportBugs(page: PageStore): void {
  const show = (error: unknown) => page.setState({ bug: errorText(error) });
  window.addEventListener('unhandledrejection', ({ reason }) => show(reason));
  window.addEventListener('error', ({ error, message }) => {
    // Told by browsers when a list measures its rows twice in one frame: nothing is wrong.
    if (!message.startsWith('ResizeObserver loop')) show(error ?? message);
  });
}

/** Writes what is not written yet when the page is hidden or goes. */
export function flushWhenHidden(keptSettings: SettingsPersistence, work: SessionPersistence): void {
  const flush = () => {
    keptSettings.flush();
    void work.leave();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}

/** When a person comes back to the page from another tab or program, such as a server on this computer. */
export function whenBack(act: () => void): void {
  window.addEventListener('focus', act);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') act();
  });
}

/** Whether the browser may still be asked for leave to notify. */
export const canAskToNotify = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'default';

/** Asks for leave; to be called from a click. */
export async function askToNotify(): Promise<void> {
  await Notification.requestPermission();
}

/** Tells a person who looks elsewhere, if that was allowed. */
export function notify(words: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification('Subtitle translator', { body: words, tag: 'run', icon: 'icon-192.png' });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Some phones let only a service worker notify: the title still says it.
  }
}

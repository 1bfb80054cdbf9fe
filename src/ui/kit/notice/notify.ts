/** Whether the browser may still be asked for permission to notify. */
export const canAskToNotify = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'default';

/** Asks for permission; browsers demand a click for that. */
export async function askToNotify(): Promise<void> {
  await Notification.requestPermission();
}

/** Shows a notification, if the person has permitted notifications. */
export function notify(words: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification('Subtitle translator', { body: words, tag: 'run', icon: 'icon-192.png' });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Some phones let only service workers notify; the page's title tells the same.
  }
}

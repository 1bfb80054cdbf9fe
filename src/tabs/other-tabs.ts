/** What the tabs of this page tell each other; never anything of the work, and never a key. */
const WORK_SAVED = 'work-saved';
const FORGET_KEYS = 'forget-keys';

/** How long another tab's changes are gathered before they are read: it writes several keys, one after the other. */
const GATHER_MS = 100;

export interface OtherTabsOptions {
  readonly page: Pick<Window, 'addEventListener'>;
  /** Missing in browsers without it: then only what local storage tells is heard. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /** Another tab has written this key of local storage; null: emptied it. At once. */
  readonly onStored: (key: string | null) => void;
  /** Another tab has written something, at most ten times a second. "again": it was still writing. */
  readonly onSaved: () => Promise<'done' | 'again'>;
  readonly onForgetKeys: () => void;
}

/** Hears what the other tabs of this page do, and tells them what local storage does not. */
export interface OtherTabs {
  /** The work was saved where other tabs hear nothing of it by themselves. */
  tellSaved(): void;
  tellForgetKeys(): void;
}

export function createOtherTabs({ page, channel, onStored, onSaved, onForgetKeys }: OtherTabsOptions): OtherTabs {
  let gathering = false;

  function gather(): void {
    if (gathering) return;
    gathering = true;
    setTimeout(async () => {
      gathering = false;
      if ((await onSaved()) === 'again') gather();
    }, GATHER_MS);
  }

  page.addEventListener('storage', ({ key }) => {
    onStored(key);
    gather();
  });
  channel?.addEventListener('message', ({ data }) => {
    if (data === WORK_SAVED) gather();
    if (data === FORGET_KEYS) onForgetKeys();
  });
  return {
    tellSaved: () => channel?.postMessage(WORK_SAVED),
    tellForgetKeys: () => channel?.postMessage(FORGET_KEYS),
  };
}

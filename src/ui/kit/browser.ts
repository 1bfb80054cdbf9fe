import { useSyncExternalStore } from 'react';
import { memoizeByObject } from '../../lib/memo.ts';

/** Shows the browser's file picker and calls `onFiles` if files are chosen. A picker shows either files or, where that is wanted, folders. */
export function pickFiles(
  wanted: Partial<Pick<HTMLInputElement, 'accept' | 'multiple' | 'webkitdirectory'>>,
  onFiles: (files: readonly File[]) => void,
): void {
  const picker = Object.assign(document.createElement('input'), wanted, { type: 'file' });
  picker.onchange = () => onFiles([...(picker.files ?? [])]);
  picker.click();
}

/** Browsers may begin to read the file after the click: its text is released this much later. */
const REVOKE_AFTER_MS = 10_000;

/** Gives the person a UTF-8 text file to save under `name`; `type` is its MIME type. */
export function saveTextFile(name: string, text: string, type = 'application/x-subrip'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

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

/** The page's colours: as the system has them, always light or always dark. */
export type ThemeName = 'system' | 'light' | 'dark';

/** Sets the attribute that tokens.css reads; called before the first drawing too. */
export function showTheme(theme: ThemeName): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // The browser's own frame gets the chosen theme's colour.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { scheme = '' } = meta.dataset;
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = theme === scheme ? 'all' : 'not all';
  }
}

/**
 * Starts `work` in `quietMs`. The returned function keeps it from starting, or aborts its signal. For an effect that is run anew with
 * each change of a text: nothing is worked out while somebody types.
 */
export function afterQuiet(quietMs: number, work: (signal: AbortSignal) => Promise<void>): () => void {
  const controller = new AbortController();
  const timer = setTimeout(() => void work(controller.signal), quietMs);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

type Events = WindowEventMap & DocumentEventMap;

/** Listens to what happens to `target`, by kinds of events, until the returned function is called. */
export function listen(
  target: EventTarget,
  heard: { readonly [Kind in keyof Events]?: (event: Events[Kind]) => void },
  options?: AddEventListenerOptions,
): () => void {
  const end = new AbortController();
  const how = { ...options, signal: end.signal };
  for (const [kind, act] of Object.entries(heard)) target.addEventListener(kind, act as EventListener, how);
  return () => end.abort();
}

/** A phone: the panels stand one below the other, and fold; lines are cards. As the style sheets ask it. */
const NARROW = '(width < 45rem)';
/** No room for all columns and tools at once. */
const MEDIUM = '(width < 64rem)';
/** Windows in which the commands of the panels would be out of sight: the next step is in a bar at the bottom. */
const SMALL = `${NARROW}, (height < 39rem), ${MEDIUM} and (height < 54rem)`;

export const useNarrow = createUseMedia(NARROW);
export const useMedium = createUseMedia(MEDIUM);
export const useSmall = createUseMedia(SMALL);

/** A hook that says whether the query holds, with one subscription for as long as its component stands. */
export function createUseMedia(query: string): () => boolean {
  // One list of each function: a test puts its own in the browser's place.
  const listOf = memoizeByObject((matchMedia: Window['matchMedia']) => matchMedia.call(window, query));
  const list = () => listOf(window.matchMedia);
  const subscribe = (onChange: () => void) => listen(list(), { change: onChange });
  return () => useSyncExternalStore(subscribe, () => list().matches);
}

/** What was dropped before the page could open it; undefined: nothing yet, or drops are no longer held. */
let held: readonly File[] | undefined;
let release = () => {};

/**
 * Holds what is dropped from now on, until `takeEarlyDrop`: a browser would leave the page and show the file. Called by the first script,
 * long before the page is drawn.
 */
export function holdEarlyDrops(): void {
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    held = [...event.dataTransfer.files];
  };
  release = listen(window, { dragover: onDragOver, drop: onDrop });
}

/** The files that were dropped early, once; from now on whoever calls takes the drops. */
export function takeEarlyDrop(): readonly File[] {
  release();
  const files = held ?? [];
  held = undefined;
  return files;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** "Control+Shift+z"; on a Mac Command is Control. Without a key (Chromium's, where it fills in a field) the name is empty. */
export function keyName({ key = '', ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? 'Control+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
}

/** Whether what is typed or pasted goes into this element, or changes what is chosen in it. */
export const isTextField = (target: EventTarget | null | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !target.matches('[type=checkbox], [type=radio]')) ||
    target.role === 'textbox');

const INPUT_METHOD_KEY_CODE = 229;

/** The key is part of what an input method composes. Safari tells the end of a composition by the code alone. */
export const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY_CODE;

/** Types a text into the field that has the focus, in place of what is selected there. */
export function typeInto(box: HTMLTextAreaElement, text: string): void {
  if (box.readOnly) return;
  // Old, and all the same the only way by which the browser's own Undo takes it back.
  if (document.execCommand?.('insertText', false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

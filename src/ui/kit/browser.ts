import { useCallback, useState, useSyncExternalStore } from 'react';
import { lastTask, withTimeout } from '../../clock/clock.ts';
import { withoutInvisible } from '../../lib/text.ts';

/** Opens the file picker and calls `onFiles` if files are chosen. A picker offers either files or folders, never both. */
export function pickFiles(
  wanted: Partial<Pick<HTMLInputElement, 'accept' | 'multiple' | 'webkitdirectory'>>,
  onFiles: (files: readonly File[]) => void,
): void {
  const picker = Object.assign(document.createElement('input'), wanted, { type: 'file', hidden: true });
  picker.onchange = () => {
    picker.remove();
    onFiles([...(picker.files ?? [])]);
  };
  picker.oncancel = () => picker.remove();
  // Browsers collect an element outside of the page as garbage even while its dialog is open. Then the chosen files would reach nobody.
  document.body.append(picker);
  picker.click();
}

/** Opens the browser's picker of folders, which gives access to the folder. Rejects if none is chosen; undefined: only Chromium has this picker. */
export const pickFolder = (mode: 'read' | 'readwrite'): Promise<FileSystemDirectoryHandle> | undefined =>
  (window as { showDirectoryPicker?(options: object): Promise<FileSystemDirectoryHandle> }).showDirectoryPicker?.({
    mode,
  });

/** Browsers may read the file only after the click, so the URL is revoked later. */
const REVOKE_AFTER_MS = 10_000;

export function saveTextFile(name: string, text: BlobPart, type = 'application/x-subrip'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement('a'), { href: url, download: withoutInvisible(name) }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

export const canAskToNotify = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'default';

/** Browsers require a click for this. */
export async function askToNotify(): Promise<void> {
  await Notification.requestPermission();
}

export function notify(words: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification('Subtitle translator', { body: words, tag: 'run', icon: 'icon-192.png' });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Some phones let only service workers notify. The page's title says the same, so nothing is lost.
  }
}

export type ThemeName = 'system' | 'light' | 'dark';

/** Sets the attribute that tokens.css reads. Also called before the first drawing. */
export function showTheme(theme: ThemeName): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // The browser's own frame gets the theme's colour, too.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { scheme = '' } = meta.dataset;
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = theme === scheme ? 'all' : 'not all';
  }
}

/** Starts `work` after `quietMs`. The returned function cancels it or aborts its signal. As an effect's cleanup it makes work wait until typing pauses. */
export function afterQuiet(quietMs: number, work: (signal: AbortSignal) => Promise<void>): () => void {
  const controller = new AbortController();
  const timer = setTimeout(() => void work(controller.signal), quietMs);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

/** A page in a hidden tab is not drawn. */
const DRAWN_MS = 1_000;

/** Resolves when the browser has drawn the last changes of the page and has nothing else to do, or after `mostMs`. */
export const drawn = (mostMs = DRAWN_MS): Promise<void> =>
  withTimeout(
    mostMs,
    new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(() => void lastTask(mostMs).then(resolve)))),
    undefined,
  );

type Events = WindowEventMap & DocumentEventMap;

/** Adds one listener per kind of event; the returned function removes them all. */
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

/** Phone layout: panels are stacked and fold, lines are cards. The style sheets use the same width. */
const NARROW = '(width < 45rem)';
/** Too narrow for all columns and tools. */
const MEDIUM = '(width < 64rem)';
/** Too narrow for the list of batches, or a video, beside the lines. */
const TIGHT = '(width < 80rem)';
/** Windows in which the panels' commands would be off screen: a bar at the bottom shows the next step. */
const SMALL = `${NARROW}, (height < 39rem), ${MEDIUM} and (height < 54rem)`;

export const useNarrow = createUseMedia(NARROW);
export const useMedium = createUseMedia(MEDIUM);
export const useTight = createUseMedia(TIGHT);
export const useSmall = createUseMedia(SMALL);

export function createUseMedia(query: string): () => boolean {
  return function useMedia() {
    const [list] = useState(() => window.matchMedia(query));
    const subscribe = useCallback((onChange: () => void) => listen(list, { change: onChange }), [list]);
    return useSyncExternalStore(subscribe, () => list.matches);
  };
}

/** Files dropped before the page could open them; undefined: none yet, or drops are no longer collected. */
let held: readonly File[] | undefined;
let release = () => {};

/**
 * Collects dropped files until `takeEarlyDrop`; otherwise the browser would leave the page and show the file. The first script calls it,
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

/** Returns the files dropped early. From then on the caller handles drops. */
export function takeEarlyDrop(): readonly File[] {
  release();
  const files = held ?? [];
  held = undefined;
  return files;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * For example "Control+Shift+z"; Command on a Mac counts as Control. Chromium sends keydown events without a key when it fills in a field:
 * the name is empty.
 */
export function keyName({ key = '', ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? 'Control+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
}

/** Whether typing or pasting changes this element's text or choice. */
export const isTextField = (target: EventTarget | null | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !target.matches('[type=checkbox], [type=radio]')) ||
    target.role === 'textbox');

const INPUT_METHOD_KEY_CODE = 229;

/** Whether an input method is composing with this key. Safari reports the end of a composition only by the key code. */
export const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY_CODE;

/** Replaces the selected text of the focused field as if it had been typed. */
export function typeInto(box: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  if (box.readOnly) return;
  // Deprecated, but the only way that the browser's own Undo can revert.
  if (document.execCommand?.('insertText', false, text)) return;
  box.setRangeText(text, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Asks the browser never to clear its storage. Does not wait, because some browsers ask the person first. */
export const askToKeep = (): void => void globalThis.navigator?.storage?.persist?.().catch(() => {});

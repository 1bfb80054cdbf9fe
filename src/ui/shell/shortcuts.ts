import { useLayoutEffect } from 'react';
import { hasBatches, neighbourBatch, nextFailed } from '../../engine/run-state.ts';
import { allOk, canResume, canSave, canTranslate, isInSeries, takesSubtitles } from '../../film/film.ts';
import { FILM_NAMES, SUBTITLE_NAMES } from '../../subtitles/formats.ts';
import { isOfInputMethod, isTextField, type KeyPress, keyName, listen, pickFiles } from '../kit/browser.ts';
import { beginMove, focusAtOnce } from '../kit/focus.ts';
import {
  closeBatch,
  fileButtonId,
  isFocusAmongFiles,
  mayFilmCome,
  moveSteps,
  openBatch,
  resumeSoon,
  stepToMove,
  translateSoon,
  undoRemoval,
} from '../state/next-step.ts';
import { mainSave } from '../state/page-state.ts';
import { runPart } from '../state/parts.ts';
import { saveResult } from '../state/save.ts';
import { type Services, useServices } from '../state/services.tsx';

interface Shortcut {
  /** A name as keyName returns it. */
  readonly key: string;
  readonly label: string;
  /** False: there was nothing to do, so the browser gets the key. */
  readonly run: (services: Services, event: Event) => boolean;
}

/** Keys that browsers, screen readers and the editor do not use. Control is Control on a Mac too, not Command. */
export const SHORTCUTS: readonly Shortcut[] = [
  { key: 'F2', label: 'Open subtitles or videos', run: openFiles },
  { key: 'Control+Enter', label: 'Translate or Resume', run: translateOrResume },
  { key: 'F4', label: 'Save in the same way as last time', run: download },
  { key: 'Alt+PageDown', label: 'Next batch', run: (services) => step(services, 1) },
  { key: 'Alt+PageUp', label: 'Previous batch', run: (services) => step(services, -1) },
  { key: 'Alt+Shift+PageDown', label: 'Next film of the list', run: (services) => stepToFilm(services, 1) },
  { key: 'Alt+Shift+PageUp', label: 'Previous film of the list', run: (services) => stepToFilm(services, -1) },
  { key: 'F8', label: 'Next failed batch', run: ({ session }) => showFailed(session, 1) },
  { key: 'Shift+F8', label: 'Previous failed batch', run: ({ session }) => showFailed(session, -1) },
  { key: 'F9', label: 'Play the line under the cursor', run: (services) => play(services, 'line') },
  { key: 'Shift+F9', label: 'Play from that line on', run: (services) => play(services, 'on') },
  { key: 'Shift+F2', label: 'Close the open batch', run: closeBatch },
  { key: 'Control+z', label: 'Undo', run: (services, event) => move(services, event, 'undo') },
  { key: 'Control+y', label: 'Redo', run: (services, event) => move(services, event, 'redo') },
];

/** The shortcut that a key press belongs to; undefined: none. */
export const shortcutOf = (event: KeyPress) =>
  event.metaKey ? undefined : SHORTCUTS.find(({ key }) => key === keyName(event));

/** "Open…": asks for subtitle files and videos. While no other subtitles can be opened, asks for videos, which can be opened at any time. */
export function openFiles({ session, intake }: Services): true {
  const names = takesSubtitles(session.store.getState()) ? [...SUBTITLE_NAMES, ...FILM_NAMES] : FILM_NAMES;
  pickFiles({ accept: names.join(), multiple: true }, (files) => void intake.open(files));
  return true;
}

function translateOrResume(services: Services): boolean {
  const { session } = services;
  const state = session.store.getState();
  if (canTranslate(state)) void translateSoon(services);
  else if (canResume(state)) void resumeSoon(services);
  else return false;
  return true;
}

/** Saves what the page's own button would save now: the result, or the finished part of it. */
function download(services: Services): boolean {
  const { page, session } = services;
  const state = session.store.getState();
  if (canSave(state)) void saveResult(services, page.getState().saving.main ?? mainSave(state));
  else if (hasBatches(state) && !allOk(state)) void runPart.load().then((part) => part.savePartByKey(services));
  else return false;
  return true;
}

function step({ session }: Services, by: 1 | -1): boolean {
  const state = session.store.getState();
  return show(session, neighbourBatch(state, state.shownBatch ?? (by === 1 ? -1 : state.batches.length), by));
}

function showFailed(session: Services['session'], by: 1 | -1): boolean {
  const state = session.store.getState();
  return show(session, nextFailed(state, state.shownBatch ?? -1, by));
}

/** False: there is no such batch. */
function show(session: Services['session'], index: number | undefined): boolean {
  if (index !== undefined) openBatch(session, index);
  return index !== undefined;
}

function stepToFilm(services: Services, by: 1 | -1): boolean {
  if (!isInSeries(services.session.store.getState())) return false;
  const isAmongFiles = isFocusAmongFiles();
  const mayMove = beginMove();
  void services.intake.series().then(async (desk) => {
    await desk?.step(by);
    // The focused row still belongs to the film before.
    if (isAmongFiles && mayMove()) focusAtOnce(fileButtonId(services.session.store.getState().id));
  });
  return true;
}

/** In a text box these keys belong to the text. A repeated press, or a press in Lines, does not bring another film. */
function move(services: Services, event: Event, how: 'undo' | 'redo'): boolean {
  if (isTextField(event.composedPath()[0])) return false;
  if (how === 'undo' && undoRemoval(services)) return true;
  const state = services.session.store.getState();
  const step = stepToMove(state, how);
  if (!step) services.page.setState({ nothingTo: { how } });
  const isTooMany = state.moved?.how === `${how}ne`;
  const inLines = hasBatches(state) && services.page.getState().view === 'lines';
  const isOtherRunning = services.page.getState().series.isRunning;
  if (step?.prompt && !mayFilmCome(state, isOtherRunning)) return true;
  const mayCome = !step?.film || !(isTooMany || inLines || !mayFilmCome(state, isOtherRunning));
  if (step && mayCome) void moveSteps(services, how);
  // Otherwise the browser would undo the last typing in any field, such as the API key.
  return true;
}

function play({ video }: Services, how: 'line' | 'on'): boolean {
  const { player } = video.store.getState();
  player?.play(how);
  return player !== undefined;
}

/** Whether a dialog or a list, such as the list of models, is open over the page: then the keys belong to it. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open], [role=dialog]') !== null;

/** The grid of lines uses some of these keys for itself. */
function isOwnKey(event: KeyboardEvent): boolean {
  const { target } = event;
  const own = target instanceof Element ? target.closest<HTMLElement>('[data-own-keys]') : null;
  return own?.dataset.ownKeys?.split(' ').includes(keyName(event)) === true;
}

/** "?" is the only shortcut that is a letter key. It works outside of text, and a person can switch it off, for example for speech input (WCAG 2.1.4). */
function openSheet(event: KeyboardEvent, { page }: Services): boolean {
  const isMeant = event.key === '?' && !(event.ctrlKey || event.altKey || event.metaKey);
  if (!isMeant || isTextField(event.composedPath()[0]) || page.getState().sheetKey === 'off') return false;
  page.setState({ shortcutsShown: true });
  return true;
}

/** Handles the page's shortcuts while it is shown, except while a dialog is open. */
export function useShortcuts(): void {
  const services = useServices();
  // Before the page is painted: the first key that a person presses on a new page, such as the demo's, belongs to that page.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isOfInputMethod(event) || isDialogOpen()) return;
      services.viewKeys.call(event);
      if (event.defaultPrevented || isOwnKey(event)) return;
      if (openSheet(event, services) || shortcutOf(event)?.run(services, event)) event.preventDefault();
    };
    // In the capturing phase, before a text box takes Ctrl+Enter as a line end.
    return listen(window, { keydown: onKeyDown }, { capture: true });
  }, [services]);
}

import { nextTask } from '../../clock/clock.ts';
import { hasBatches, isCalling, isPending, isWaitingToRetry, progressShown } from '../../engine/run-state.ts';
import { canResume, canSave, canStop, canTranslate, type Work } from '../../film/film.ts';
import type { Session, TranslateOptions } from '../../film/session.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import { isModelUnnamed } from '../../settings/settings.ts';
import { beginMove, focusAtOnce, focusSoon, whenDrawn } from '../kit/focus.ts';
import { ERRORS_ID } from '../kit/panel.tsx';
import type { PageState } from './page-state.ts';
import { runPart } from './parts.ts';
import type { SeriesView } from './series-desk.ts';
import { type Services, usePage, useServices, useSession } from './services.tsx';

export type PrimaryAction =
  | 'upload'
  | 'translate'
  | 'resume'
  | 'retry-failed'
  | 'result'
  | 'download'
  /** All films of the list are done. */
  | 'save-all'
  /** Before the download, while lines have open problems. */
  | 'review'
  | 'retry-batch'
  | 'close-batch'
  /** Stops the run of all films: the open film is done, and others are still being translated. */
  | 'stop'
  /** The next step needs no button. */
  | 'none';

/** The next step. The page always emphasizes at most one button: that of the next step. */
export function primaryAction(state: Work): PrimaryAction {
  if (state.shownBatch !== null)
    return state.batches[state.shownBatch]?.state === 'failed' ? 'retry-batch' : 'close-batch';
  if (!hasBatches(state)) return canTranslate(state) ? 'translate' : 'upload';
  if (canSave(state)) return 'download';
  if (canResume(state) && !canStop(state)) return 'resume';
  // In an outage the run sends failed batches again automatically.
  if (state.paused?.reason === 'outage') return 'none';
  if (isPending(state)) return 'result';
  if (progressShown(state).failed > 0) return 'retry-failed';
  return isWaitingToRetry(state) ? 'none' : 'result';
}

/**
 * The next step once the open film is done and no other film runs. `toReview`: its lines that need a look; null: not judged yet. Until then no button is
 * emphasized: the emphasis would move while a person is about to press. `filmsDone`: see `PageState`.
 */
function whenDone({ toReview, filmsDone, series: { rows } }: PageState, openId: string): PrimaryAction {
  const wasClean = rows.find(({ id }) => id === openId)?.review?.count === 0;
  if (toReview === null && !wasClean) return 'none';
  const others = rows.filter(({ id, refusal }) => id !== openId && refusal === '');
  if ((toReview ?? 0) > 0 || others.some(({ review }) => (review?.count ?? 0) > 0)) return 'review';
  if (filmsDone === 'no') return 'download';
  return filmsDone === 'judged' ? 'save-all' : 'none';
}

/** A button's variant: primary if the button is the next step. After the demo the next step is to open one's own film. */
export function usePrimaryVariant(action: PrimaryAction): 'primary' | 'bordered' {
  const { commands } = useServices();
  const planned = useSession(primaryAction);
  const openId = useSession(({ id }) => id);
  const next = usePage((page) => {
    if (planned !== 'download') return planned;
    return page.series.isRunning ? 'stop' : whenDone(page, openId);
  });
  const isAfterDemo = commands.demo && planned === 'download';
  return next === action && !isAfterDemo ? 'primary' : 'bordered';
}

/**
 * False while a run goes on: to open another film would end the run, and its requests are paid for. Another film also brings its prompt and model, which must
 * not change while another film of the series is translated.
 */
export const mayFilmCome = (state: Work, isOtherRunning: boolean): boolean =>
  !isOtherRunning && !canStop(state) && !(hasBatches(state) && isCalling(state));
export function useMayFilmCome(): boolean {
  const isOtherRunning = usePage(({ series }) => series.isRunning);
  return useSession((state) => mayFilmCome(state, isOtherRunning));
}

export const isPausedByLimit = ({ paused }: Work): boolean => paused?.reason === 'failure' && paused.kind === 'limit';

/** The step that Undo or Redo would take; undefined: none. */
export const stepToMove = ({ past, future }: Work, how: 'undo' | 'redo') => (how === 'undo' ? past : future).at(-1);

/** The film that Undo puts back into the list, because its removal is newer than all steps of the open film; null: none. */
export const removedLast = ({ removed, isRemovedLast }: SeriesView) => (isRemovedLast ? removed : null);

/** Id of a film's button in the list "Files". */
export const fileButtonId = (id: string): string => `file-${id}`;

/** True if the focus is in the list "Files", or on one of its commands. */
export const isFocusAmongFiles = (): boolean =>
  document.activeElement?.closest('section')?.getAttribute('aria-label') === 'Files';

/** Puts the film back whose removal is the newest step. Returns false if there is none. */
export function undoRemoval({ page, intake }: Pick<Services, 'page' | 'intake'>): boolean {
  const { series } = page.getState();
  if (!series.isRemoving && !removedLast(series)) return false;
  // The pressed button disappears, and the focus may be on it.
  const isAmongFiles = isFocusAmongFiles();
  const mayMove = beginMove();
  void intake.series().then(async (desk) => {
    const id = await desk?.bringBack();
    if (id && isAmongFiles && mayMove()) focusSoon(fileButtonId(id));
  });
  return true;
}

/** Undo or Redo. Returns false if it would bring another film and the person decides to keep the present one. */
export async function moveSteps(services: Services, how: 'undo' | 'redo'): Promise<boolean> {
  const { session } = services;
  if (stepToMove(session.store.getState(), how)?.film) return (await runPart.load()).moveFilms(services, how);
  session[how]();
  return true;
}

/** Restart, or Clear of the original, after the person has agreed to lose what was paid for. */
export async function closeFilm(services: Services, what: 'original' | 'all'): Promise<void> {
  if (await (await runPart.load()).mayGo(services, '', 'film')) services.session.clear(what);
}

type NeededServices = Pick<Services, 'session' | 'settings' | 'page' | 'askFirst' | 'intake'>;

/**
 * Translate, by button or key. The start of a run of hundreds of batches has a task of its own, after the click's; two presses start one run. The page asks
 * first, once, if it has not named the model yet (D9.31), if the person's own prompt names another language than the film's (D11.21), or if suggested notes
 * wait for a decision (D15.10).
 */
export async function translateSoon(services: NeededServices, options?: TranslateOptions): Promise<void> {
  const { settings, session } = services;
  // If another film is opened before the run begins, that film is not sent.
  const pressed: TranslateOptions = { of: session.store.getState(), ...options };
  const mayMove = beginMove();
  const { activeElement } = document;
  await nextTask();
  if (services.page.getState().typedLanguages.length > 0)
    await runPart.load().then(({ takeTypedLanguages }) => takeTypedLanguages(services), nothing);
  // A prompt that nobody has typed or chosen follows the film.
  const inUse = settings.store.getState();
  const mayAsk = !followsFilm(inUse) || isModelUnnamed(inUse) || mayHaveNotes(session);
  // If this code cannot be loaded, nothing can be sent either.
  if (mayAsk && !(await runPart.load().then(({ mayBegin }) => mayBegin(services), yes))) return;
  const now = document.activeElement;
  // A question gives the focus back when it closes.
  const isBack = now === activeElement || now === document.body;
  await beginRun(services, pressed, isBack ? beginMove() : mayMove);
}

/** Films of a series may have suggested notes, too. */
const mayHaveNotes = ({ store }: Session) => store.getState().id || store.getState().reading;

const yes = () => true;
const nothing = () => {};

/** Resume, by button or key. It asks about suggested notes as Translate does. `resumed` is called when the run goes on, or is paused again. */
export async function resumeSoon(services: NeededServices, resumed?: () => void): Promise<void> {
  const { session, settings, page } = services;
  const mayAsk = mayHaveNotes(session);
  if (mayAsk && !(await runPart.load().then(({ mayGoOn }) => mayGoOn(services), yes))) return;
  session.resume();
  const { paused } = session.store.getState();
  page.setState({ resumedInVain: paused && { paused, prices: settings.store.getState().prices } });
  resumed?.();
}

/** If the run has started, the focus goes to the batches, and otherwise to the error that says why not. */
async function beginRun(
  { session, intake, page }: NeededServices,
  options: TranslateOptions,
  mayMove: () => boolean,
): Promise<void> {
  // While the files of a new list are read, its first film is still alone.
  const isAlone = session.store.getState().id === '' && page.getState().series.reading === 0;
  const all = isAlone || options.only !== undefined ? undefined : await intake.series();
  await (all ?? session).translate(options);
  if (mayMove()) focusAtOnce(hasBatches(session.store.getState()) ? BATCHES_HEADING_ID : ERRORS_ID);
}

/** Why no other film can be opened now. */
export const CLOSE_FIRST = 'To open other subtitles, close this film with Restart first.';

/** How many lines a person filled with the original, as a part of a sentence; '': none. */
export const untranslatedWords = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 line has the original text' : `${count} lines have the original text`;

/** Id of an open batch's heading. Each batch has its own id, so that a wait for the next heading does not find the present one. */
export const batchHeadingId = (index: number): string => `batch-heading-${index}`;

/** Opens a finished batch and focuses its heading. The heading says the batch's state and, in a small window, is below the list. */
export function openBatch(session: Pick<Session, 'showBatch'>, index: number): void {
  session.showBatch(index);
  whenDrawn(batchHeadingId(index), (heading) => {
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  });
}

/** Closes the open batch and focuses its item in the list, or the line from which the batch was opened. Returns false if no batch was open. */
export function closeBatch({ session, page, goTo }: Pick<Services, 'session' | 'page' | 'goTo'>): boolean {
  const { shownBatch } = session.store.getState();
  if (shownBatch === null) return false;
  session.showBatch(null);
  if (page.getState().view === 'lines') void goTo.call({ batch: shownBatch, isBack: true });
  else focusSoon(batchButtonId(shownBatch));
  return true;
}

/** Focuses the batch's item in the list or, if the items are folded, the list's heading. */
export function focusBatchItem(index: number): void {
  focusSoon(batchButtonId(index), BATCHES_HEADING_ID);
}

export const BATCHES_HEADING_ID = 'batches-heading';

export const batchButtonId = (index: number): string => `batch-button-${index}`;

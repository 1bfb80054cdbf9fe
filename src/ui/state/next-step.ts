import { nextTask } from '../../clock/clock.ts';
import { hasBatches, isCalling, isPending, isWaitingToRetry, progressShown } from '../../engine/run-state.ts';
import { canDownload, canResume, canStop, canTranslate, type Work } from '../../film/film.ts';
import type { Session, TranslateOptions } from '../../film/session.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import { isModelUnnamed } from '../../settings/settings.ts';
import { focusAtOnce, focusSoon, whenDrawn } from '../kit/focus.ts';
import { ERRORS_ID } from '../kit/panel.tsx';
import type { SeriesView } from './page-state.ts';
import { runPart } from './parts.ts';
import { type Services, usePage, useServices, useSession } from './services.tsx';

export type PrimaryAction =
  | 'upload'
  | 'translate'
  | 'resume'
  | 'retry-failed'
  | 'result'
  | 'download'
  /** Before the download, while lines have open problems. */
  | 'review'
  | 'retry-batch'
  | 'close-batch'
  /** Of all films: the open one is done, and others are still translated. */
  | 'stop'
  /** The next step happens by itself. */
  | 'none';

/** The next step. At every moment the page emphasizes one button: the next step's. */
export function primaryAction(state: Work): PrimaryAction {
  if (state.shownBatch !== null)
    return state.batches[state.shownBatch]?.state === 'failed' ? 'retry-batch' : 'close-batch';
  if (!hasBatches(state)) return canTranslate(state) ? 'translate' : 'upload';
  if (canDownload(state)) return 'download';
  if (canResume(state) && !canStop(state)) return 'resume';
  // In an outage the run tries failed batches again by itself.
  if (state.paused?.reason === 'outage') return 'none';
  if (isPending(state)) return 'result';
  if (progressShown(state).failed > 0) return 'retry-failed';
  return isWaitingToRetry(state) ? 'none' : 'result';
}

/** Until the lines are judged no button is the main one: it would change under the hand. */
const saveOrReview = (toReview: number | null): PrimaryAction =>
  toReview === null ? 'none' : toReview > 0 ? 'review' : 'download';

/** A button's variant: primary when it is the next step. After the demo the next step is a film of one's own. */
export function usePrimaryVariant(action: PrimaryAction): 'primary' | 'bordered' {
  const { commands } = useServices();
  const toReview = usePage((state) => state.toReview);
  const isOtherRunning = usePage(({ series }) => series.isRunning);
  const planned = useSession(primaryAction);
  const whenDone = isOtherRunning ? 'stop' : saveOrReview(toReview);
  const next = planned === 'download' ? whenDone : planned;
  const isAfterDemo = commands.demo && planned === 'download';
  return next === action && !isAfterDemo ? 'primary' : 'bordered';
}

/**
 * Another film that comes would end the run, and with it the calls under way, which are paid for. It also brings its prompt and model, which are fixed
 * while another film of the series runs.
 */
export const mayFilmCome = (state: Work, isOtherRunning: boolean): boolean =>
  !isOtherRunning && !canStop(state) && !(hasBatches(state) && isCalling(state));
export function useMayFilmCome(): boolean {
  const isOtherRunning = usePage(({ series }) => series.isRunning);
  return useSession((state) => mayFilmCome(state, isOtherRunning));
}

export const isPausedByLimit = ({ paused }: Work): boolean => paused?.reason === 'failure' && paused.kind === 'limit';

/** The step that Undo or Redo would move; undefined: none. */
export const stepToMove = ({ past, future }: Work, how: 'undo' | 'redo') => (how === 'undo' ? past : future).at(-1);

/** The film that Undo puts back into the list, because its removal is newer than each step of the open film; null: none. */
export const removedLast = ({ removed, isRemovedLast }: SeriesView) => (isRemovedLast ? removed : null);

/** Id of a film's button in the list "Files". */
export const fileButtonId = (id: string): string => `file-${id}`;

/** Puts the film back whose removal is the newest step. False: there is none. */
export function undoRemoval({ page, intake }: Pick<Services, 'page' | 'intake'>): boolean {
  const removed = removedLast(page.getState().series);
  if (!removed) return false;
  // The button for it goes, perhaps with the focus.
  const isInList = document.activeElement?.closest('section')?.getAttribute('aria-label') === 'Files';
  void intake.series().then(async (desk) => {
    await desk?.bringBack();
    if (isInList) focusSoon(fileButtonId(removed.id));
  });
  return true;
}

/** Undo or Redo. Returns false where another film would come, and a person wants to keep the one on the page. */
export async function moveSteps(services: Services, how: 'undo' | 'redo'): Promise<boolean> {
  const { session } = services;
  if (stepToMove(session.store.getState(), how)?.film) return (await runPart.load()).moveFilms(services, how);
  session[how]();
  return true;
}

/** Restart, or Clear of the original, once a person has agreed to lose what was paid for. */
export async function closeFilm(services: Services, how: 'restart' | 'clearSource'): Promise<void> {
  if (await (await runPart.load()).mayGo(services, '', 'film')) services.session[how]();
}

type NeededServices = Pick<Services, 'session' | 'settings' | 'page' | 'askFirst' | 'intake'>;

/**
 * Translate, by button or key. Starting a run of hundreds of batches takes a task of its own, after the click's; pressing twice
 * starts one run. Where the page has not named the model yet (D9.31), a person's own prompt says another language than the film's (D11.21), or
 * notes are proposed that nobody has decided about (D15.10), the page asks first, once.
 */
export async function translateSoon(services: NeededServices, options?: TranslateOptions): Promise<void> {
  const { settings, session } = services;
  // Another film that is opened before the run begins is not sent.
  const pressed: TranslateOptions = { of: session.store.getState(), ...options };
  await nextTask();
  if (services.page.getState().typedLanguages.length > 0)
    await runPart.load().then(({ takeTypedLanguages }) => takeTypedLanguages(services), nothing);
  // A prompt that nobody has typed in follows the film.
  const inUse = settings.store.getState();
  const mayAsk = !followsFilm(inUse) || isModelUnnamed(inUse) || mayHaveNotes(session);
  // Without the code for it nothing can be sent either.
  if (mayAsk && !(await runPart.load().then(({ mayBegin }) => mayBegin(services), yes))) return;
  await beginRun(services, pressed);
}

/** Films of a series may have suggested notes, too. */
const mayHaveNotes = ({ store }: Session) => store.getState().id || store.getState().reading;

const yes = () => true;
const nothing = () => {};

/** Resume, by button or key, asks about proposed notes as Translate does. `resumed` is called once it goes on, or is paused again. */
export async function resumeSoon(services: NeededServices, resumed?: () => void): Promise<void> {
  const { session, settings, page } = services;
  const mayAsk = mayHaveNotes(session);
  if (mayAsk && !(await runPart.load().then(({ mayGoOn }) => mayGoOn(services), yes))) return;
  session.resume();
  const { paused } = session.store.getState();
  page.setState({ resumedInVain: paused && { paused, prices: settings.store.getState().prices } });
  resumed?.();
}

/** The focus goes to the batches when the run has started, else to the error that says why it has not. */
async function beginRun({ session, intake }: NeededServices, options: TranslateOptions): Promise<void> {
  const isAlone = options.only !== undefined || session.store.getState().id === '';
  const all = isAlone ? undefined : await intake.series();
  await (all ?? session).translate(options);
  focusAtOnce(hasBatches(session.store.getState()) ? BATCHES_HEADING_ID : ERRORS_ID);
}

/** Why no other film can be opened now. */
export const CLOSE_FIRST = 'To open other subtitles, close this film with Restart first.';

/** How many lines a person filled with the original, as a part of a sentence; empty: none. */
export const untranslatedWords = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 line has the original text' : `${count} lines have the original text`;

/** Id of an open batch's heading: each batch its own, so that waiting for the next heading does not find the present one. */
export const batchHeadingId = (index: number): string => `batch-heading-${index}`;

/** Opens a finished batch and focuses its heading, which tells its state and, in a small window, lies below the list. */
export function openBatch(session: Pick<Session, 'showBatch'>, index: number): void {
  session.showBatch(index);
  whenDrawn(batchHeadingId(index), (heading) => {
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  });
}

/** Closes the open batch and focuses its item in the list, or the line that the batch was opened from. False: no batch was open. */
export function closeBatch({ session, page, goTo }: Pick<Services, 'session' | 'page' | 'goTo'>): boolean {
  const { shownBatch } = session.store.getState();
  if (shownBatch === null) return false;
  session.showBatch(null);
  if (page.getState().view === 'lines') void goTo.call({ batch: shownBatch, isBack: true });
  else focusSoon(batchButtonId(shownBatch));
  return true;
}

/** Focuses the batch's item in the list as it stands; where the items are folded, the list's heading. */
export function focusBatchItem(index: number): void {
  focusSoon(batchButtonId(index), BATCHES_HEADING_ID);
}

export const BATCHES_HEADING_ID = 'batches-heading';

/** Id of the button that opens the batch. */
export const batchButtonId = (index: number): string => `batch-button-${index}`;

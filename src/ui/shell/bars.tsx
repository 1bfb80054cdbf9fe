import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { hasBatches, isPending, nextFailed } from '../../engine/run-state.ts';
import { allOk, canDownload, canResume, takesSubtitles, type Work } from '../../film/film.ts';
import { isDone } from '../../film/series.ts';
import { emptiedLines } from '../../film/shown-facts.ts';
import { countWords, shownName } from '../../lib/text.ts';
import { nameOf } from '../../providers/endpoints.ts';
import { FILM_NAMES } from '../../subtitles/formats.ts';
import { listen, pickFiles } from '../kit/browser.ts';
import { Button } from '../kit/button.tsx';
import { Select } from '../kit/fields.tsx';
import { focusSoon } from '../kit/focus.ts';
import { FileUp } from '../kit/more-icons.tsx';
import { DEMO_BUTTON_ID } from '../panels/source/source-panel.tsx';
import { CLOSE_FIRST } from '../state/next-step.ts';
import { type DemoCommands, isWorkKept, type PageStorageProblem } from '../state/page-state.ts';
import { saveProject } from '../state/save-part.ts';
import { usePage, useProgressShown, useServices, useSession, useSettings } from '../state/services.tsx';
import { type Shown, sumOfFilms, useSeries } from '../state/use-series.ts';
import type { VideoDesk } from '../state/video.ts';
import { pausedWord } from '../words/failures.ts';
import { emptiedWords } from '../words/undo-words.ts';
import barProgressStyles from './bar-progress.module.css';
import demoBarStyles from './demo-bar.module.css';
import dropOverlayStyles from './drop-overlay.module.css';
import styles from './page-bars.module.css';
import { Bar, BarWithUndo, UndoBar } from './undo-bar.tsx';

/** The notices for the whole page, each while its reason lasts. */
export function Bars() {
  const { demo } = useServices().commands;
  const box = useRef<HTMLDivElement>(null);
  useHeldPage(box);
  return (
    <div ref={box} className={styles.box}>
      <div className={styles.list}>
        {demo && <DemoBar demo={demo} />}
        <StorageBar of="storageProblem" wordsOf={storageWords} />
        <UnkeptFilmBar />
        <StorageBar of="settingsProblem" wordsOf={settingsWords} />
        <UpdateBar />
        <BugBar />
        <RefusalBar />
        <UndoBar />
        <FilmAgainBar />
        {/* Last: this bar vanishes by itself, and another bar's button must not move under the pointer. */}
        <ForgottenKeysBar />
      </div>
    </div>
  );
}

/** Why the work or the settings are not stored as usual. The demo stores nothing, so it has no such notice. */
function StorageBar(props: {
  of: 'storageProblem' | 'settingsProblem';
  wordsOf: (problem: PageStorageProblem) => string;
}) {
  const { of, wordsOf } = props;
  const services = useServices();
  const { commands } = services;
  const problem = usePage((state) => state[of]);
  if (!problem || commands.demo) return null;
  return (
    <Bar action={<Button onClick={() => void saveProject(services)}>Save project</Button>}>{wordsOf(problem)}</Bar>
  );
}

/** Warns that a reload would lose the closed film. Its Undo is in another notice. */
function UnkeptFilmBar() {
  const { commands } = useServices();
  const name = usePage(({ unkeptFilm }) => unkeptFilm);
  if (name === null || commands.demo) return null;
  return (
    <Bar action={null}>
      {name === ''
        ? 'This browser cannot store the closed film. Press “Undo” and save that film before you close or reload this tab.'
        : `This browser cannot store “${shownName(name)}”. Press “Undo” and save that film before you close or reload this tab.`}
    </Bar>
  );
}

const settingsWords = (problem: PageStorageProblem): string =>
  `${whyNotStored(problem)} This tab does not store what you change in prompt, model and keys. A project file keeps prompt and model, but no key.`;

function whyNotStored({ kind }: PageStorageProblem): string {
  if (kind === 'newer-version')
    return 'A newer version of this page stored your settings. Reload the page to get that version.';
  return kind === 'full'
    ? 'This page has no storage space left in this browser.'
    : 'This browser does not let this page store anything.';
}

function storageWords(problem: PageStorageProblem): string {
  const { kind, keptIn } = problem;
  if (kind === 'other-tab')
    return 'Another tab has saved newer work, so this tab does not save any more. Reload the page to continue.';
  if (keptIn === 'indexed-db')
    return 'The page cannot use the browser’s usual storage. It stores your work in the browser’s database instead. To be safe, save the project as a file.';
  return `${whyNotStored(problem)} Your work is lost when you close this tab: save the project as a file first.`;
}

function UpdateBar() {
  const { page } = useServices();
  const applyUpdate = usePage((state) => state.applyUpdate);
  const [applied, setApplied] = useState<typeof applyUpdate>(null);
  const starts = applyUpdate !== null && applied === applyUpdate;
  useEffect(() => {
    // The browser may ask whether to leave, because requests are not answered yet. The person may then stay.
    if (starts) return listen(window, { beforeunload: () => setApplied(null) });
  }, [starts]);
  if (!applyUpdate) return null;
  const apply = () => {
    if (starts) return;
    setApplied(() => applyUpdate);
    applyUpdate();
  };
  return (
    <Bar
      quiet
      onDismiss={() => page.setState({ applyUpdate: null })}
      action={
        // Not `disabled`, so that the button keeps the focus while it waits.
        <Button aria-disabled={starts || undefined} onClick={apply}>
          Reload now
        </Button>
      }
    >
      {starts
        ? 'The new version of this page is starting. This can take half a minute.'
        : 'A new version of this page is ready. It starts at your next visit, or now.'}
    </Bar>
  );
}

function BugBar() {
  const services = useServices();
  const { page } = services;
  const bug = usePage((state) => state.bug);
  const isKept = usePage(isWorkKept);
  if (bug === null) return null;
  return (
    <Bar
      onDismiss={() => page.setState({ bug: null })}
      action={
        <>
          <Button onClick={() => void saveProject(services)}>Save project</Button>
          <Button onClick={() => location.reload()}>Reload</Button>
        </>
      }
    >
      Something went wrong. {isKept ? 'Your work is kept.' : 'Save the project before you reload the page.'} Reload the
      page if something does not work. The error: {bug}
    </Bar>
  );
}

function RefusalBar() {
  const { page, session } = useServices();
  const refusal = usePage((state) => state.refusal);
  // The refusal asked the person to clear the text first. Once the text is cleared, the refusal goes.
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        if (after.sourceText === '' && before.sourceText !== '') page.setState({ refusal: null });
      }),
    [page, session],
  );
  if (refusal === null) return null;
  return (
    <Bar onDismiss={() => page.setState({ refusal: null })} action={null}>
      {refusal}
    </Bar>
  );
}

/** Only Chromium can ask for permission to a stored handle; other browsers store no handle. */
interface AskableHandle extends FileSystemFileHandle {
  requestPermission(options: { readonly mode: 'read' }): Promise<PermissionState>;
}

/** The video that was open before the reload; undefined: the browser does not return it. Call it from a click, because the browser asks for permission. */
async function findAgain({ handles }: VideoDesk): Promise<readonly [File, FileSystemFileHandle] | undefined> {
  try {
    const [kept] = (await handles?.getMany(['handle'])) ?? [];
    const handle = kept as AskableHandle | undefined;
    if (handle === undefined || (await handle.requestPermission({ mode: 'read' })) !== 'granted') return undefined;
    return [await handle.getFile(), handle];
  } catch {
    return undefined;
  }
}

/** A reload closes the video. This notice offers it by its name. */
function FilmAgainBar() {
  const { video, intake } = useServices();
  const name = useStore(video.store, ({ previousName }) => previousName);
  if (name === '') return null;
  async function choose(): Promise<void> {
    const found = await findAgain(video);
    if (!found) return pickFiles({ accept: FILM_NAMES.join() }, (files) => void intake.open(files));
    const [file, handle] = found;
    return intake.open([file], { how: 'open', handles: [Promise.resolve(handle)] });
  }
  return (
    <Bar
      quiet
      action={<Button onClick={() => void choose()}>Choose {shownName(name)} again</Button>}
      onDismiss={video.close}
    >
      Videos are not stored. Choose the video again to see it beside its subtitles.
    </Bar>
  );
}

function ForgottenKeysBar() {
  const { settings } = useServices();
  const { undoable, replaced } = useSettings((state) => state.forgetting);
  if (!undoable) return null;
  return (
    <BarWithUndo onUndo={settings.bringKeysBack} onDismiss={settings.dropForgottenKeys}>
      {replaced ? `The ${nameOf(replaced)} key was replaced.` : 'The keys were deleted.'}
    </BarWithUndo>
  );
}

/** Says that this is the demo and what to try next, and has the button that returns to the work. */
function DemoBar({ demo }: { demo: DemoCommands }) {
  const { shown: films } = useSeries();
  const next = useSession((state) => (films.length > 0 ? demoSeriesWords(state, films) : demoWords(state)));
  // Until the film worker has assembled the text, the next step is still the run's own.
  const done = useSession(canDownload) && films.every(({ row }) => isDone(row));
  const words = useRef<HTMLSpanElement>(null);
  // The pressed button is gone. Focusing the words keeps the keyboard's place, and screen readers read them.
  useEffect(() => words.current?.focus(), []);

  function leave() {
    demo.leave();
    focusSoon(DEMO_BUTTON_ID);
  }

  return (
    <Bar
      quiet
      action={
        <>
          <Select
            className={demoBarStyles.select}
            aria-label="Languages of the demo"
            value={demo.scene}
            options={Object.entries(demo.names)}
            onChoose={demo.play}
          />
          <Button onClick={leave}>Leave the demo</Button>
          {done && (
            <Button variant="primary" onClick={demo.openOwnFilm}>
              Open your own film
            </Button>
          )}
        </>
      }
    >
      <span ref={words} tabIndex={-1}>
        <strong>Demo.</strong> The scenes are invented. Their translations are recorded: the page asks no model and
        stores nothing. {next}
      </span>
    </Bar>
  );
}

/** What to try next in the demo at this state of the run, in one or two sentences. */
export function demoWords(state: Work): string {
  if (!hasBatches(state)) return 'Press Translate to see it translated in a few seconds.';
  const emptied = emptiedLines(state);
  if (emptied.length > 0) return emptiedWords(emptied);
  const failed = nextFailed(state, -1);
  if (failed !== undefined)
    return `Batch ${failed + 1} failed. That happens with real models, too. Open the batch to see why, then press Retry.`;
  if (allOk(state)) return `${correctedWords(state)}Download saves the result.`;
  if (canResume(state)) return `${pausedWord(state)}: press Resume.`;
  return isPending(state) ? 'The batches are being translated. You can open each one as soon as it is done.' : '';
}

/** The same for the three films of a series. */
export function demoSeriesWords(state: Work, films: readonly Pick<Shown, 'row'>[]): string {
  const rows = films.map(({ row }) => row);
  if (rows.every(({ batches }) => batches === 0))
    return `Press Translate to see all ${countWords(rows.length, 'film')} translated in a few seconds.`;
  if (!rows.every(isDone)) return allOk(state) ? OTHERS_RUN : demoWords(state);
  if (rows.some(({ review }) => review === null)) return 'The lines are being checked.';
  const doubtful = rows.filter(({ review }) => review?.count !== 0);
  if (doubtful.length === 0) return '“Save all” saves all translations as one .zip.';
  if (rows.length < 3 || doubtful[0] !== rows[2] || doubtful[0]?.review?.count !== 1)
    return '“Review” leads to the lines that need a look.';
  const isConfirmed = rows[0]?.id === state.id ? hasConfirmed(state) : (rows[0]?.confirmed ?? 0) > 0;
  return isConfirmed
    ? 'The last line of E03 has a wrong name. Press “Use” there to take the line that you confirmed in E01.'
    : 'E01 and E03 end with the same words. Confirm all lines of E01, then open E03 and look at its last line.';
}

const OTHERS_RUN = 'The other films are being translated. You can open each one as soon as it is done.';
const hasConfirmed = ({ marks }: Work): boolean => Object.values(marks).some(({ confirmed }) => confirmed);

function correctedWords({ batches }: Work): string {
  const corrected = batches.findIndex(({ correction }) => correction !== null);
  if (corrected < 0) return '';
  return `Batch ${corrected + 1} had missing lines. The second reply has them. Open the batch to see both replies. `;
}

/** How far the run is, in the bar of a small window; in a series, how far all films are. Screen readers get it from the list of batches. */
export function BarProgress() {
  const open = useProgressShown();
  const { shown, isRunning, isResumable } = useDeferredValue(useSeries());
  const all = sumOfFilms(shown);
  const { ok, failed, total } =
    (isRunning || isResumable) && shown.length > 0
      ? { ok: all.ok, failed: shown.reduce((sum, { row }) => sum + row.failed, 0), total: all.batches }
      : open;
  return (
    <div aria-hidden className={barProgressStyles.progress}>
      <span className={barProgressStyles.line}>
        <span className={barProgressStyles.ok} style={{ transform: `scaleX(${ok / total})` }} />
      </span>
      <span>
        {ok} of {countWords(total, 'batch', 'batches')}
        {failed > 0 && <span className={barProgressStyles.failed}> · {failed} failed</span>}
      </span>
    </div>
  );
}

/** Says what happens to the file that is dragged over the page. */
export function DropWords() {
  const { demo } = useServices().commands;
  // A file that is dropped on the demo is opened in the work.
  const locked = !useSession(takesSubtitles) && !demo;
  return (
    <div className={dropOverlayStyles.overlay}>
      <p className={dropOverlayStyles.words} data-refused={locked || undefined}>
        <FileUp />
        {locked ? `Drop a video here. ${CLOSE_FIRST}` : 'Drop subtitles or a video here'}
      </p>
    </div>
  );
}

/** The longest time that a notice which comes or goes leaves the page in its place. */
const HOLD_MS = 2_000;
/** The second press of a double click comes within this time. */
const PRESS_MS = 600;
const CONTROLS = 'button, a, input, textarea, select, summary, label, [role=row], [role=option], [role=textbox]';

/**
 * Delays the move of the page when a notice comes or goes, because a press would then hit another control. While the pointer is over a control, or has just
 * pressed, the notices lie over the page and move nothing. They take the presses on them, and do not move when the page makes room.
 */
function useHeldPage(ref: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const box = ref.current;
    const list = box?.firstElementChild;
    if (!box || !(list instanceof HTMLElement) || !matchMedia('(hover: hover)').matches) return;
    // The first notice usually follows a press.
    let pressedAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isAimed = () =>
      !box.matches(':hover') &&
      (performance.now() - pressedAt < PRESS_MS || document.querySelector(`:is(${CONTROLS}):hover`));
    const settle = (): void => {
      clearTimeout(timer);
      timer = undefined;
      box.toggleAttribute('data-held', false);
      box.style.height = `${list.offsetHeight}px`;
    };
    const observer = new ResizeObserver(() => {
      if (list.offsetHeight === box.offsetHeight || !isAimed()) return settle();
      box.toggleAttribute('data-held', true);
      timer ??= setTimeout(settle, HOLD_MS);
    });
    observer.observe(list);
    const unlisten = listen(window, {
      pointerdown: () => {
        pressedAt = performance.now();
      },
      pointermove: () => {
        if (timer !== undefined && !isAimed()) settle();
      },
    });
    return () => {
      observer.disconnect();
      unlisten();
      clearTimeout(timer);
    };
  }, [ref]);
}

import '../kit/tokens.css';
import '../kit/base.css';
import { useContext, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { hasBatches, isPending } from '../../engine/run-state.ts';
import { canDownload, isInSeries, type Work } from '../../film/film.ts';
import { createCalls, createPort } from '../../lib/port.ts';
import type { SettingsState } from '../../settings/settings.ts';
import { EditorLoaderContext, TakeTypedContext } from '../editor/text-editor.tsx';
import { listen, takeEarlyDrop, useNarrow, useSmall } from '../kit/browser.ts';
import { ActionBarContext } from '../kit/button.tsx';
import { ErrorBoundary, lazyPart, Nothing, useTouched } from '../kit/lazy-part.tsx';
import { Languages } from '../panels/languages/languages.tsx';
import { ErrorSection, ResultActions, ResultPanel } from '../panels/result/result-panel.tsx';
import { SettingsSection } from '../panels/settings/settings-section.tsx';
import { SourceNotices, SourcePanel } from '../panels/source/source-panel.tsx';
import type { TracksView } from '../state/film-tracks.ts';
import { createFileIntake } from '../state/intake.ts';
import type { DroppedHandle, FileIntake, Going, GoTo, PageState, RunQuestion } from '../state/page-state.ts';
import { runPart } from '../state/parts.ts';
import { download } from '../state/save.ts';
import {
  createPacedStore,
  createTicker,
  type Services,
  ServicesContext,
  useDeferredSession,
  useLinesShown,
  usePage,
  useServices,
  useSession,
  useSettings,
  useStarted,
} from '../state/services.tsx';
import styles from './app.module.css';
import { Header, SkipLinks } from './header.tsx';
import { useShortcuts } from './shortcuts.ts';

const Bars = runPart.component((part) => part.Bars);

/** The notices for the whole page, above the panels; usually none. */
export function PageBars() {
  const { commands, video } = useServices();
  const ofFilm = useStore(video.store, ({ previousName }) => previousName !== '');
  const ofPage = usePage(pageHasNews);
  const ofWork = useSession(workHasNews);
  const ofKeys = useSettings(keysHaveNews);
  const isShown = ofFilm || ofPage || ofWork || ofKeys || commands.demo !== undefined;
  // Stays on the page after the first notice: when the last notice disappears, the page must not move under the pointer.
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    // Not atomic: otherwise each new notice would make screen readers read all notices and their buttons again.
    <div role="status" aria-label="Notices" aria-atomic={false}>
      {wasShown && <Bars />}
    </div>
  );
}

const pageHasNews = ({ storageProblem, unkeptFilm, settingsProblem, applyUpdate, bug, refusal }: PageState): boolean =>
  [storageProblem, unkeptFilm, settingsProblem, applyUpdate, bug, refusal].some((fact) => fact !== null);
/** Whether there is a step to undo or redo, which is enough for a bar to appear. */
export const workHasNews = ({ past, future }: Work): boolean => past.length + future.length > 0;
const keysHaveNews = (state: SettingsState): boolean => state.forgetting.undoable;

export interface AppProps
  extends Omit<Services, 'intake' | 'saveFirst' | 'tracks' | 'goTo' | 'askFirst' | 'viewKeys' | 'shown' | 'ticker'> {
  /** Called as soon as files can be opened. */
  readonly opens?: ((intake: FileIntake) => void) | undefined;
}

/**
 * The services of a session are made once, also if the page shows the demo in between: the list of files goes on meanwhile, and a second list would write the
 * same films.
 */
const made = new WeakMap<AppProps['session'], Services>();

/** The whole page. With another session or other settings, the caller makes another page. */
export function App({ session, settings, theme, page, commands, video, opens }: AppProps) {
  const editorLoader = useContext(EditorLoaderContext);
  const services = useMemo<Services>(() => {
    const known = made.get(session);
    if (known) return known;
    const parts = {
      session,
      settings,
      theme,
      page,
      commands,
      video,
      saveFirst: createPort<[string, Going, 'Undo' | 'Redo'], boolean>(),
      tracks: createPort<[TracksView | undefined]>(),
      goTo: createPort<[GoTo]>(() => session.store.getState().phrases),
      askFirst: createPort<[RunQuestion], boolean>(),
      viewKeys: createCalls<[KeyboardEvent]>(),
      shown: createPacedStore(session.store),
      ticker: createTicker(),
    };
    const services = { ...parts, intake: createFileIntake(parts, async (text) => editorLoader?.prepare(text)) };
    made.set(session, services);
    return services;
  }, [session, settings, theme, page, commands, video, editorLoader]);
  useEffect(() => opens?.(services.intake), [opens, services]);
  const downloadOf = () => {
    const state = session.store.getState();
    return canDownload(state) ? () => download(state) : undefined;
  };
  /** Saves also the films that are not open. If the code for them cannot be loaded, saves only the open one. */
  const saveAll = () =>
    runPart.load().then(
      (part) => part.saveProject(services),
      () => commands.saveProject(),
    );
  return (
    <ErrorBoundary onSaveProject={() => void saveAll()} downloadOf={downloadOf}>
      <ServicesContext value={services}>
        <TakeTypedContext value={session.takeTyped}>
          <Page />
        </TakeTypedContext>
      </ServicesContext>
    </ErrorBoundary>
  );
}

function Page() {
  const small = useSmall();
  const started = useStarted();
  const touched = useTouched();
  const inSeries = useSession(isInSeries);
  // There is no list until the first of several files is read.
  const isReading = usePage(({ series }) => series.reading > 0);
  const hasFilm = useStore(useServices().video.store, ({ file }) => file !== undefined);
  const [{ bar, standIn }] = useState(createBar);
  useShortcuts();
  return (
    <ActionBarContext value={small ? bar : null}>
      <div className={styles.page} data-small={small || undefined}>
        <div className={styles.app} data-film={hasFilm || undefined}>
          <div>
            {started && (
              <p className={styles.printed}>
                Only the visible part was printed. “Download” saves the whole translation. “Lines as CSV” saves a table
                of all lines.
              </p>
            )}
            <SkipLinks />
            <Header />
            <PageBars />
            {(inSeries || isReading) && <Files />}
          </div>
          <Main />
          {hasFilm && (
            <div className={styles.film}>
              <FilmPreview />
            </div>
          )}
          {small && <div ref={standIn} className={styles.barPlace} />}
          {small && started && createPortal(<BarProgress />, bar)}
          {(touched || started) && <Watches />}
        </div>
      </div>
      <DropOverlay />
      <DrawnState />
    </ActionBarContext>
  );
}

/**
 * The bar of a small window, and the ref of its place. The bar is made without React: its users would learn of a React element only after the first drawing,
 * and everything would be drawn twice.
 */
function createBar() {
  const bar = document.createElement('section');
  bar.setAttribute('aria-label', 'Next step');
  bar.className = styles.bar ?? '';
  // Always the same function: with a new one, React would remove the bar and add it again, and the bar would lose the focus.
  const standIn = (place: HTMLElement | null) => place?.append(bar);
  return { bar, standIn };
}

/** Tells the store when the parts that React draws in slices are on the page. */
function DrawnState() {
  const { shown } = useServices();
  const drawn = useDeferredSession();
  useEffect(() => shown.tellDrawn(drawn), [shown, drawn]);
  return null;
}

const linesPart = lazyPart(() => import(/* webpackChunkName: "lines" */ '../panels/lines/lines-panel.tsx'));
const LinesPanel = linesPart.component((part) => part.LinesPanel);
const BatchList = runPart.component((part) => part.BatchList);
const BatchInputPanel = runPart.component((part) => part.BatchInputPanel);
const BatchOutputPanel = runPart.component((part) => part.BatchOutputPanel);
const PriceSection = runPart.component((part) => part.PriceSection, { Fallback: Nothing, whenTouched: true });
const RepairsBelowError = runPart.component((part) => part.RepairsBelowError);
const RaiseLimit = runPart.component((part) => part.RaiseLimit, { Fallback: Nothing });
const Watches = runPart.component((part) => part.Watches, { Fallback: Nothing });
const BarProgress = runPart.component((part) => part.BarProgress, { Fallback: Nothing });
const LinesAsCsv = runPart.component((part) => part.LinesAsCsv);
const ReviewProgress = runPart.component((part) => part.ReviewProgress);
const Notes = runPart.component((part) => part.Notes, { Fallback: Nothing, whenTouched: true });
const NotesButton = runPart.component((part) => part.NotesButton);
const ReviewHint = runPart.component((part) => part.ReviewHint);

const Files = runPart.component((part) => part.Files, { Fallback: Nothing });
const FilmPreview = runPart.component((part) => part.FilmPreview);

const WAYS_ON = (
  <>
    <RepairsBelowError />
    <RaiseLimit />
  </>
);

/** Constant elements, so that a change of the layout does not draw them again. */
const PANELS = {
  batches: <BatchList />,
  source: <SourcePanel />,
  result: (
    <ResultPanel
      languages={<Languages />}
      notes={<NotesButton />}
      settings={
        <>
          <Notes />
          <SettingsSection />
          <PriceOffer />
        </>
      }
      waysOn={WAYS_ON}
      problems={<ProblemsOffer />}
      saving={
        <>
          <NotesButton />
          <LinesAsCsv />
        </>
      }
      actions={<ResultActions review={<ReviewOffer />} />}
    />
  ),
  lines: (
    <LinesPanel
      notices={<SourceNotices />}
      notes={<NotesButton />}
      errors={<ErrorSection>{WAYS_ON}</ErrorSection>}
      actions={
        <ResultActions review={<ReviewProgress always />} problems={<ProblemsOffer />} saving={<LinesAsCsv />} />
      }
    />
  ),
};

/** Everything below the header: the panels of the present step. */
function Main() {
  const started = useStarted();
  const lastShown = useDeferredValue(useSession(shownBatch));
  // The deferred value may name a batch of a film that is no longer open.
  const shown = useSession(({ batches }) => (lastShown !== null && lastShown < batches.length ? lastShown : null));
  const inLines = useDeferredValue(useLinesShown());
  const empty = useSession((state) => state.sourceText === '');
  const narrow = useNarrow();
  const isChosen = usePage(({ view }) => view === 'lines');
  // Loads the code of Lines early for a person who reviewed the last film in Lines.
  useEffect(() => {
    if (isChosen && !empty) linesPart.load().catch(() => {});
  }, [isChosen, empty]);
  const errors = narrow && shown === null && (
    <div className={styles.errors}>
      <ErrorSection>{WAYS_ON}</ErrorSection>
    </div>
  );
  if (inLines) {
    return (
      <main className={styles.main} data-started data-lines>
        {errors}
        {PANELS.batches}
        {PANELS.lines}
      </main>
    );
  }
  return (
    <main className={styles.main} data-started={started || undefined} data-stage={(empty && !started) || undefined}>
      {errors}
      {started && PANELS.batches}
      {shown === null ? PANELS.source : <BatchInputPanel index={shown} />}
      {shown === null ? PANELS.result : <BatchOutputPanel index={shown} />}
    </main>
  );
}

const shownBatch = (state: Work) => state.shownBatch;

function PriceOffer() {
  const { commands } = useServices();
  const hasFilm = useDeferredValue(useSession((state) => state.sourceText !== ''));
  return !commands.demo && hasFilm ? <PriceSection /> : null;
}

function ReviewOffer() {
  return useHasEnded() ? <ReviewProgress /> : null;
}

/** At the end of a run, the way to the lines that need a look. */
function ProblemsOffer() {
  const started = useStarted();
  const hasEnded = useHasEnded();
  return started ? <ReviewHint hasEnded={hasEnded} /> : null;
}

const useHasEnded = (): boolean => useDeferredValue(useSession((state) => hasBatches(state) && !isPending(state)));

const DropWords = runPart.component((part) => part.DropWords, { Fallback: Nothing });

/** Only Chromium has this method. */
interface AskableItem extends DataTransferItem {
  getAsFileSystemHandle?(): DroppedHandle;
}

const carriesFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Opens a file that is dropped anywhere on the page. Dragged text belongs to the editor. */
function DropOverlay() {
  const { intake } = useServices();
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    let over: EventTarget | undefined;
    const onDragOver = (event: DragEvent) => {
      if (!carriesFile(event)) return;
      over = event.composedPath()[0];
      // Without this, the browser would leave the page and open the file.
      event.preventDefault();
      setDragging(true);
    };
    // The browser enters the next element before it leaves the last one. Safari does not name the next element in relatedTarget (WebKit bug 66547).
    const onDragLeave = (event: DragEvent) => {
      if (event.composedPath()[0] === over) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragging(false);
      const { dataTransfer } = event;
      if (!dataTransfer || !carriesFile(event)) return;
      const dropped = [...dataTransfer.files];
      const items = [...(dataTransfer.items ?? [])];
      // Read at once: after the event the browser has cleared the items.
      const entries = items.flatMap((item) => item.webkitGetAsEntry?.() ?? []);
      const folder = entries.some(({ isDirectory }) => isDirectory) ? entries : undefined;
      // A dragged text or address is among the items, but not among the files.
      const handles = items
        .filter(({ kind }) => kind === 'file')
        .map((item: AskableItem) => item.getAsFileSystemHandle?.());
      event.preventDefault();
      event.stopPropagation();
      void intake.open(dropped, { how: 'drop', handles, folder });
    };
    // In the capturing phase, before the editor would insert the file as text.
    const listeners = { dragenter: onDragOver, dragover: onDragOver, dragleave: onDragLeave, drop: onDrop };
    const unlisten = listen(window, listeners, { capture: true });
    const early = takeEarlyDrop();
    if (early.length > 0) void intake.open(early, { how: 'drop' });
    return unlisten;
  }, [intake]);

  return dragging && <DropWords />;
}

import '../kit/tokens.css';
import '../kit/base.css';
import { useContext, useDeferredValue, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { hasBatches, isHolder, isPending } from '../../engine/run-selectors.ts';
import { saveTextFile } from '../../files/save-text-file.ts';
import type { Session } from '../../session/session.ts';
import { canDownload } from '../../session/session-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { Settings } from '../../settings/settings.ts';
import { EditorLoaderContext } from '../editor/editor-loader.ts';
import { ActionBarContext } from '../kit/action-bar.ts';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { later } from '../kit/later.tsx';
import { useNarrow, useSmall } from '../kit/use-media.ts';
import { useTouched } from '../kit/use-touched.ts';
import { ErrorSection } from '../panels/result/error-section.tsx';
import { ResultActions } from '../panels/result/result-actions.tsx';
import { ResultPanel } from '../panels/result/result-panel.tsx';
import { SettingsSection } from '../panels/settings/settings-section.tsx';
import { SourceNotices } from '../panels/source/source-notices.tsx';
import { SourcePanel } from '../panels/source/source-panel.tsx';
import { createFileIntake } from '../state/file-intake.ts';
import { createPacedStore } from '../state/paced-store.ts';
import type { PageCommands, PageStore } from '../state/page-state.ts';
import { type Services, ServicesProvider, type ThemeKeeper, useServices } from '../state/services.tsx';
import { createTicker } from '../state/ticker.ts';
import { useSession } from '../state/use-session.ts';
import { useStarted } from '../state/use-started.ts';
import styles from './app.module.css';
import { Header } from './header/header.tsx';
import { DropOverlay } from './page/drop-overlay.tsx';
import { PageBars } from './page/page-bars.tsx';
import { SkipLinks } from './page/skip-links.tsx';
import { BarProgress, BatchInputPanel, BatchList, BatchOutputPanel, Watches } from './second-load.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';

export interface AppProps {
  readonly session: Session;
  readonly settings: Settings;
  readonly theme: ThemeKeeper;
  readonly page: PageStore;
  readonly commands: PageCommands;
}

/** The whole page; it never changes its session or settings: others make another page (see View.show). */
export function App({ session, settings, theme, page, commands }: AppProps) {
  const editorLoader = useContext(EditorLoaderContext);
  const services = useMemo<Services>(
    () => ({
      session,
      settings,
      theme,
      page,
      commands,
      intake: createFileIntake(session, async (text) => editorLoader?.prepare(text)),
      shown: createPacedStore(session.store),
      ticker: createTicker(),
    }),
    [session, settings, theme, page, commands, editorLoader],
  );
  const downloadOf = () => {
    const state = session.store.getState();
    return canDownload(state) ? () => saveTextFile('translated.srt', state.translated) : undefined;
  };
  return (
    <ErrorBoundary onSaveProject={commands.saveProject} downloadOf={downloadOf}>
      <ServicesProvider services={services}>
        <Page />
      </ServicesProvider>
    </ErrorBoundary>
  );
}

function Page() {
  const small = useSmall();
  const started = useStarted();
  const touched = useTouched();
  const [bar, setBar] = useState<HTMLElement | null>(null);
  return (
    <ActionBarContext value={bar}>
      <div className={styles.page} data-small={small || undefined}>
        <div className={styles.app}>
          <div>
            <SkipLinks />
            <Header />
            <PageBars />
          </div>
          <Main />
          {small && (
            <section ref={setBar} aria-label="Next step" className={styles.bar}>
              {started && <BarProgress />}
            </section>
          )}
          {(touched || started) && <Watches />}
        </div>
      </div>
      <DropOverlay />
      <Shortcuts />
    </ActionBarContext>
  );
}

const LinesPanel = later(async () => (await import('../panels/lines/lines-panel.tsx')).LinesPanel);
const ReviewHint = later(async () => (await import('../panels/lines/review-hint.tsx')).ReviewHint);

/** Constant elements, so that a change of the layout does not draw them again. */
const PANELS = {
  batches: <BatchList />,
  source: <SourcePanel />,
  result: <ResultPanel settings={<SettingsSection />} review={<ReviewOffer />} />,
  lines: <LinesPanel notices={<SourceNotices />} errors={<ErrorSection />} actions={<ResultActions />} />,
  narrowLines: <LinesPanel notices={<SourceNotices />} errors={null} actions={<ResultActions />} />,
};

function Main() {
  const { page } = useServices();
  const started = useStarted();
  const shown = useDeferredValue(useSession(shownBatch));
  const view = useDeferredValue(useStore(page, (state) => state.view));
  const empty = useSession((state) => state.sourceText === '');
  const narrow = useNarrow();
  const errors = narrow && shown === null && (
    <div className={styles.errors}>
      <ErrorSection />
    </div>
  );
  if (started && view === 'lines' && shown === null) {
    return (
      <main className={styles.main} data-started>
        {errors}
        {PANELS.batches}
        {narrow ? PANELS.narrowLines : PANELS.lines}
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

const shownBatch = (state: SessionState) => state.shownBatch;

function Shortcuts() {
  useShortcuts();
  return null;
}

/** The link to the lines to review, once a run has ended, in the tab that can change them. */
function ReviewOffer() {
  const ended = useDeferredValue(useSession((state) => isHolder(state) && hasBatches(state) && !isPending(state)));
  return ended ? <ReviewHint /> : null;
}

import '../kit/tokens.css';
import '../kit/base.css';
import { useContext, useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { hasBatches, isHolder, isPending } from '../../engine/run-selectors.ts';
import { saveTextFile } from '../../files/save-text-file.ts';
import type { Session } from '../../session/session.ts';
import { canDownload } from '../../session/session-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { Settings } from '../../settings/settings.ts';
import { EditorLoaderContext } from '../editor/editor-loader.ts';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { later } from '../kit/later.tsx';
import { Languages } from '../panels/languages/languages.tsx';
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
import { Announcer } from './page/announcer.tsx';
import { DropOverlay } from './page/drop-overlay.tsx';
import { PageBars } from './page/page-bars.tsx';
import { SkipLinks } from './page/skip-links.tsx';
import { useLeaveGuard } from './page/use-leave-guard.ts';
import { usePageTitle } from './page/use-page-title.ts';
import { BatchInputPanel, BatchList, BatchOutputPanel } from './second-load.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';

export interface AppProps {
  readonly session: Session;
  readonly settings: Settings;
  readonly theme: ThemeKeeper;
  readonly page: PageStore;
  readonly commands: PageCommands;
}

/** The whole page. Another session or other settings make another page. */
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
  return (
    <>
      <div className={styles.page}>
        <div className={styles.app}>
          <div>
            <SkipLinks />
            <Header />
            <PageBars />
          </div>
          <Main />
          <Announcer />
        </div>
      </div>
      <DropOverlay />
      <Watches />
    </>
  );
}

const LinesPanel = later(async () => (await import('../panels/lines/lines-panel.tsx')).LinesPanel);
const ReviewHint = later(async () => (await import('../panels/lines/review-hint.tsx')).ReviewHint);

/** The same elements at each drawing, so that a change of the layout draws none of them anew. */
const PANELS = {
  batches: <BatchList />,
  source: <SourcePanel />,
  result: <ResultPanel languages={<Languages />} settings={<SettingsSection />} review={<ReviewOffer />} />,
  lines: <LinesPanel notices={<SourceNotices />} errors={<ErrorSection />} actions={<ResultActions />} />,
};

function Main() {
  const { page } = useServices();
  const started = useStarted();
  const shown = useDeferredValue(useSession(shownBatch));
  const view = useDeferredValue(useStore(page, (state) => state.view));
  if (started && view === 'lines' && shown === null) {
    return (
      <main className={styles.main} data-started>
        {PANELS.batches}
        {PANELS.lines}
      </main>
    );
  }
  return (
    <main className={styles.main} data-started={started || undefined}>
      {started && PANELS.batches}
      {shown === null ? PANELS.source : <BatchInputPanel index={shown} />}
      {shown === null ? PANELS.result : <BatchOutputPanel index={shown} />}
    </main>
  );
}

const shownBatch = (state: SessionState) => state.shownBatch;

/** What is not drawn; apart, since it follows each step of a run. */
function Watches() {
  usePageTitle();
  useLeaveGuard();
  useShortcuts();
  return null;
}

/** Once a run has ended: the way to the lines to review, for the tab that can change them. */
function ReviewOffer() {
  const ended = useDeferredValue(useSession((state) => isHolder(state) && hasBatches(state) && !isPending(state)));
  return ended ? <ReviewHint /> : null;
}

import '../kit/tokens.css';
import '../kit/base.css';
import { useContext, useMemo } from 'react';
import { saveTextFile } from '../../files/save-text-file.ts';
import type { Session } from '../../session/session.ts';
import { canDownload, hasBatches } from '../../session/session-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { Settings } from '../../settings/settings.ts';
import styles from './app.module.css';
import { BatchList } from '../panels/batch-list/batch-list.tsx';
import { createBatchRows } from '../panels/batch-list/batch-rows.ts';
import { BatchInputPanel } from '../panels/batch/batch-input-panel.tsx';
import { BatchOutputPanel } from '../panels/batch/batch-output-panel.tsx';
import { Header } from './header/header.tsx';
import { Announcer } from './page/announcer.tsx';
import { DropOverlay } from './page/drop-overlay.tsx';
import { PageBars } from './page/page-bars.tsx';
import type { PageCommands, PageStore } from './page/page-state.ts';
import { SkipLinks } from './page/skip-links.tsx';
import { useLeaveGuard } from './page/use-leave-guard.ts';
import { usePageTitle } from './page/use-page-title.ts';
import { ResultPanel } from '../panels/result/result-panel.tsx';
import { createBeat } from '../state/beat.ts';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { createRunFigures } from '../state/run-figures.ts';
import { type Services, ServicesProvider, type ThemeKeeper } from '../state/services.tsx';
import { EditorLoaderContext } from '../editor/editor-loader.ts';
import { createTicker } from '../state/ticker.ts';
import { useFollowedSession } from '../state/use-session.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { createFileIntake } from '../panels/source/file-intake.ts';
import { SourcePanel } from '../panels/source/source-panel.tsx';

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
  const services = useMemo<Services>(() => {
    const beat = createBeat();
    return {
      session,
      settings,
      theme,
      page,
      commands,
      intake: createFileIntake(session, async (text) => editorLoader?.prepare(text)),
      rows: createBatchRows(session.store, beat),
      figures: createRunFigures(session.store, beat),
      ticker: createTicker(beat),
    };
  }, [session, settings, theme, page, commands, editorLoader]);
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

/** The same elements at each drawing, so that a change of the layout draws none of them anew. */
const PANELS = { batches: <BatchList />, source: <SourcePanel />, result: <ResultPanel /> };

function Main() {
  const started = useFollowedSession(hasBatches);
  const shown = useFollowedSession(shownBatch);
  return (
    <main className={styles.main} data-started={started || undefined}>
      {PANELS.batches}
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

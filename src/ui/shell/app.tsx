import '../kit/tokens.css';
import '../kit/base.css';
import { useContext, useDeferredValue, useMemo, useState } from 'react';
import { hasBatches, isHolder, isPending } from '../../engine/run-selectors.ts';
import type { PriceBook } from '../../prices/price-book.ts';
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
import { Languages } from '../panels/languages/languages.tsx';
import { ErrorSection } from '../panels/result/error-section.tsx';
import { ResultActions } from '../panels/result/result-actions.tsx';
import { ResultPanel } from '../panels/result/result-panel.tsx';
import { SettingsSection } from '../panels/settings/settings-section.tsx';
import { RepairsBelowError } from '../panels/source/repairs-later.ts';
import { SourceNotices } from '../panels/source/source-notices.tsx';
import { SourcePanel } from '../panels/source/source-panel.tsx';
import { createFileIntake } from '../state/file-intake.ts';
import { createPacedStore } from '../state/paced-store.ts';
import type { PageCommands, PageStore } from '../state/page-state.ts';
import { download } from '../state/save-result.ts';
import { type Services, ServicesProvider, type ThemeKeeper, useServices } from '../state/services.tsx';
import { createTicker } from '../state/ticker.ts';
import { useLinesShown } from '../state/use-lines-shown.ts';
import { useSession } from '../state/use-session.ts';
import { useStarted } from '../state/use-started.ts';
import styles from './app.module.css';
import { Header } from './header/header.tsx';
import { DropOverlay } from './page/drop-overlay.tsx';
import { PageBars } from './page/page-bars.tsx';
import { SkipLinks } from './page/skip-links.tsx';
import { BarProgress, BatchInputPanel, BatchList, BatchOutputPanel, PriceSection, Watches } from './second-load.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';

export interface AppProps {
  readonly session: Session;
  readonly settings: Settings;
  readonly theme: ThemeKeeper;
  readonly page: PageStore;
  readonly commands: PageCommands;
  readonly prices?: PriceBook | undefined;
}

/** The whole page. Another session or other settings make another page. */
export function App({ session, settings, theme, page, commands, prices }: AppProps) {
  const editorLoader = useContext(EditorLoaderContext);
  const services = useMemo<Services>(
    () => ({
      session,
      settings,
      theme,
      page,
      commands,
      prices,
      intake: createFileIntake(session, async (text) => editorLoader?.prepare(text)),
      shown: createPacedStore(session.store),
      ticker: createTicker(),
    }),
    [session, settings, theme, page, commands, prices, editorLoader],
  );
  const downloadOf = () => {
    const state = session.store.getState();
    return canDownload(state) ? () => download(state) : undefined;
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
const LinesAsCsv = later(
  async () => (await import(/* webpackChunkName: "review" */ '../panels/lines/lines-as-csv.tsx')).LinesAsCsv,
);
const ReviewProgress = later(
  async () => (await import(/* webpackChunkName: "review" */ '../panels/lines/review-progress.tsx')).ReviewProgress,
);
const ReviewHint = later(
  async () => (await import(/* webpackChunkName: "review" */ '../panels/lines/review-hint.tsx')).ReviewHint,
);

/** Constant elements, so that a change of the layout does not draw them again. */
const PANELS = {
  batches: <BatchList />,
  source: <SourcePanel />,
  result: (
    <ResultPanel
      languages={<Languages />}
      settings={
        <>
          <SettingsSection />
          <PriceOffer />
        </>
      }
      review={<ReviewOffer />}
      repairs={<RepairsBelowError />}
      saving={<LinesAsCsv />}
    />
  ),
  lines: (
    <LinesPanel
      notices={<SourceNotices />}
      errors={<ErrorSection />}
      actions={<ResultActions review={<ReviewProgress always />} saving={<LinesAsCsv />} />}
    />
  ),
  narrowLines: (
    <LinesPanel
      notices={<SourceNotices />}
      errors={null}
      actions={<ResultActions review={<ReviewProgress always />} saving={<LinesAsCsv />} />}
    />
  ),
};

function Main() {
  const started = useStarted();
  const shown = useDeferredValue(useSession(shownBatch));
  const inLines = useDeferredValue(useLinesShown());
  const empty = useSession((state) => state.sourceText === '');
  const narrow = useNarrow();
  const errors = narrow && shown === null && (
    <div className={styles.errors}>
      <ErrorSection>
        <RepairsBelowError />
      </ErrorSection>
    </div>
  );
  if (inLines) {
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

/** What a film costs, once there is one. */
function PriceOffer() {
  const { prices } = useServices();
  const hasFilm = useSession((state) => state.sourceText !== '');
  return prices && hasFilm ? <PriceSection /> : null;
}

/** Once a run has ended: the way to the lines to review, for the tab that can change them. */
function ReviewOffer() {
  const ended = useDeferredValue(useSession((state) => isHolder(state) && hasBatches(state) && !isPending(state)));
  return ended ? (
    <>
      <ReviewProgress />
      <ReviewHint />
    </>
  ) : null;
}

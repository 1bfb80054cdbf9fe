import { useDeferredSession, useStarted } from '../state/use-film.ts';
import '../kit/tokens.css';
import '../kit/base.css';
import { useContext, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PriceBook } from '../../prices/price-book.ts';
import type { Session } from '../../session/session.ts';
import { canDownload } from '../../session/session-selectors.ts';
import type { Settings } from '../../settings/settings.ts';
import { EditorLoaderContext } from '../editor/load-editor.tsx';
import { ActionBarContext } from '../kit/action-bar.ts';
import { useSmall } from '../kit/browser.ts';
import { useTouched } from '../kit/lazy-part.tsx';
import { ErrorBoundary } from '../kit/notice/error-boundary.tsx';
import { createFileIntake } from '../state/film/create-file-intake.ts';
import { createPacedStore } from '../state/paced-store.ts';
import type { PageCommands, PageStore } from '../state/page-state.ts';
import { download } from '../state/save.ts';
import { createTicker, type Services, ServicesContext, type ThemeKeeper, useServices } from '../state/services.tsx';
import styles from './app.module.css';
import { Header } from './header/header.tsx';
import { Main } from './main.tsx';
import { PageBars } from './page/bars/page-bars.tsx';
import { DropOverlay } from './page/drop-overlay.tsx';
import { SkipLinks } from './page/skip-links.tsx';
import { BarProgress, Watches } from './second-load.ts';
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
      intake: createFileIntake(session, async (text) => editorLoader?.prepare(text), page),
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
      <ServicesContext value={services}>
        <Page />
      </ServicesContext>
    </ErrorBoundary>
  );
}

function Page() {
  const small = useSmall();
  const started = useStarted();
  const touched = useTouched();
  const [{ bar, standIn }] = useState(createBar);
  useShortcuts();
  return (
    <ActionBarContext value={small ? bar : null}>
      <div className={styles.page} data-small={small || undefined}>
        <div className={styles.app}>
          <div>
            <SkipLinks />
            <Header />
            <PageBars />
          </div>
          <Main />
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
 * The bar of a small window, and the ref of its place. An element of our own: one that React makes is known to its users after the first
 * drawing alone, so that all was drawn twice.
 */
function createBar() {
  const bar = document.createElement('section');
  bar.setAttribute('aria-label', 'Next step');
  bar.className = styles.bar ?? '';
  // One function for good: with another one React would take the bar, and the focus in it, out of the page and put it back.
  const standIn = (place: HTMLElement | null) => place?.append(bar);
  return { bar, standIn };
}

/** Tells the store when what is drawn in slices has come into the page. */
function DrawnState() {
  const { shown } = useServices();
  const drawn = useDeferredSession();
  useEffect(() => shown.tellDrawn(drawn), [shown, drawn]);
  return null;
}

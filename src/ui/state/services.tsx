import { createContext, useContext } from 'react';
import { createElapsedTime } from '../../clock/clock.ts';
import type { Session } from '../../film/session.ts';
import type { PriceBook } from '../../prices/price.ts';
import type { Settings } from '../../settings/settings.ts';
import { createListeners } from '../kit/browser.ts';
import type { FileIntake } from './intake.ts';
import type { PacedStore } from './paced-store.ts';
import type { PageCommands, PageStore } from './page-state.ts';
import type { VideoDesk } from './video.ts';

/** What every component may use; made once, by App. */
export interface Services {
  readonly session: Session;
  readonly settings: Settings;
  readonly intake: FileIntake;
  /** The session's state as the page shows it; read it by useSession. */
  readonly shown: PacedStore;
  readonly ticker: Ticker;
  readonly theme: ThemeKeeper;
  readonly page: PageStore;
  readonly commands: PageCommands;
  readonly video: VideoDesk;
  /** What the person has said of money; missing where nothing is paid (the demo). */
  readonly prices?: PriceBook | undefined;
}

/** The page's colours: as the system has them, always light or always dark. */
export type ThemeName = 'system' | 'light' | 'dark';

/** The page's colour theme; its maker stores it between visits. */
export interface ThemeKeeper {
  readonly initial: ThemeName;
  keep(theme: ThemeName): void;
}

/** Given by App to the whole page. */
export const ServicesContext = createContext<Services | undefined>(undefined);

/** The same object as long as the page lives. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('Used outside of ServicesContext.');
  return services;
}

/** One clock for everything that shows passing seconds, so that all of it is drawn together. It ticks only with subscribers. */
interface Ticker {
  /** Calls `onTick` once a second; the returned function unsubscribes. */
  subscribe(onTick: () => void): () => void;
  /** At the last tick, in ms since 1970 by a clock that nobody sets, as the engine's times are. */
  now(): number;
  /** The same, now. */
  exact(): number;
}

export function createTicker(): Ticker {
  const exact = createElapsedTime();
  let now = exact();
  const { tell, subscribe } = createListeners(() => {
    now = exact();
    const timer = setInterval(() => {
      now = exact();
      tell();
    }, 1_000);
    return () => clearInterval(timer);
  });
  return { subscribe, now: () => now, exact };
}

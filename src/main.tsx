import { createRoot } from 'react-dom/client';
import { createWorkerClock } from './clock/worker-clock.ts';
import { createProviderLoader } from './providers/load-provider.ts';
import { browserConnectivity } from './session/connectivity.ts';
import { createSendRequest } from './session/send-request.ts';
import { createSession } from './session/create-session.ts';
import { createSettings } from './settings/create-settings.ts';
import { createIndexedDbStore } from './storage/fallback-store.ts';
import { openStorage } from './storage/open-storage.ts';
import { createSessionStorage } from './storage/session-storage.ts';
import { createSettingsStorage } from './storage/settings-storage.ts';
import { createThemeStorage } from './storage/theme-storage.ts';
import { App } from './ui/app.tsx';

/** The composition root: every stage is made here, once, and handed to the next. */
async function start(root: HTMLElement): Promise<void> {
  const clock = createWorkerClock();
  const storage = openStorage('localStorage');

  const keptSettings = createSettingsStorage({
    storage,
    tabStorage: openStorage('sessionStorage'),
    onProblem: (problem) => console.info(problem),
  });
  const loadProvider = createProviderLoader({ clock });
  const settings = createSettings({ initial: keptSettings.load(), loadProvider, clock });
  settings.store.subscribe(keptSettings.save);

  const keptSession = createSessionStorage({
    storage,
    idb: createIndexedDbStore(),
    onProblem: (problem) => console.info(problem),
    after: clock.after,
  });
  const readSettings = settings.store.getState;
  const session = createSession({
    initial: await keptSession.load(),
    sendRequest: createSendRequest({ readSettings, loadProvider, whenModelSettled: settings.whenModelSettled }),
    clock,
    connectivity: browserConnectivity(window),
    maxAtOnce: () => {
      const { concurrency } = readSettings();
      return concurrency === 'automatic' ? Number.POSITIVE_INFINITY : concurrency;
    },
  });
  session.store.subscribe(keptSession.save);

  const flush = () => {
    keptSettings.flush();
    void keptSession.flush();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });

  createRoot(root).render(<App session={session} settings={settings} theme={createThemeStorage(storage)} />);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
void start(root);

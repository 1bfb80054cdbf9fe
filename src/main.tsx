import { createRoot } from 'react-dom/client';
import { createWorkerClock } from './clock/worker-clock.ts';
import { saveTextFile } from './files/save-text-file.ts';
import { createProviderLoader } from './providers/load-provider.ts';
import { registerServiceWorker } from './service-worker/register.ts';
import { browserConnectivity } from './session/connectivity.ts';
import { createSession } from './session/create-session.ts';
import { createSendRequest } from './session/send-request.ts';
import type { Session } from './session/session.ts';
import { createSettings } from './settings/create-settings.ts';
import type { Settings } from './settings/settings.ts';
import { createIndexedDbStore } from './storage/fallback-store.ts';
import { openStorage } from './storage/open-storage.ts';
import { formatProject, parseProject } from './storage/project-file.ts';
import { createSessionStorage, type SessionPersistence } from './storage/session-storage.ts';
import { createSettingsStorage, type SettingsPersistence } from './storage/settings-storage.ts';
import { createThemeStorage } from './storage/theme-storage.ts';
import { createUndoStorage } from './storage/undo-storage.ts';
import { createTabLock, type TabLock } from './tabs/tab-lock.ts';
import { App, type AppProps } from './ui/app.tsx';
import { createPageState, type PageStore } from './ui/page/page-state.ts';
import { createEditorLoader, EditorLoaderContext } from './ui/shared/text-editor/editor-loader.ts';

/** The composition root: every stage is made here, once, and handed to the next. */
async function start(root: HTMLElement): Promise<void> {
  const page = createPageState();
  reportBugs(page);
  const clock = createWorkerClock();
  const connectivity = browserConnectivity(window);
  const storage = openStorage('localStorage');
  const onProblem = (storageProblem: ReturnType<PageStore['getState']>['storageProblem']) =>
    page.setState({ storageProblem });

  const keptSettings = createSettingsStorage({ storage, tabStorage: openStorage('sessionStorage'), onProblem });
  const loadProvider = createProviderLoader({ clock });
  const settings = createSettings({ initial: keptSettings.load(), loadProvider, clock });

  const keptSession = createSessionStorage({ storage, idb: createIndexedDbStore(), onProblem, after: clock.after });
  const keptUndo = createUndoStorage(createIndexedDbStore('subtitle-translator-undo'));
  const [initial, undo] = await Promise.all([keptSession.load(), keptUndo.load()]);
  const { getState: readSettings } = settings.store;
  const session = createSession({
    // A follower until the lock says otherwise: nothing is sent before.
    initial: { ...initial, undo, role: 'follower' },
    sendRequest: createSendRequest({ readSettings, loadProvider, whenModelSettled: settings.whenModelSettled }),
    clock,
    connectivity,
    maxAtOnce: () => {
      const { concurrency } = readSettings();
      return concurrency === 'automatic' ? Number.POSITIVE_INFINITY : concurrency;
    },
  });
  session.store.subscribe((state) => {
    if (state.role !== 'holder') return;
    keptSession.save(state);
    keptUndo.save(state.undo);
  });
  settings.store.subscribe(keptSettings.save);
  flushWhenHidden(keptSettings, keptSession);
  const load = () => loadAll(keptSession, keptUndo);
  const tabLock = await shareWithTabs({ session, settings, keptSettings, keptSession, load });

  const view = createRoot(root);
  const show = (key: 'work' | 'demo', props: Omit<AppProps, 'theme' | 'page'>) =>
    view.render(
      <EditorLoaderContext value={editorLoader}>
        <App key={key} page={page} theme={theme} {...props} />
      </EditorLoaderContext>,
    );
  const editorLoader = createEditorLoader();
  const theme = createThemeStorage(storage);
  const showWork = () =>
    show('work', { session, settings, commands: { ...projectCommands(session, settings), takeOver, startDemo } });
  const takeOver = () => tabLock.takeOver();
  const startDemo = async () => {
    const { createDemo } = await import('./demo/create-demo.ts');
    const demo = createDemo({ clock, connectivity });
    const leaveDemo = () => {
      demo.dispose();
      showWork();
    };
    const { session: demoSession, settings: demoSettings } = demo;
    const commands = { ...projectCommands(demoSession, demoSettings), takeOver, leaveDemo };
    show('demo', { session: demoSession, settings: demoSettings, commands });
  };
  showWork();
  registerServiceWorker({ onUpdateReady: (applyUpdate) => page.setState({ applyUpdate }) });
}

async function loadAll(keptSession: SessionPersistence, keptUndo: ReturnType<typeof createUndoStorage>) {
  const [state, undo] = await Promise.all([keptSession.load(), keptUndo.load()]);
  return { ...state, undo };
}

/** What nobody caught is shown, not swallowed. */
function reportBugs(page: PageStore): void {
  const show = (error: unknown) => page.setState({ bug: error instanceof Error ? error.message : String(error) });
  window.addEventListener('unhandledrejection', ({ reason }) => show(reason));
  window.addEventListener('error', ({ error, message }) => show(error ?? message));
}

function flushWhenHidden(keptSettings: SettingsPersistence, keptSession: SessionPersistence): void {
  const flush = () => {
    keptSettings.flush();
    void keptSession.flush();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}

interface SharedParts {
  readonly session: Session;
  readonly settings: Settings;
  readonly keptSettings: SettingsPersistence;
  readonly keptSession: SessionPersistence;
  readonly load: () => ReturnType<typeof loadAll>;
}

/** How long changes of another tab are gathered before they are read. */
const GATHER_MS = 150;

/** One tab holds the run; the others show it live. Settings are shared by all. Fulfilled when this tab knows its part. */
async function shareWithTabs({ session, settings, keptSettings, keptSession, load }: SharedParts): Promise<TabLock> {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  /** Another tab may have written since this one has read. */
  let outdated = false;
  window.addEventListener('storage', () => {
    outdated = true;
    clearTimeout(gathering);
    gathering = setTimeout(async () => {
      settings.adopt(keptSettings.load());
      if (session.store.getState().role === 'follower') session.showHolder(await load());
    }, GATHER_MS);
  });
  const tabLock = createTabLock({
    locks: navigator.locks,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('subtitle-translator'),
    onHold: async () => session.lead(outdated ? await load() : session.store.getState()),
    onFollow: async () => {
      outdated = true;
      session.follow();
      await keptSession.flush();
    },
  });
  await tabLock.decided;
  return tabLock;
}

function projectCommands(session: Session, settings: Settings) {
  return {
    saveProject(): void {
      const { prompt, model } = settings.store.getState();
      const text = formatProject({ session: session.store.getState(), prompt, model });
      saveTextFile('subtitles.project.json', text, 'application/json');
    },
    openProject(text: string): string | undefined {
      const project = parseProject(text);
      if (!project.ok) return project.error;
      const { session: state, prompt, model } = project.value;
      session.replace(state);
      settings.adopt({ prompt, model, modelChosen: true });
      return undefined;
    },
  };
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
void start(root);

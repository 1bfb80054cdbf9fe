import { type Clock, createWorkerClock, endWaits, nextTask } from './clock/clock.ts';
import type { Connectivity } from './engine/job.ts';
import { hasBatches } from './engine/run-state.ts';
import { createEngine } from './film/create-engine.ts';
import type { Work } from './film/film.ts';
import { createKeptPaces } from './film/kept-paces.ts';
import type { Session } from './film/session.ts';
import type { Preference } from './lib/json.ts';
import { loadOnce } from './lib/memo.ts';
import { errorText } from './lib/result.ts';
import type { StoredCopy } from './project.ts';
import { createProviderLoader } from './providers/load-provider.ts';
import { registerServiceWorker } from './service-worker/register.ts';
import type { Settings } from './settings/settings.ts';
import { createHandleStore, createWorksDatabase, namesOfAll } from './storage/database.ts';
import type { FilmStore, FilmStoreOptions } from './storage/film-store.ts';
import { createLazyStore } from './storage/lazy-store.ts';
import { createPreferences, type Preferences } from './storage/preferences.ts';
import { createSettingsCopy } from './storage/settings-copy.ts';
import { createSettingsStorage } from './storage/settings-storage.ts';
import { createOneTab, openChannel } from './tabs/one-tab.ts';
import { holdEarlyDrops, listen } from './ui/kit/browser.ts';
import { touched } from './ui/kit/lazy-part.tsx';
import type { AppProps } from './ui/shell/app.tsx';
import type { View } from './ui/shell/create-view.tsx';
import { createPageState, type FileCommands, type PageState, type PageStore } from './ui/state/page-state.ts';
import { runPart } from './ui/state/parts.ts';
import { createVideoDesk } from './ui/state/video.ts';

/** Longer than changes wait before they are stored (storage/saving.ts). */
const DRAFT_OUTLIVES_MS = 300;

const loadWorksPart = loadOnce(() => import(/* webpackChunkName: "works" */ './works-part.ts'));

/** Everything that belongs to the work in the tab that has it, from its loading until another tab takes it over. */
interface OpenWork extends Pick<AppProps, 'session' | 'settings' | 'commands'> {
  /** A new key for each work, so that React makes a new page. */
  readonly key: string;
  end(): void;
}

/** The composition root: it makes all parts of the page and connects them. */
async function start(viewLoading: Promise<View>): Promise<void> {
  const local = openStorage('localStorage');
  // A failure is shown later, where the work is loaded.
  if (local?.length !== 0) loadWorksPart().catch(() => {});
  // The evaluation of all modules was one long task, so a new task begins here.
  await nextTask();
  const page = createPageState();
  reportBugs(page);
  const clock = createWorkerClock(() => new Worker(new URL('./clock/timer-worker.ts', import.meta.url)));
  const connectivity: Connectivity = {
    isOnline: () => navigator.onLine,
    subscribe: (onChange) => listen(window, { online: onChange, offline: onChange }),
  };
  const database = createWorksDatabase();
  const tabStorage = openStorage('sessionStorage');
  const { storage, restore } = createSettingsCopy({ storage: local, tabStorage }, database, clock);
  const keptSettings = createSettingsStorage({
    storage,
    tabStorage,
    onProblem: (settingsProblem) => page.setState({ settingsProblem }),
    holder: () => tabs.holder(),
  });
  const kept = createPreferences(storage);
  const { tabHadWork } = createPreferences(tabStorage);
  /** A reloaded tab takes its work back, even if another tab has it now. True until this tab has the work, or learns that it gets none. */
  let takesBack = tabHadWork.read() !== null;
  tabHadWork.write(null);
  const reports: Pick<FilmStoreOptions, 'onProblem' | 'onOvertaken'> = {
    onProblem: (storageProblem) => page.setState({ storageProblem }),
    onOvertaken: () => tabs.settleOvertaken(),
  };
  const work = createLazyStore({
    ...reports,
    storage,
    isFirstVisit: async () => local?.length === 0 && (await namesOfAll())?.size === 0,
    touched,
    makeStore: async () =>
      (await loadWorksPart()).createFilmStore({
        ...reports,
        storage,
        database,
        restoreTexts: restore,
        onUnkeptFilm: (unkeptFilm) => page.setState({ unkeptFilm }),
        after: clock.after,
        holder: () => tabs.holder(),
      }),
  });

  /** undefined: another tab has the work, or a newer version of the page has stored it. */
  let open: OpenWork | undefined;
  let worksBegun = 0;
  let isDemo = false;

  const tabs = createOneTab<Work>({
    locks: navigator.locks,
    channel: openChannel(),
    storage: {
      ...work,
      load: (stolen) =>
        work.load(stolen).catch(async (error: unknown) => {
          (await viewLoading).showError(error);
          throw error;
        }),
    },
    work: {
      begin(state) {
        takesBack = false;
        open = isOfNewerVersion() ? undefined : beginWork(state);
        void draw();
      },
      async finish(mostMs, onCalls) {
        await open?.session.finish(mostMs, onCalls);
        keptSettings.flush();
      },
      end() {
        const ended = open;
        open = undefined;
        ended?.end();
        if (ended) keptSettings.leave();
        void draw();
        return ended?.session.store.getState();
      },
    },
    onForgetKeys() {
      keptSettings.forgetKeys();
      open?.settings.forgetKeys();
      open?.settings.dropForgottenKeys();
    },
  });

  const isOfNewerVersion = () => page.getState().storageProblem?.kind === 'newer-version';

  function beginWork(initial: Work): OpenWork {
    const { settings, session, dispose } = createEngine({
      clock,
      connectivity,
      loadProvider: createProviderLoader({ clock, forms: kept.forms }),
      loadRunPart: runPart.loadPatiently,
      kept: { ...keptSettings.load(), prices: kept.prices.read(), languages: kept.languages.read() },
      paces: createKeptPaces(kept.paces, clock.now),
      initial,
    });
    const endSaving = [
      settings.store.subscribe((state, before) => {
        keptSettings.save(state);
        if (state.prices !== before.prices) kept.prices.write(state.prices);
        if (state.languages !== before.languages) kept.languages.write(state.languages);
      }),
      session.store.subscribe((state, before) => {
        work.save(state);
        if (hasBatches(state) && !hasBatches(before)) keptSettings.writeMissing();
      }),
    ];
    page.setState({
      view: kept.view.read(),
      draft: kept.draft.read(),
      heldDrafts: kept.heldDrafts.read(),
      linePlace: kept.linePlace.read(),
      lineBreaks: kept.lineBreaks.read(),
      editAsIGo: kept.editAsIGo.read(),
      sheetKey: kept.sheetKey.read(),
      wishes: kept.wishes.read(),
      saving: kept.saving.read(),
    });
    const forgetting: Settings = {
      ...settings,
      forgetKeys() {
        keptSettings.forgetKeys();
        settings.forgetKeys();
        tabs.tellForgetKeys();
      },
    };
    return {
      key: `work-${++worksBegun}`,
      session,
      settings: forgetting,
      commands: { ...lateFileCommands(session, settings), startDemo, films: work.films },
      end() {
        for (const unsubscribe of endSaving) unsubscribe();
        dispose();
      },
    };
  }

  /** Shows the work, or the reason why this tab does not show it. `opens`: called with the intake once the work can open files. */
  async function draw(opens?: AppProps['opens']): Promise<void> {
    const view = await viewLoading;
    const now = open;
    if (now) await view.prepare(now.session.store.getState());
    // If the demo or another work began meanwhile, the code that began it draws it.
    if (isDemo || now !== open) return;
    if (now) void showApp(now.key, { ...now, opens });
    else drawOther(view);
  }

  function drawOther(view: View): void {
    const isNewer = isOfNewerVersion();
    // At once, also while the code that draws this is loading.
    if (takesBack && !isNewer) void takeOver();
    view.showOther({
      theme: kept.theme,
      stored,
      takeOver: isNewer ? undefined : takeOver,
      dontWait: tabs.dontWait,
      takesBack: takesBack && !isNewer,
    });
  }

  async function takeOver(onCalls?: (count: number) => void): ReturnType<typeof tabs.takeOver> {
    const outcome = await tabs.takeOver(onCalls);
    takesBack = false;
    return outcome;
  }

  const readCopy = async () => (await loadWorksPart()).storedCopy(work.readStored, storage);
  const stored: StoredCopy = {
    look: async () => (await readCopy()).look(),
    download: async () => (await readCopy()).download(),
    saveProject: async () => (await readCopy()).saveProject(),
  };

  const video = createVideoDesk({
    name: kept.videoName,
    choices: kept.videoChoices,
    handles: createHandleStore(database),
  });
  type OfWork = 'theme' | 'page' | 'video';
  const showApp = async (key: string, props: Omit<AppProps, OfWork> & Partial<Pick<AppProps, OfWork>>) =>
    (await viewLoading).show(key, { page, theme: kept.theme, video, ...props });

  async function startDemo(): Promise<void> {
    const { showDemo } = await import('./demo-page.ts');
    isDemo = true;
    const video = createVideoDesk();
    showDemo({
      clock,
      page,
      show: (scene, { session, settings, records, demo, page }) =>
        void showApp(`demo-${scene}`, {
          session,
          settings,
          page,
          video,
          commands: { ...lateFileCommands(session, settings), demo, ...(records && { films: records }) },
        }),
      leave(opens) {
        isDemo = false;
        void draw(opens);
      },
    });
  }

  keepPageState(page, kept, clock.after, work, () => open !== undefined);
  window.addEventListener('online', () => open?.settings.readFailedLists());
  whenPageIs('visible', () => open?.settings.readFailedLists({ onThisComputer: true }));
  window.addEventListener('pagehide', () => {
    open?.settings.dropForgottenKeys();
    if (open || takesBack) tabHadWork.write('yes');
  });
  // The browser had put the page into its back-forward cache and shows it again.
  window.addEventListener('pageshow', () => tabHadWork.write(null));
  // Before the work is stored: answers that wait are paid for. What waited goes on before the next listener.
  whenPageIs('hidden', endWaits);
  whenPageIs('hidden', () => {
    open?.session.takeTyped.call('leaving');
    keptSettings.flush();
    void work.leave();
  });
  registerServiceWorker({ onUpdateReady: (applyUpdate) => page.setState({ applyUpdate }) });
}

function lateFileCommands(session: Session, settings: Settings): FileCommands {
  const commands = async () => (await loadWorksPart()).projectCommands(session, settings);
  return {
    saveProject: async (series) => (await commands()).saveProject(series),
    readProject: async (text) => (await commands()).readProject(text),
    exportSettings: async (file) => (await commands()).exportSettings(file),
  };
}

const CHOICES = ['view', 'wishes', 'saving', 'lineBreaks', 'editAsIGo', 'linePlace', 'sheetKey'] as const;
type Choice = (typeof CHOICES)[number];

/** Stores a person's choices and typed texts on the page that do not belong to the work. */
function keepPageState(
  page: PageStore,
  kept: Preferences,
  after: Clock['after'],
  work: FilmStore,
  hasWork: () => boolean,
): void {
  /** A draft whose text has become the line's text is forgotten only after that text is stored. */
  const keepDraft = ({ draft, heldDrafts }: PageState, before: PageState) => {
    if (heldDrafts !== before.heldDrafts) kept.heldDrafts.write(heldDrafts);
    if (draft !== null) return kept.draft.write(draft);
    const forget = () => {
      if (page.getState().draft === null && hasWork()) kept.draft.write(null);
    };
    after(DRAFT_OUTLIVES_MS, () => void work.flush().then(forget));
  };
  const choices: { readonly [Name in Choice]: Preference<PageState[Name]> } = kept;
  function keepChoice<Name extends Choice>(name: Name, state: PageState, before: PageState): void {
    if (state[name] !== before[name]) choices[name].write(state[name]);
  }
  page.subscribe((state, before) => {
    // If another tab has the work now, the last drawing here is not a person's choice.
    if (!hasWork()) return;
    for (const name of CHOICES) keepChoice(name, state, before);
    if (state.draft !== before.draft) keepDraft(state, before);
  });
}

/** Prepares the view in separate tasks while the stored work is read. As one task this would block a slow computer. */
async function loadView(element: HTMLElement): Promise<View> {
  await nextTask();
  const { createView } = await import(/* webpackMode: "eager" */ './ui/shell/create-view.tsx');
  await nextTask();
  return createView(element);
}

holdEarlyDrops();
const element = document.getElementById('root');
if (!element) throw new Error('The page has no element "root".');
const viewLoading = loadView(element);
start(viewLoading).catch(async (error) => (await viewLoading).showError(error));

/** Shows errors that nothing else caught. */
function reportBugs(page: PageStore): void {
  const show = (error: unknown) => page.setState({ bug: errorText(error) });
  window.addEventListener('unhandledrejection', ({ reason }) => show(reason));
  window.addEventListener('error', ({ error, message }) => {
    // Browsers report this when a list measures its rows twice in one frame. It is not an error.
    if (!message.startsWith('ResizeObserver loop')) show(error ?? message);
  });
}

/** "hidden": the page is hidden or closes. "visible": the person returns from another tab or program, such as a server on this computer. */
function whenPageIs(state: DocumentVisibilityState, act: () => void): void {
  window.addEventListener(state === 'hidden' ? 'pagehide' : 'focus', act);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === state) act();
  });
}

/** The browser's storage, or null where even access throws (blocked by a setting, a sandboxed frame). */
function openStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

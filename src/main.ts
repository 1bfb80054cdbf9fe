import { nextTask } from './clock/clock.ts';
import { createWorkerClock } from './clock/worker-clock.ts';
import { browserConnectivity } from './engine/connectivity.ts';
import { hasBatches, isHolder } from './engine/run-state.ts';
import { createEngine } from './film/create-engine.ts';
import { EMPTY_SESSION } from './film/film.ts';
import { createKeptPaces } from './film/pace-memory.ts';
import type { Session } from './film/session.ts';
import { loadOnce } from './lib/memo.ts';
import { errorText } from './lib/result.ts';
import { createPriceBook } from './prices/price.ts';
import { projectCommands } from './project.ts';
import { createProviderLoader } from './providers/load-provider.ts';
import { createRunModel } from './run-model.ts';
import { registerServiceWorker } from './service-worker/register.ts';
import type { Settings } from './settings/settings.ts';
import { createSessionStorage, type SessionPersistence } from './storage/film-storage.ts';
import { createKeptValues, type KeptValues } from './storage/preferences.ts';
import { createSettingsStorage, type SettingsPersistence } from './storage/settings-storage.ts';
import { openStorage } from './storage/stored-value.ts';
import { createIndexedDbStore } from './storage/work-stores.ts';
import { holdOrFollow } from './tabs/other-tabs.ts';
import { holdEarlyDrops } from './ui/kit/browser.ts';
import type { AppProps } from './ui/shell/app.tsx';
import type { View } from './ui/shell/create-view.tsx';
import { createPageState, type PageState, type PageStore } from './ui/state/page-state.ts';
import { runPart } from './ui/state/parts.ts';

/** Longer than changes wait to be stored (storage/held-work.ts). */
const DRAFT_OUTLIVES_MS = 300;

/** The composition root: every stage is made here, once, and handed to the next. */
async function start(viewLoading: Promise<View>): Promise<void> {
  // All modules have just been evaluated: that was one task.
  await nextTask();
  const page = createPageState();
  reportBugs(page);
  const clock = createWorkerClock();
  const connectivity = browserConnectivity(window);
  const storage = openStorage('localStorage');

  const keptSettings = createSettingsStorage({
    storage,
    tabStorage: openStorage('sessionStorage'),
    onProblem: (settingsProblem) => page.setState({ settingsProblem }),
  });
  const kept = createKeptValues(storage);
  const loadProvider = createProviderLoader({ clock, forms: kept.forms });
  const prices = createPriceBook(kept.prices.read());
  const { settings: ownSettings, session: ownSession } = createEngine({
    clock,
    connectivity,
    loadProvider,
    kept: keptSettings.load(),
    paces: createKeptPaces(kept.paces, clock.now),
    prices,
    // A follower until the lock says otherwise: nothing is sent before.
    initial: { ...EMPTY_SESSION, role: 'follower' },
  });
  ownSettings.store.subscribe(keptSettings.save);
  prices.subscribe(kept.prices.write);
  const settings: Settings = {
    ...ownSettings,
    forgetKeys() {
      ownSettings.forgetKeys();
      tabs.tellForgetKeys();
    },
  };

  const work = createSessionStorage({
    storage,
    idb: createIndexedDbStore(),
    undoStore: createIndexedDbStore('subtitle-translator-undo'),
    onProblem: (storageProblem) => page.setState({ storageProblem }),
    after: clock.after,
    onSaved: (revision) => tabs.tellSaved(revision),
    onNews: (news) => tabs.tellNews(news),
    onOvertaken: () => tabs.settleOvertaken(),
  });
  window.addEventListener('pagehide', settings.dropForgottenKeys);
  window.addEventListener('online', () => settings.readFailedLists());
  whenBack(() => settings.readFailedLists({ onThisComputer: true }));
  const session: Session = {
    ...ownSession,
    undo() {
      const step = ownSession.store.getState().undo;
      const { prompt, model } = settings.store.getState();
      ownSession.undo({ prompt, model });
      const isTaken = ownSession.store.getState().undo !== step;
      if (!isTaken || step === null || !('madeWith' in step) || !step.madeWith) return;
      settings.setPrompt(step.madeWith.prompt);
      settings.pickModel(step.madeWith.model);
    },
  };
  const runModel = createRunModel({ kept: kept.runModel, session, settings });
  session.store.subscribe((state, before) => {
    work.save(state);
    if (hasBatches(state) && !hasBatches(before) && isHolder(state)) keptSettings.writeMissing();
  });
  flushWhenHidden(keptSettings, work);
  let isDrawn = false;
  const tabs = holdOrFollow({
    page: window,
    locks: navigator.locks,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('subtitle-translator'),
    storage: work,
    session: {
      ...session,
      isHolder: () => isHolder(session.store.getState()),
      hold(state) {
        // Of a newer version: shown, but nothing is done with it, since nothing of it could be kept.
        if (page.getState().storageProblem?.kind === 'newer-version') return session.showHolder(state);
        runModel.goOn(state, { inView: isDrawn });
        // What was being typed over a line in the tab that held the work goes on here.
        if (isDrawn) page.setState({ draft: kept.draft.read() });
        session.hold(state);
      },
      holdAgain: () => session.hold(session.store.getState()),
    },
    onStored(key) {
      if (keptSettings.concerns(key)) settings.adopt(keptSettings.loadShared());
      if (kept.prices.concerns(key)) prices.setState(kept.prices.read());
    },
    onForgetKeys() {
      ownSettings.forgetKeys();
      ownSettings.dropForgottenKeys();
    },
  });
  const { takeOver } = tabs;
  const [view] = await Promise.all([viewLoading, tabs.ready]);
  await view.prepare(session.store.getState());
  isDrawn = true;

  /** A draft that has become a line's text is forgotten only when that text is stored. */
  const keepDraft = (draft: PageState['draft']) => {
    if (draft !== null) return kept.draft.write(draft);
    const forget = () => {
      if (page.getState().draft === null) kept.draft.write(null);
    };
    clock.after(DRAFT_OUTLIVES_MS, () => void work.flush().then(forget));
  };
  const theme = { initial: kept.theme.read(), keep: kept.theme.write };
  page.setState({
    view: kept.view.read(),
    draft: kept.draft.read(),
    linePlace: kept.linePlace.read(),
    lineBreaks: kept.lineBreaks.read(),
    wishes: kept.wishes.read(),
    saving: kept.saving.read(),
  });
  page.subscribe((state, before) => {
    if (state.view !== before.view) kept.view.write(state.view);
    if (state.wishes !== before.wishes) kept.wishes.write(state.wishes);
    if (state.saving !== before.saving) kept.saving.write(state.saving);
    if (state.lineBreaks !== before.lineBreaks) kept.lineBreaks.write(state.lineBreaks);
    if (state.linePlace !== before.linePlace && isHolder(session.store.getState()))
      kept.linePlace.write(state.linePlace);
    // What another tab is typing is its own.
    if (state.draft !== before.draft && isHolder(session.store.getState())) keepDraft(state.draft);
  });
  const showApp = (key: string, props: Omit<AppProps, 'theme' | 'page'> & Partial<Pick<AppProps, 'page'>>) =>
    view.show(key, { page, theme, ...props });
  const languages = languagesIn(kept);
  const showWork = () => {
    const commands = { ...projectCommands(session, settings), takeOver, startDemo, languages };
    showApp('work', { session, settings, prices, commands });
  };
  const startDemo = async () => {
    const { showDemo } = await import('./demo-page.ts');
    showDemo({
      clock,
      page,
      show: (scene, { session, settings, commands, page }) =>
        showApp(`demo-${scene}`, {
          session,
          settings,
          page,
          commands: {
            ...projectCommands(session, settings),
            takeOver,
            languages: languagesIn(createKeptValues(null)),
            ...commands,
          },
        }),
      leave: showWork,
    });
  };
  showWork();
  registerServiceWorker({ onUpdateReady: (applyUpdate) => page.setState({ applyUpdate }) });
}

const languagesIn = ({ languages }: KeptValues) =>
  loadOnce(async () => (await runPart.load()).createLanguages(languages));

/** What draws is set up in tasks of its own, while the stored work is read: in one they would hold up a slow machine. */
async function loadView(element: HTMLElement): Promise<View> {
  await nextTask();
  await import(/* webpackMode: "eager" */ './ui/shell/create-view.tsx');
  await nextTask();
  const { createView } = await import(/* webpackMode: "eager" */ './ui/shell/create-view.tsx');
  return createView(element);
}

holdEarlyDrops();
const element = document.getElementById('root');
if (!element) throw new Error('The page has no element "root".');
const viewLoading = loadView(element);
start(viewLoading).catch(async (error) => (await viewLoading).showError(error));

/** What nobody caught is shown, not swallowed. */
function reportBugs(page: PageStore): void {
  const show = (error: unknown) => page.setState({ bug: errorText(error) });
  window.addEventListener('unhandledrejection', ({ reason }) => show(reason));
  window.addEventListener('error', ({ error, message }) => {
    // Told by browsers when a list measures its rows twice in one frame: nothing is wrong.
    if (!message.startsWith('ResizeObserver loop')) show(error ?? message);
  });
}

/** Writes what is not written yet when the page is hidden or goes. */
function flushWhenHidden(keptSettings: SettingsPersistence, work: SessionPersistence): void {
  const flush = () => {
    keptSettings.flush();
    void work.leave();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}

/** When a person comes back to the page from another tab or program, such as a server on this computer. */
function whenBack(act: () => void): void {
  window.addEventListener('focus', act);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') act();
  });
}

const UPDATE_CHECK_INTERVAL_MS = 60 * 60 * 1000;

interface TrustedPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypesWindow {
  trustedTypes?: {
    createPolicy(name: string, rules: Pick<TrustedPolicy, 'createScriptURL'>): TrustedPolicy;
  };
}

/** Called once per newer version. `apply` starts it and reloads this page; otherwise it starts after the last tab has closed. */
type OnUpdateReady = (apply: () => void) => void;

/**
 * Makes the page open offline from the next visit on. Does nothing in development, over plain http (except localhost) or without service
 * workers. If registration fails, the page works as before.
 */
export function registerServiceWorker({ onUpdateReady }: { readonly onUpdateReady: OnUpdateReady }): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !/^https?:$/.test(location.protocol)) return;
  // Some browsers and private modes lack the property.
  if (!('serviceWorker' in navigator)) return;
  // Read it now: another tab can start a newer version while this page loads.
  const { controller } = navigator.serviceWorker;
  const register = () => {
    void start(navigator.serviceWorker, controller, onUpdateReady).catch(() => {
      // Without the worker the page only fails to open offline.
    });
  };
  // After the page has loaded, so that storing its files does not slow the first view.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** `controller`: the worker that served this page; null: the host did. */
async function start(
  container: ServiceWorkerContainer,
  controller: ServiceWorker | null,
  onUpdateReady: OnUpdateReady,
) {
  const registration = await container.register(trustedWorkerUrl(), { updateViaCache: 'none' });
  let present = controller ?? registration.active;
  let announced: ServiceWorker | null = null;

  function announceNewer(): void {
    // The newest worker is already active if another tab started it, or if no open page had a worker.
    const newest = registration.waiting ?? registration.active;
    // The first installation is not an update.
    present ??= newest;
    if (newest === null || newest === present || newest === announced) return;
    announced = newest;
    onUpdateReady(() => void applyUpdate(container, registration));
  }

  function followInstalling(): void {
    registration.installing?.addEventListener('statechange', announceNewer);
  }

  announceNewer();
  // Opening a page makes the browser check for a newer version, which may already be installing.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  container.addEventListener('controllerchange', announceNewer);
  // A frozen page can miss the worker's events.
  document.addEventListener('visibilitychange', announceNewer);
  checkNowAndThen(registration);
}

/** A tab can stay open for days: check when it becomes visible, at most once an hour. */
function checkNowAndThen(registration: ServiceWorkerRegistration): void {
  let lastCheckMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    const nowMs = performance.now();
    if (document.hidden || nowMs - lastCheckMs < UPDATE_CHECK_INTERVAL_MS) return;
    lastCheckMs = nowMs;
    void registration.update().catch(() => {
      // Offline: the next check is enough.
    });
  });
}

/**
 * Reloads only the tab in which the person agreed; other tabs keep their version. Waits for chunks loaded by the press itself: Firefox reports a
 * chunk interrupted by the reload as corrupt, and Chromium delays the newer version by up to 30 s if the current worker is asked for files at
 * that moment.
 */
async function applyUpdate(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): Promise<void> {
  // Enough time for the worker to serve what the first touch of the page loads.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { waiting } = registration;
  // Another tab has already started the newer version.
  if (waiting === null) return location.reload();
  container.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('activate-now');
}

/** The worker's address as a TrustedScriptURL, which the page's policy requires. */
function trustedWorkerUrl(): string {
  const workerUrl = new URL('sw.js', document.baseURI).href;
  const { trustedTypes } = window as TrustedTypesWindow;
  if (trustedTypes === undefined) return workerUrl;
  const policy = trustedTypes.createPolicy('app#sw', {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError('Only the page’s own service worker may be registered.');
      return url;
    },
  });
  return policy.createScriptURL(workerUrl);
}

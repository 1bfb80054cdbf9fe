const UPDATE_CHECK_INTERVAL_MS = 60 * 60 * 1000;

interface TrustedPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypesWindow {
  trustedTypes?: {
    createPolicy(name: string, rules: Pick<TrustedPolicy, 'createScriptURL'>): TrustedPolicy;
  };
}

/** Called once for each newer version. `apply` starts it and reloads this page. Without `apply` it starts after the last tab has closed. */
type OnUpdateReady = (apply: () => void) => void;

/**
 * Lets the page open offline from the next visit on. It does nothing in development, over plain http (except localhost), or without service workers. If the
 * registration fails, the page works as before.
 */
export function registerServiceWorker({ onUpdateReady }: { readonly onUpdateReady: OnUpdateReady }): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !/^https?:$/.test(location.protocol)) return;
  // Some browsers, and some private modes, do not have this property.
  if (!('serviceWorker' in navigator)) return;
  // Read at once, because another tab can start a newer version while this page loads.
  const { controller } = navigator.serviceWorker;
  const register = () => {
    void start(navigator.serviceWorker, controller, onUpdateReady).catch(() => {
      // Without the worker the page works, but does not open offline.
    });
  };
  // The registration waits until the page has loaded, because storing its files would slow down the first view.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** `controller`: the worker that served this page. null: the host served it. */
async function start(
  container: ServiceWorkerContainer,
  controller: ServiceWorker | null,
  onUpdateReady: OnUpdateReady,
) {
  const registration = await container.register(trustedWorkerUrl(), { updateViaCache: 'none' });
  let present = controller ?? registration.active;
  let announced: ServiceWorker | null = null;

  function announceNewer(): void {
    // The newest worker is active already if another tab started it, or if no open page had a worker.
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
  // When a page opens, the browser checks for a newer version, which may be installing already.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  container.addEventListener('controllerchange', announceNewer);
  // A frozen page can miss the worker's events, so it looks again when it becomes visible.
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
      // The browser is offline. The next check is early enough.
    });
  });
}

/**
 * Reloads only the tab in which the person agreed; other tabs keep their version. It first waits for scripts that the press itself loads. If the reload
 * interrupts such a script, Firefox reports it as corrupt. If the current worker is asked for files at that moment, Chromium delays the newer version by up to
 * 30 s.
 */
async function applyUpdate(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): Promise<void> {
  // Long enough for the worker to serve the scripts that the first touch of the page loads.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { waiting } = registration;
  // Another tab has started the newer version already.
  if (waiting === null) return location.reload();
  container.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('activate-now');
}

/** The worker's address as a TrustedScriptURL, which the page's security policy requires. */
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

const UPDATE_CHECK_INTERVAL_MS = 60 * 60 * 1000;
/** Within this time the worker has given the page what it asks for at its first touch. */
const CHUNKS_MS = 1_000;

interface TrustedPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypesWindow {
  trustedTypes?: {
    createPolicy(name: string, rules: Pick<TrustedPolicy, 'createScriptURL'>): TrustedPolicy;
  };
}

/** Called once for each newer version that waits. `apply` starts it and reloads this page; otherwise it starts after the last tab. */
type OnUpdateReady = (apply: () => void) => void;

/**
 * Lets the page open without a network from the next visit on. Does nothing in development, over plain http (except
 * localhost) or without service workers; when registration fails, the page works as before.
 */
export function registerServiceWorker({ onUpdateReady }: { readonly onUpdateReady: OnUpdateReady }): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !/^https?:$/.test(location.protocol)) return;
  // Some browsers, and private modes, lack the property altogether.
  if (!('serviceWorker' in navigator)) return;
  // Read now: another tab can start a newer version while this page loads.
  const { controller } = navigator.serviceWorker;
  const register = () => {
    void start(navigator.serviceWorker, controller, onUpdateReady).catch(() => {
      // Without the worker the page only fails to open offline.
    });
  };
  // Registered after the page has loaded, so that storing its files does not slow down the first view.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** `controller` is the worker that served this page; null when the host served it. */
async function start(
  container: ServiceWorkerContainer,
  controller: ServiceWorker | null,
  onUpdateReady: OnUpdateReady,
) {
  const registration = await container.register(trustedWorkerUrl(), { updateViaCache: 'none' });
  let present = controller ?? registration.active;
  let announced: ServiceWorker | null = null;

  function announceNewer(): void {
    // A newest worker is already active when another tab has started it, or when no open page had a worker.
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
  // Opening a page makes the browser check for a newer version, which may be installing already.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  container.addEventListener('controllerchange', announceNewer);
  // A page that the browser had frozen may have missed the worker's events.
  document.addEventListener('visibilitychange', announceNewer);
  checkNowAndThen(registration);
}

/** A tab can stay open for days: it checks for a newer version when it is shown again, at most once an hour. */
function checkNowAndThen(registration: ServiceWorkerRegistration): void {
  let lastCheckMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    const nowMs = performance.now();
    if (document.hidden || nowMs - lastCheckMs < UPDATE_CHECK_INTERVAL_MS) return;
    lastCheckMs = nowMs;
    void registration.update().catch(() => {
      // No network: the next check will do.
    });
  });
}

/**
 * Reloads only the tab whose person agreed; other tabs keep their version. Waits for what the press itself, as the first touch of the page,
 * has loaded: Firefox reports a chunk interrupted by the reload as corrupt, and Chromium starts a newer version up to 30 s late when the
 * present worker is asked for files at that moment.
 */
async function applyUpdate(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, CHUNKS_MS));
  const { waiting } = registration;
  // Another tab has already started the newer version.
  if (waiting === null) return location.reload();
  container.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('activate-now');
}

/** The worker's address in the page's folder, as a TrustedScriptURL, which the page's policy demands. */
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

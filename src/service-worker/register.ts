import { whenChunksAreLoaded } from './when-chunks-are-loaded.ts';

const UPDATE_CHECK_INTERVAL_MS = 60 * 60 * 1000;

interface TrustedTypesWindow {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ): {
      createScriptURL(url: string): string;
    };
  };
}

export interface ServiceWorkerEvents {
  /**
   * A newer version of the page is there and waits. `apply` starts it and loads this page anew; without it, the newer
   * version begins when no tab of this one is open any more. Called once for each newer version.
   */
  onUpdateReady: (apply: () => void) => void;
}

/**
 * Makes the page open without a network from the next time on. Does nothing in development, over plain http (but for
 * localhost) or where the browser has no service workers; a failed registration leaves the page as it is.
 */
export function registerServiceWorker({ onUpdateReady }: ServiceWorkerEvents): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !/^https?:$/.test(location.protocol)) return;
  // Absent, not undefined, where the browser or its private mode has none.
  if (!('serviceWorker' in navigator)) return;
  // Read now: another tab can start a newer version while this page is still loading.
  const { controller } = navigator.serviceWorker;
  const register = () => {
    void start(navigator.serviceWorker, controller, onUpdateReady).catch(() => {
      // The page works without it; only opening it offline does not.
    });
  };
  // After loading, so that keeping the files does not slow down the first view.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** `controller` is the version that this page was opened with; null when the page came from the host. */
async function start(
  container: ServiceWorkerContainer,
  controller: ServiceWorker | null,
  onUpdateReady: ServiceWorkerEvents['onUpdateReady'],
) {
  const registration = await container.register(trustedWorkerUrl(), { updateViaCache: 'none' });
  let present = controller ?? registration.active;
  let announced: ServiceWorker | null = null;

  function announceNewer(): void {
    // Active when another tab has started it, or when no open page had a worker.
    const newest = registration.waiting ?? registration.active;
    // The first installation is no update.
    present ??= newest;
    if (newest === null || newest === present || newest === announced) return;
    announced = newest;
    onUpdateReady(() => void applyUpdate(container, registration));
  }

  function followInstalling(): void {
    registration.installing?.addEventListener('statechange', announceNewer);
  }

  announceNewer();
  // The browser looks for a newer version by itself when a page is opened: it can be ahead of this page.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  container.addEventListener('controllerchange', announceNewer);
  // A page that the browser had frozen may have missed the events.
  document.addEventListener('visibilitychange', announceNewer);
  // A page that the browser had set aside is shown again by Back: what its version needs may be forgotten since then.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && registration.active !== present) location.reload();
  });
  checkNowAndThen(registration);
}

/** A tab can stay open for days: it looks for a newer version when it is shown again, at most hourly. */
function checkNowAndThen(registration: ServiceWorkerRegistration): void {
  let lastCheckMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    const nowMs = performance.now();
    if (document.hidden || nowMs - lastCheckMs < UPDATE_CHECK_INTERVAL_MS) return;
    lastCheckMs = nowMs;
    void registration.update().catch(() => {
      // No network: the next look will do.
    });
  });
}

/**
 * Only the page whose person agreed is loaded anew; other tabs go on with the files they have. What the page is loading
 * comes first: Firefox would tell the page that a chunk broken off by the reload is spoilt, and Chromium starts the
 * newer version only after 30 s when the present one is asked for files at that moment.
 */
async function applyUpdate(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): Promise<void> {
  await whenChunksAreLoaded();
  const { waiting } = registration;
  // Another tab has started it already.
  if (waiting === null) return location.reload();
  container.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('activate-now');
}

/** The worker's address, beside the page whatever its folder, as the page's Trusted Types policy wants it. */
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

/** What can be found out from the browser about this page and servers on the same computer. */
export interface LocalBrowser {
  /** undefined: the browser knows no such permission. */
  permission(): Promise<PermissionState | undefined>;
  /** Whether a server answers at the address, even if this page may not read the answer. Sends no key; waits 3 s at most. */
  isThere(url: string): Promise<boolean>;
  /** True in Safari for a page loaded over HTTPS: Safari blocks its requests to http://localhost without saying so. */
  readonly forbidsLocal: boolean;
  /** This page's origin, such as "https://subtitles.example". */
  readonly origin: string;
}

/** Names of Chrome's permission, the newer one first: from Chrome 145 on there is one for the same computer alone. */
const PERMISSIONS = ['loopback-network', 'local-network-access'];

export function localBrowser(fetch: typeof globalThis.fetch): LocalBrowser {
  const { navigator, location } = globalThis;
  const isSafari = /^((?!chrome|android|crios|fxios).)*safari/i.test(navigator?.userAgent ?? '');
  return {
    async permission() {
      for (const name of PERMISSIONS) {
        try {
          return (await navigator.permissions.query({ name: name as PermissionName })).state;
        } catch {
          // This browser does not know a permission of that name.
        }
      }
      return undefined;
    },
    async isThere(url) {
      try {
        // With 'no-cors' the answer is opaque: it shows that a server is there, and nothing else.
        await fetch(url, { mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(PATIENCE_MS) });
        return true;
      } catch {
        return false;
      }
    },
    forbidsLocal: isSafari && location?.protocol === 'https:',
    origin: location?.origin ?? '',
  };
}

const PATIENCE_MS = 3_000;

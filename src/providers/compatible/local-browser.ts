/** What the browser says about this page and servers on the same computer. */
export interface LocalBrowser {
  /** undefined: the browser knows no such permission. */
  permission(): Promise<PermissionState | undefined>;
  /** Whether something answers at the address, readable or not. Carries no key. */
  isThere(url: string): Promise<boolean>;
  /** Safari lets no page that came over HTTPS reach http://localhost, and says nothing. */
  readonly forbidsLocal: boolean;
  /** The page's own, such as "https://subtitles.example". */
  readonly origin: string;
}

/** Names of Chrome's permission, the newer one first: from 145 servers on the same computer have one of their own. */
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
          // Of another browser, or of another version of it.
        }
      }
      return undefined;
    },
    async isThere(url) {
      try {
        // An opaque answer: that there is one is all that can be known.
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

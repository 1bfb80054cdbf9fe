import { ENDPOINTS } from '../endpoints.ts';
import { type LocalId, MORE_NAMES, type ProviderFailure } from '../provider.ts';

/**
 * Finds out, as far as a page can, why a server on this computer could not be reached: a browser reports all such failures alike.
 * Gives the failure in words that say what to do; undefined: the server is there and lets this page in, so that one call broke.
 * @param address the server's base address
 * @param wasRead whether this page has read answers of the server before
 */
export async function explainLocal(
  id: LocalId,
  address: string,
  browser: LocalBrowser,
  wasRead: boolean,
): Promise<ProviderFailure | undefined> {
  const { start = '', letPagesIn = '' } = ENDPOINTS[id].onThisComputer ?? {};
  const name = id === 'local' ? 'A server' : MORE_NAMES[id];
  if ((await browser.permission()) === 'denied') return { kind: 'local-blocked', message: NO_PERMISSION };
  if (await browser.isThere(`${address}/models`)) {
    if (wasRead) return undefined;
    const how = letPagesIn.replace('{origin}', browser.origin);
    return {
      kind: 'local-blocked',
      message: `${name} answers at ${address}, but does not let this page read its answers. ${how}.`,
    };
  }
  if (browser.forbidsLocal) return { kind: 'local-blocked', message: SAFARI };
  return { kind: 'not-running', message: `Nothing answers at ${address}. ${start}, or correct the address. ${ASKED}` };
}

const NO_PERMISSION =
  'The browser does not let this page reach servers on this computer. Open the site settings (the sign left of the address), allow "Apps on device" or "Local network access", and reload the page.';
const SAFARI =
  'Safari lets no page from the internet reach a server on this computer. Open this page in Chrome, Edge or Firefox.';
const ASKED =
  'If it does answer there: the browser may have asked whether this page may reach this computer, and waits for "Allow".';

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

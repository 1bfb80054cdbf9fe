import { createHash, X509Certificate } from 'node:crypto';
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.ts';

export interface LaunchOptions {
  /** Hosts that the browser may reach besides this computer. Each has the port on 127.0.0.1 that answers for it. */
  readonly hosts: Readonly<Record<string, number>>;
  /** PEM. The only certificate that the browser accepts without checks. */
  readonly certificate: string;
  /** Additional command-line switches for the browser. */
  readonly switches?: readonly string[];
  /** Switches of Playwright that are removed. */
  readonly withoutSwitches?: readonly string[];
}

const QUIET = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser that reaches stand-ins under the real host names, and nothing else on the network. The caller must close it. */
export async function launchBrowser(launch: LaunchOptions): Promise<Browser> {
  const { hosts, certificate, switches = [], withoutSwitches = [] } = launch;
  const { executablePath, environment } = await findBrowser();
  const options = {
    executablePath,
    env: { ...definedOf(process.env), ...environment },
    args: [
      ...QUIET,
      ...switches,
      `--host-resolver-rules=${resolverRules(hosts)}`,
      `--ignore-certificate-errors-spki-list=${publicKeyHash(certificate)}`,
    ],
    ignoreDefaultArgs: [...withoutSwitches],
  };
  // Chromium's sandbox does not work for the user root.
  if (process.getuid?.() === 0) return chromium.launch({ ...options, chromiumSandbox: false });
  try {
    return await chromium.launch({ ...options, chromiumSandbox: true });
  } catch (error) {
    // Some systems allow no sandbox to ordinary programs. It is not needed here: the browser opens only the project's own page.
    if (!String(error).includes('sandbox')) throw error;
    return chromium.launch({ ...options, chromiumSandbox: false });
  }
}

function resolverRules(hosts: LaunchOptions['hosts']): string {
  const named = Object.entries(hosts).map(([host, port]) => `MAP ${host} 127.0.0.1:${port}`);
  return [...named, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1', 'EXCLUDE localhost'].join(',');
}

/** SHA-256 of the certificate's SubjectPublicKeyInfo in base64, as Chromium's switch requires. */
function publicKeyHash(certificate: string): string {
  const publicKey = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(publicKey).digest('base64');
}

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findProgram, isExecutable } from './find-program.ts';
import { unpackBundledChromium } from './unpack-bundled-chromium.ts';

export interface FoundBrowser {
  readonly source: 'CHROMIUM_PATH' | 'playwright' | 'system' | 'bundled';
  readonly executablePath: string;
  /** Environment variables for the browser. */
  readonly environment: Readonly<Record<string, string>>;
}

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

const SYSTEM_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds a Chromium for the tests: the path in CHROMIUM_PATH; on Linux on x64 the binary inside a package, which is unpacked at the first use; Playwright's
 * download; an installed browser. The binary of the package has no window, so it is a fifth faster, and it is the same everywhere. FIND_BROWSER = playwright |
 * system | bundled allows only that one. If none is found, throws with advice on what to install.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const only = process.env.FIND_BROWSER;
  const given = process.env.CHROMIUM_PATH;
  if (given && !only) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH names no program: ${given}`);
    return { source: 'CHROMIUM_PATH', executablePath: given, environment: {} };
  }
  const may = (source: FoundBrowser['source']) => !only || only === source;
  if (may('bundled') && process.platform === 'linux' && process.arch === 'x64') {
    return { source: 'bundled', ...(await unpackBundledChromium()) };
  }
  const downloaded = chromium.executablePath();
  if (may('playwright') && existsSync(downloaded)) {
    return { source: 'playwright', executablePath: downloaded, environment: {} };
  }
  const installed = may('system') ? findProgram(SYSTEM_NAMES, SYSTEM_PATHS) : undefined;
  if (installed !== undefined) return { source: 'system', executablePath: installed, environment: {} };
  throw new Error('No Chromium found. Run "npx playwright install chromium", or set CHROMIUM_PATH to a browser.');
}

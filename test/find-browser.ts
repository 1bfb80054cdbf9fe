import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findProgram, isExecutable } from './find-program.ts';
import { unpackBundledChromium } from './unpack-bundled-chromium.ts';

export interface FoundBrowser {
  readonly source: 'CHROMIUM_PATH' | 'playwright' | 'system' | 'bundled';
  readonly executablePath: string;
  /** What the browser needs in its environment beside ours. */
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
 * A Chromium for the tests, so that they run on a machine without one: the path in CHROMIUM_PATH, Playwright's own
 * download, a browser of the system, else the binary inside a package (Linux on x64), unpacked at the first need.
 * FIND_BROWSER = playwright | system | bundled allows one of them alone. Throws, saying what to install, when none is found.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const only = process.env.FIND_BROWSER;
  const given = process.env.CHROMIUM_PATH;
  if (given && !only) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH names no program: ${given}`);
    return { source: 'CHROMIUM_PATH', executablePath: given, environment: {} };
  }
  const may = (source: FoundBrowser['source']) => !only || only === source;
  const downloaded = chromium.executablePath();
  if (may('playwright') && existsSync(downloaded)) {
    return { source: 'playwright', executablePath: downloaded, environment: {} };
  }
  const installed = may('system') ? findProgram(SYSTEM_NAMES, SYSTEM_PATHS) : undefined;
  if (installed !== undefined) return { source: 'system', executablePath: installed, environment: {} };
  if (may('bundled') && process.platform === 'linux' && process.arch === 'x64') {
    return { source: 'bundled', ...(await unpackBundledChromium()) };
  }
  throw new Error('No Chromium found. Run "npx playwright install chromium", or set CHROMIUM_PATH to a browser.');
}
